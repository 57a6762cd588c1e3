/** A stored record, before and after a change. Amounts are decimal text, instants are text. */
type Row = Readonly<Record<string, unknown>>

/** Something that happens to a document, as other systems are told of it. */
export interface WebhookEvent {
  /** As webhooks name it; the first one is the default (spec N1-020, C1-057). */
  readonly type: string
  /** What people read. */
  readonly label: string
  /** The resources it happens to. */
  readonly resources: readonly string[]
  /** Did it happen between these two states of a record? `before` is undefined for a new one. */
  readonly happened: (before: Row | undefined, after: Row) => boolean
}

const given = (value: unknown): boolean => value !== null && value !== undefined && value !== ''
const was = (name: string) => (before: Row | undefined, after: Row) => !given(before?.[name]) && given(after[name])
const amount = (value: unknown): number => Number(given(value) ? value : 0)

/** Its last cent was paid: the balance is gone, and not because it was cancelled. */
const settled = (before: Row | undefined, after: Row): boolean =>
  amount(before?.vSaldo) > 0 && amount(after.vSaldo) === 0 && amount(after.vPago) > 0 && !given(after.dhCancelamento)

/** Low stock is no change of one record: the ledger tells it when a balance falls to its product's minimum. */
export const LOW_STOCK = 'ESTOQUE_BAIXO'

const TITLES = ['contas_receber', 'contas_pagar']

/** Every event, in the order in which people choose. */
export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [
  { type: 'PEDIDO_FATURADO', label: 'Venda faturada', resources: ['venda'], happened: was('dhFaturamento') },
  { type: 'ORCAMENTO_FECHADO', label: 'Orçamento fechado', resources: ['orcamento'], happened: was('dhFechamento') },
  {
    type: 'ORCAMENTO_CANCELADO',
    label: 'Orçamento cancelado',
    resources: ['orcamento'],
    happened: was('dhCancelamento'),
  },
  { type: 'VENDA_FECHADA', label: 'Venda fechada (expedida)', resources: ['venda'], happened: was('dhFechamento') },
  { type: 'VENDA_BLOQUEADA', label: 'Venda bloqueada', resources: ['venda'], happened: was('dhBloqueio') },
  { type: 'VENDA_CANCELADA', label: 'Venda cancelada', resources: ['venda'], happened: was('dhCancelamento') },
  { type: 'ENTRADA_FINALIZADA', label: 'Entrada finalizada', resources: ['entrada'], happened: was('dhFinalizacao') },
  { type: 'ENTRADA_CANCELADA', label: 'Entrada cancelada', resources: ['entrada'], happened: was('dhCancelamento') },
  {
    type: 'TITULO_ABERTO',
    label: 'Título aberto',
    resources: TITLES,
    happened: (before, after) => before === undefined && amount(after.vSaldo) > 0,
  },
  { type: 'TITULO_BAIXADO', label: 'Título baixado', resources: TITLES, happened: settled },
  { type: 'TITULO_CANCELADO', label: 'Título cancelado', resources: TITLES, happened: was('dhCancelamento') },
  { type: LOW_STOCK, label: 'Estoque no mínimo ou abaixo', resources: [], happened: () => false },
]

const byResource = Map.groupBy(
  WEBHOOK_EVENTS.flatMap((event) => event.resources.map((resource) => ({ resource, event }))),
  ({ resource }) => resource,
)

/** What a change of a record means to other systems; nothing for most. */
export function eventsOf(resource: string, before: Row | undefined, after: Row): readonly WebhookEvent[] {
  return (byResource.get(resource) ?? []).map(({ event }) => event).filter((event) => event.happened(before, after))
}

/** True for the name of an event. */
export const isEvent = (type: string): boolean => WEBHOOK_EVENTS.some((event) => event.type === type)
