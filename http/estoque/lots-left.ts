import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'

/** A lot that goods left of, and how much of it: amounts are text. */
export interface LeftLot {
  readonly nLote: string
  readonly dVal: string | null
  readonly dFab: string | null
  readonly quantity: string
}

/** A step of a document that took goods out. */
export interface Leaving {
  readonly documento: string
  readonly documento_id: number
  readonly passo: string
}

/** The lots that goods of a document left of, by its line, in the order in which they left: also those that were put elsewhere after they had left. */
export async function lotsLeftWith(
  ctx: Ctx,
  { documento, documento_id, passo }: Leaving,
): Promise<Map<number, readonly LeftLot[]>> {
  const rows = await rowsOf(
    ctx,
    sql`select m.item_id, o."nLote", o."dVal"::text as "dVal", o."dFab"::text as "dFab", (-sum(m."qTrib"))::text as quantity
        from movimento_estoque m join lancamento n on n.id = m.lancamento_id join mercadoria_lote o on o.id = m.lote_id
        where n.documento = ${documento} and n.documento_id = ${documento_id} and n.passo = ${passo}
        group by m.item_id, o.id having sum(m."qTrib") < 0 order by m.item_id, min(m.id)`,
  )
  const lots = rows.map((row) => ({
    item_id: Number(row.item_id),
    lot: {
      nLote: String(row.nLote),
      dVal: row.dVal === null ? null : String(row.dVal),
      dFab: row.dFab === null ? null : String(row.dFab),
      quantity: String(row.quantity),
    },
  }))
  return new Map([...Map.groupBy(lots, ({ item_id }) => item_id)].map(([id, its]) => [id, its.map(({ lot }) => lot)]))
}
