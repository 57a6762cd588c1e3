import { type Lifecycle, transitions } from './lifecycle'

/** The dates that a purchase order's state follows from (document 2, section 4). */
export interface PurchaseDates {
  readonly dhFechamento: string | null
  readonly dhFinalizacao: string | null
  readonly dhCancelamento: string | null
}

export type PurchaseStatus = 'aberto' | 'fechado' | 'finalizado' | 'cancelado'

const cancelled = {
  when: (one: PurchaseDates) => one.dhCancelamento !== null,
  code: 'cancelled',
  message: 'Este pedido de compra está cancelado.',
}
const finalised = {
  when: (one: PurchaseDates) => one.dhFinalizacao !== null,
  code: 'finalised',
  message: 'Este pedido de compra já foi finalizado.',
}
const closed = {
  when: (one: PurchaseDates) => one.dhFechamento !== null,
  code: 'closed',
  message: 'Este pedido de compra já foi fechado.',
}
const open = {
  when: (one: PurchaseDates) => one.dhFechamento === null,
  code: 'not_closed',
  message: 'Feche o pedido de compra antes de finalizar.',
}

/** The life of a purchase order: open, closed (approved), finalised (its entry exists); cancelled from any of them. */
export const pedidoCompraLifecycle: Lifecycle<PurchaseDates, PurchaseStatus> = {
  name: 'pedido de compra',
  status: (one) =>
    one.dhCancelamento ? 'cancelado' : one.dhFinalizacao ? 'finalizado' : one.dhFechamento ? 'fechado' : 'aberto',
  transitions: transitions<PurchaseDates>({
    altera: [cancelled, finalised],
    altera_itens: [cancelled, finalised],
    fecha: [cancelled, finalised, closed],
    finaliza: [cancelled, finalised, open],
    cancela: [cancelled],
    duplica: [],
  }),
}

/** The date that a purchase request's state follows from. */
export interface RequestDates {
  readonly dhGeracao: string | null
}

export type RequestStatus = 'aberta' | 'gerada'

const generated = {
  when: (one: RequestDates) => one.dhGeracao !== null,
  code: 'generated',
  message: 'Esta solicitação já gerou seus pedidos de compra.',
}

/** The life of a purchase request: open, while its items are approved or refused; generated, when they became purchase orders. */
export const solicitacaoLifecycle: Lifecycle<RequestDates, RequestStatus> = {
  name: 'solicitação',
  status: (one) => (one.dhGeracao ? 'gerada' : 'aberta'),
  transitions: transitions<RequestDates>({
    altera: [generated],
    altera_itens: [generated],
    gerarSolicitacao: [generated],
  }),
}

/** The dates that the state of one requested item follows from (T2-026 to T2-029). */
export interface RequestItemDates {
  readonly aprovado_em: string | null
  readonly reprovado_em: string | null
}

export type RequestItemStatus = 'pendente' | 'aprovado' | 'reprovado'

export function requestItemStatus(one: RequestItemDates): RequestItemStatus {
  return one.reprovado_em ? 'reprovado' : one.aprovado_em ? 'aprovado' : 'pendente'
}

/**
 * What a change of one date does to both: refusing clears the approval and approving the refusal; clearing undoes. Where both come, the
 * refusal wins, as a refused item is never bought.
 */
export function decideItem(before: RequestItemDates, change: Partial<RequestItemDates>): RequestItemDates {
  if (change.reprovado_em) return { aprovado_em: null, reprovado_em: change.reprovado_em }
  if (change.aprovado_em) return { aprovado_em: change.aprovado_em, reprovado_em: null }
  return {
    aprovado_em: change.aprovado_em === null ? null : before.aprovado_em,
    reprovado_em: change.reprovado_em === null ? null : before.reprovado_em,
  }
}
