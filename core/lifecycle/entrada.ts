import { CANCEL, cancelled, COPY, DONE, FINISH, life, OPEN, READY } from './life'

const NOT_IN_STOCK = [
  'not_received',
  'Esta entrada não está finalizada: só devolva o que já entrou no estoque.',
] as const

/** The life of an entry: open, received (what came was read and compared), finalised (stock and payables exist), cancelled (both undone) (document 2, section 4). */
export const entradaLife = life({
  the: 'a entrada',
  dates: { dhRecebimento: 'Recebida em', dhFinalizacao: 'Finalizada em', dhCancelamento: 'Cancelada em' },
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
    recebida: {
      ...READY,
      n: 3,
      word: 'Recebida',
      plural: 'Recebidas',
      on: 'dhRecebimento',
      refuses: ['received', 'O recebimento desta entrada já terminou: reabra-o antes.'],
    },
    aberta: { ...OPEN, n: 0, word: 'Aberta', plural: 'Abertas' },
  },
  writes: {
    head: { from: ['aberta', 'recebida'] },
    lists: { from: ['aberta'] },
    // The lots of goods that came in without are told later.
    of: {
      rastreio_list: { from: ['aberta', 'recebida', 'finalizada'] },
      // Labels are of what came, whatever was booked of it.
      entrada_mercadoria_etiqueta_list: { from: ['aberta', 'recebida', 'finalizada'] },
      entrada_duplicatas: { from: ['aberta', 'recebida'] },
    },
    remove: { from: ['aberta'] },
  },
  verbs: {
    finalizaRecebimento: {
      from: ['aberta'],
      sets: 'dhRecebimento',
      label: 'Terminar o recebimento',
      past: 'Terminou o recebimento',
      failed: 'Não foi possível terminar o recebimento',
    },
    reabreRecebimento: {
      from: ['recebida'],
      say: { aberta: ['not_received', 'O recebimento desta entrada não terminou.'] },
      clears: ['dhRecebimento'],
      offer: 'menu',
      label: 'Reabrir o recebimento',
      past: 'Reabriu o recebimento',
      done: 'Recebimento reaberto.',
      failed: 'Não foi possível reabrir o recebimento',
    },
    finaliza: {
      ...FINISH,
      from: ['aberta', 'recebida'],
    },
    cancela: {
      ...CANCEL,
      from: ['aberta', 'recebida', 'finalizada'],
      reason: { kind: 'cancelamento', in: 'xMotivoCancelamento' },
      label: 'Cancelar a entrada',
      will: {
        aberta: 'A entrada fica cancelada; a nota dela pode ser importada de novo.',
        recebida: 'A entrada fica cancelada; a nota dela pode ser importada de novo.',
        finalizada: 'Retira os itens do estoque e cancela as contas a pagar.',
      },
      done: 'Entrada cancelada.',
    },
    geraDevolucao: {
      from: ['finalizada'],
      say: {
        aberta: NOT_IN_STOCK,
        recebida: NOT_IN_STOCK,
      },
      label: 'Gerar devolução',
      past: 'Gerou a devolução',
      failed: 'Não foi possível gerar a devolução',
    },
    duplica: { ...COPY, failed: 'Não foi possível duplicar esta entrada' },
  },
})
