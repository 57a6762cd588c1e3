import { sql } from 'drizzle-orm'
import type { Original, ReturnKind } from '../../documents/returning'
import { type Ctx, rowsOf } from '../../platform/context'

/** A line of a sale, and what other returns took of it: those that were closed, and not cancelled. */
export interface Sold extends Original {
  readonly venda_mercadoria_id: number
  readonly takenCost: string
}

/** The lines of a sale, by their number. `but` is the return that asks. */
export async function soldLines(ctx: Ctx, venda_id: number, but = 0): Promise<Map<number, Sold>> {
  const rows = await rowsOf(
    ctx,
    sql`select s.id, s.mercadoria_id, s."xProd", s.un, s."qTrib", s."vTotal", b.q, b.v, b.c
        from venda_mercadoria s cross join lateral (
          select coalesce(sum(i.devolver), 0) as q, coalesce(sum(i."vTotal"), 0) as v, coalesce(sum(i."vCusto"), 0) as c
          from venda_devolucao_mercadoria i join venda_devolucao d on d.id = i.venda_devolucao_id
          where i.venda_mercadoria_id = s.id and d.id <> ${but} and d."dhFechamento" is not null and d."dhCancelamento" is null) b
        where s.venda_id = ${venda_id} order by s.id`,
  )
  return new Map(
    rows.map((row) => [
      Number(row.id),
      {
        venda_mercadoria_id: Number(row.id),
        mercadoria_id: Number(row.mercadoria_id),
        xProd: String(row.xProd ?? ''),
        un: row.un === null ? null : String(row.un),
        quantity: String(row.qTrib),
        value: String(row.vTotal),
        takenQuantity: String(row.q),
        takenValue: String(row.v),
        takenCost: String(row.c),
      },
    ]),
  )
}

/** How lines of a return of a sale say it. */
export const SOLD: ReturnKind<Sold> = {
  of: 'venda_mercadoria_id',
  quantity: 'devolver',
  left: 'qTrib',
  whose: 'da venda',
  came: 'foram vendidos',
}

/** Returns of a sale. */
export const OF_SALE = { table: 'venda_devolucao', field: 'venda_id', code: 'returned', whose: 'desta venda' }
