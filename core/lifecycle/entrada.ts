import { CANCEL, cancelled, COPY, DONE, FINISH, life, OPEN } from './life'

/** The life of an entry: open, finalised (stock and payables exist), cancelled (both undone) (document 2, section 4). */
export const entradaLife = life({
  the: 'a entrada',
  dates: { dhFinalizacao: 'Finalizada em', dhCancelamento: 'Cancelada em' },
  reasons: { xMotivoCancelamento: 'Motivo do cancelamento' },
  states: {
    cancelada: cancelled('Esta entrada'),
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
  writes: {
    head: { from: ['aberta'] },
    lists: { from: ['aberta'] },
    // The lots of goods that came in without are told later.
    of: { rastreio_list: { from: ['aberta', 'finalizada'] } },
    remove: { from: ['aberta'] },
  },
  verbs: {
    finaliza: {
      ...FINISH,
      from: ['aberta'],
    },
    cancela: {
      ...CANCEL,
      from: ['aberta', 'finalizada'],
      reason: { kind: 'cancelamento', in: 'xMotivoCancelamento' },
      label: 'Cancelar a entrada',
      will: {
        aberta: 'A entrada fica cancelada; a nota dela pode ser importada de novo.',
        finalizada: 'Retira os itens do estoque e cancela as contas a pagar.',
      },
      done: 'Entrada cancelada.',
    },
    geraDevolucao: {
      from: ['finalizada'],
      say: { aberta: ['not_received', 'Esta entrada não está finalizada: só devolva o que já entrou no estoque.'] },
      label: 'Gerar devolução',
      past: 'Gerou a devolução',
      failed: 'Não foi possível gerar a devolução',
    },
    duplica: { ...COPY, failed: 'Não foi possível duplicar esta entrada' },
  },
})
