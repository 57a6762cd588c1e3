import { CANCEL, cancelled, COPY, DONE, FINISH, life, OPEN, READY } from './life'

const need = {
  check: 'managePurchaseOrder',
  say: 'Você não tem permissão para esta ação (falta a permissão “Gerir pedidos de compra”).',
} as const

/** The life of a purchase order: open, closed (approved), finalised (its entry exists); cancelled from any of them (document 2, section 4). */
export const pedidoCompraLife = life({
  the: 'o pedido de compra',
  dates: { dhFechamento: 'Fechado em', dhFinalizacao: 'Finalizado em', dhCancelamento: 'Cancelado em' },
  reasons: { xMotivoCancelamento: 'Motivo do cancelamento' },
  states: {
    cancelado: cancelled('Este pedido de compra'),
    finalizado: {
      ...DONE,
      n: 4,
      word: 'Finalizado',
      plural: 'Finalizados',
      on: 'dhFinalizacao',
      refuses: ['finalised', 'Este pedido de compra já foi finalizado.'],
    },
    fechado: {
      ...READY,
      n: 2,
      word: 'Fechado',
      plural: 'Fechados',
      on: 'dhFechamento',
      refuses: ['closed', 'Este pedido de compra já foi fechado.'],
    },
    aberto: { ...OPEN, n: 0, word: 'Aberto', plural: 'Abertos' },
  },
  writes: { head: { from: ['aberto', 'fechado'] }, lists: { from: ['aberto', 'fechado'] } },
  verbs: {
    fecha: {
      from: ['aberto'],
      sets: 'dhFechamento',
      need,
      key: 'dispatch',
      label: 'Concluir',
      past: 'Fechou',
      done: 'Pedido de compra fechado.',
      failed: 'Não foi possível fechar o pedido',
    },
    finaliza: {
      ...FINISH,
      from: ['fechado'],
      say: { aberto: ['not_closed', 'Feche o pedido de compra antes de finalizar.'] },
      need,
      done: 'Pedido de compra finalizado.',
    },
    cancela: {
      ...CANCEL,
      from: ['aberto', 'fechado', 'finalizado'],
      need,
      reason: { kind: 'cancelamento', in: 'xMotivoCancelamento' },
      label: 'Cancelar o pedido',
      will: {
        aberto: 'O que ele traria deixa de contar no planejamento.',
        fechado: 'O que ele traria deixa de contar no planejamento.',
        finalizado: 'A entrada que ele gerou também é cancelada.',
      },
      done: 'Pedido de compra cancelado.',
    },
    duplica: { ...COPY, failed: 'Não foi possível duplicar este pedido' },
  },
})
