import { CANCEL, cancelled, COPY, DONE, life, OPEN, UNDER_WAY } from './life'

/** The life of a quote: open, closed (its venda exists), invoiced or cancelled (document 2, section 4). */
export const orcamentoLife = life({
  the: 'o orçamento',
  dates: { dhFechamento: 'Fechado em', dhFaturamento: 'Faturado em', dhCancelamento: 'Cancelado em' },
  reasons: { xMotivoCancelamento: 'Motivo do cancelamento' },
  states: {
    cancelado: cancelled('Este orçamento'),
    faturado: {
      ...DONE,
      n: 4,
      word: 'Faturado',
      plural: 'Faturados',
      on: 'dhFaturamento',
      refuses: ['invoiced', 'Este orçamento já foi faturado.'],
    },
    fechado: {
      ...UNDER_WAY,
      n: 2,
      word: 'Fechado',
      plural: 'Fechados',
      on: 'dhFechamento',
      refuses: ['closed', 'Este orçamento já foi fechado.'],
    },
    aberto: { ...OPEN, n: 0, word: 'Aberto', plural: 'Abertos' },
  },
  writes: { head: { from: ['aberto'] }, lists: { from: ['aberto'] } },
  verbs: {
    fecha: {
      from: ['aberto'],
      sets: 'dhFechamento',
      key: 'dispatch',
      label: 'Fechar',
      past: 'Fechou',
      failed: 'Não foi possível fechar este orçamento',
    },
    fatura: {
      from: ['aberto', 'fechado'],
      sets: 'dhFaturamento',
      key: 'invoice',
      label: 'Faturar',
      past: 'Faturou',
      done: 'Orçamento faturado.',
      failed: 'Não foi possível faturar',
    },
    cancela: {
      ...CANCEL,
      from: ['aberto', 'fechado'],
      reason: { kind: 'cancelamento', in: 'xMotivoCancelamento' },
      label: 'Cancelar o orçamento',
      will: 'O orçamento fica cancelado e não pode mais ser alterado.',
      done: 'Orçamento cancelado.',
      // The specification's own wording (document 2, section 9).
      failed: 'Não foi possível cancelar esta orcamento',
    },
    duplica: { ...COPY, failed: 'Não foi possível duplicar' },
    agrupa: { from: ['aberto'], label: 'Agrupar', past: 'Agrupou' },
  },
})
