import type { TitleEvent } from '../../core/fields/financeiro/titulos'
import type { Amount } from '../../core/money/decimal'
import type { Posting } from '../documents/ledger'
import type { RecordOf, Row } from '../platform/resource'
import { contasPagar, contasReceber } from './registers'

/** Receivables or payables; each has its own register and one ledger column. */
export const KINDS = {
  receber: { resource: contasReceber, person: 'cliente_id', column: 'contas_receber_id' },
  pagar: { resource: contasPagar, person: 'fornecedor_id', column: 'contas_pagar_id' },
} as const

export type TitleKind = keyof typeof KINDS
/** What both kinds have. */
export type Title = RecordOf<typeof contasReceber | typeof contasPagar>

/** The customer that owes a title, or the supplier that it is owed to. */
export const personOf = (kind: TitleKind, title: Row): number => Number(title[KINDS[kind].person])

/** A title of either kind. */
export interface TitleRef {
  readonly kind: TitleKind
  readonly id: number
}

/** A row that is added to a title; the day is today where it is not told. */
export interface Move extends TitleRef {
  readonly evento: TitleEvent
  /** Positive raises the balance. */
  readonly valor: Amount
  readonly dMovimento?: string | undefined
  readonly estorno_de?: number
}

/** Titles that are held, by kind and number. */
export class Held {
  readonly #known: ReadonlyMap<string, Title>
  constructor(readonly all: readonly (TitleRef & { readonly title: Title })[]) {
    this.#known = new Map(all.map(({ kind, id, title }) => [`${kind} ${id}`, title]))
  }

  /** The title as it stood when it was held. */
  get({ kind, id }: TitleRef): Title {
    const title = this.#known.get(`${kind} ${id}`)
    if (!title) throw new Error(`The title ${kind} ${id} is not held.`)
    return title
  }
}

/** A title that was moved: as it is now. */
export interface Moved extends TitleRef {
  readonly record: Title
}

/** Adds rows to titles, which are held while it says what becomes of them. */
export type Moving = (
  refs: readonly TitleRef[],
  acao: string | null,
  made: (held: Held) => readonly Move[],
) => Posting<readonly Moved[]>

/** How much of a title is settled. */
export interface Part {
  readonly id: number
  readonly valor: Amount
}
