import type { Ctx } from '../platform/context'
import type { Resource, Row } from '../platform/resource'

/** Figures of the dashboard, read by one statement. */
export interface Figures {
  /** Every one of them must be open to the caller. */
  readonly of: readonly Resource[]
  readonly read: (ctx: Ctx) => Promise<Row>
}

/** A count and its amount, as the dashboard takes them. */
export const figure = (row: Row | undefined, name: string) => ({
  qtd: Number(row?.[`${name}_qtd`] ?? 0),
  vTotal: Number(row?.[`${name}_total`] ?? 0),
})
