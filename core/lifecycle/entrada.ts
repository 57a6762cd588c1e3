import { COPY, DONE, GONE, life, OPEN } from './life'

/** The life of an entry: open, finalised (stock and payables exist), cancelled (both undone) (document 2, section 4). */
export const entradaLife = life({
  the: 'a entrada',
  dates: { dhFinalizacao: 'Finalizada em', dhCancelamento: 'Cancelada em' },
  reasons: { xMotivoCancelamento: 'Motivo do cancelamento' },
  states: {
    cancelada: {
      ...GONE,
      n: 5,
      word: 'Cancelada',
      plural: 'Canceladas',
      on: 'dhCancelamento',
      refuses: ['cancelled', 'Esta entrada está cancelada.'],
    },
    finalizada: {
      ...DONE,
      n: 4,
      word: 'Finalizada',
      plural: 'Finalizadas',
      on: 'dhFinalizacao',
      refuses: ['finalised', 'Esta entrada já foi finalizada.'],
    },
    aberta: { ...OPEN, n: 0, word: 'Aberta', plural: 'Abertas' },
  },
  writes: { head: { from: ['aberta'] }, lists: { from: ['aberta'] } },
  verbs: {
    finaliza: {
      from: ['aberta'],
      sets: 'dhFinalizacao',
      key: 'dispatch',
      label: 'Finalizar',
      past: 'Finalizou',
      failed: 'Não foi possível finalizar',
    },
    cancela: {
      from: ['aberta', 'finalizada'],
      sets: 'dhCancelamento',
      reason: { kind: 'cancelamento', in: 'xMotivoCancelamento' },
      offer: 'menu',
      label: 'Cancelar a entrada',
      past: 'Cancelou',
      will: {
        aberta: 'A entrada fica cancelada; a nota dela pode ser importada de novo.',
        finalizada: 'Retira os itens do estoque e cancela as contas a pagar.',
      },
      done: 'Entrada cancelada.',
      failed: 'Não foi possível cancelar',
    },
    duplica: { ...COPY, failed: 'Não foi possível duplicar esta entrada' },
  },
})
