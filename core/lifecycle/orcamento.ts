import { type Lifecycle, transitions } from './lifecycle'

/** The dates that a quote's state follows from (document 2, section 4). */
export interface QuoteDates {
  readonly dhFechamento: string | null
  readonly dhFaturamento: string | null
  readonly dhCancelamento: string | null
}

export type QuoteStatus = 'aberto' | 'fechado' | 'faturado' | 'cancelado'

const cancelled = {
  when: (one: QuoteDates) => one.dhCancelamento !== null,
  code: 'cancelled',
  message: 'Este orçamento está cancelado.',
}
const invoiced = {
  when: (one: QuoteDates) => one.dhFaturamento !== null,
  code: 'invoiced',
  message: 'Este orçamento já foi faturado.',
}
const closed = {
  when: (one: QuoteDates) => one.dhFechamento !== null,
  code: 'closed',
  message: 'Este orçamento já foi fechado.',
}

/** The life of a quote: open, closed (its venda exists), invoiced or cancelled. */
export const orcamentoLifecycle: Lifecycle<QuoteDates, QuoteStatus> = {
  name: 'orçamento',
  status: (quote) =>
    quote.dhCancelamento ? 'cancelado' : quote.dhFaturamento ? 'faturado' : quote.dhFechamento ? 'fechado' : 'aberto',
  transitions: transitions<QuoteDates>({
    altera: [cancelled, invoiced, closed],
    altera_itens: [cancelled, invoiced, closed],
    fecha: [cancelled, invoiced, closed],
    fatura: [cancelled, invoiced],
    cancela: [cancelled, invoiced],
    duplica: [],
  }),
}
