import { given, type Row, was, type WebhookEvent } from '../event'

const TITLES = ['contas_receber', 'contas_pagar']
const amount = (value: unknown): number => Number(given(value) ? value : 0)

/** It is new, and something is owed. */
export const opened = (before: Row | undefined, after: Row): boolean => before === undefined && amount(after.vSaldo) > 0

/** Its last cent was paid: the balance is gone, and not because it was cancelled. */
export const settled = (before: Row | undefined, after: Row): boolean =>
  amount(before?.vSaldo) > 0 && amount(after.vSaldo) === 0 && amount(after.vPago) > 0 && !given(after.dhCancelamento)

export const financeiro: readonly WebhookEvent[] = [
  { type: 'TITULO_ABERTO', label: 'Título aberto', resources: TITLES, happened: opened },
  { type: 'TITULO_BAIXADO', label: 'Título baixado', resources: TITLES, happened: settled },
  { type: 'TITULO_CANCELADO', label: 'Título cancelado', resources: TITLES, happened: was('dhCancelamento') },
]
