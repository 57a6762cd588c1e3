import { CANCEL, cancelled, DONE, FINISH, life, OPEN, READY } from './life'

/** The life of an inventory count: open (it is counted), its adjustments made, finalised (stock is as counted), cancelled (document 2, section 4, T2-046 to T2-050). */
export const mercadoriaInventarioLife = life({
  the: 'o inventário',
  dates: { dhAjuste: 'Ajustes gerados em', dhFinalizacao: 'Finalizado em', dhCancelamento: 'Cancelado em' },
  reasons: { xJustCancelamento: 'Motivo do cancelamento' },
  states: {
    cancelado: cancelled('Este inventário'),
    finalizado: {
      ...DONE,
      n: 4,
      word: 'Finalizado',
      plural: 'Finalizados',
      on: 'dhFinalizacao',
      refuses: ['finalised', 'Este inventário já foi finalizado.'],
    },
    ajustado: {
      ...READY,
      n: 2,
      word: 'Ajustado',
      plural: 'Ajustados',
      on: 'dhAjuste',
      refuses: ['adjusted', 'Os ajustes deste inventário já foram gerados.'],
    },
    aberto: { ...OPEN, n: 0, word: 'Em contagem', plural: 'Em contagem' },
  },
  writes: { head: { from: ['aberto'] }, lists: { from: ['aberto'] } },
  verbs: {
    finaliza: {
      ...FINISH,
      from: ['aberto', 'ajustado'],
      need: { check: 'manageInventory', say: 'Só quem gerencia inventários os finaliza.' },
      will: 'O estoque passa a ser o contado. Não pode ser desfeito.',
      done: 'Inventário finalizado.',
    },
    geraAjustes: {
      from: ['aberto'],
      sets: 'dhAjuste',
      offer: 'button',
      label: 'Gerar ajustes',
      past: 'Gerou os ajustes',
      failed: 'Não foi possível gerar os ajustes',
      will: 'A contagem termina: uma entrada com as sobras e uma saída com as faltas ficam abertas para conferir.',
      done: 'Ajustes gerados.',
    },
    cancela: {
      ...CANCEL,
      from: ['aberto', 'ajustado'],
      reason: { kind: 'estoque', in: 'xJustCancelamento' },
      label: 'Cancelar o inventário',
      will: {
        aberto: 'O inventário fica cancelado e nada muda no estoque.',
        ajustado: 'A entrada e a saída dos ajustes são canceladas e nada muda no estoque.',
      },
      done: 'Inventário cancelado.',
    },
  },
})
