import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import type { Row } from '../platform/resource'

/** What documents keep of their products: description, unit, cost in a company; by id, one query. */
export async function loadProducts(
  ctx: Ctx,
  ids: readonly number[],
  empresa_id = ctx.actor.empresa_id,
): Promise<Map<number, Row>> {
  const wanted = [...new Set(ids)].filter(Number.isInteger)
  if (wanted.length === 0) return new Map()
  const rows = await rowsOf(
    ctx,
    sql`select m.id, m."xProd", m.unidade_id, u.un, u.decimal, m.custo, s."vCustoMedio"
        from mercadoria m left join unidade u on u.id = m.unidade_id
        left join mercadoria_saldo s on s.mercadoria_id = m.id and s.empresa_id = ${empresa_id}
        where m.id = any (${intArray(wanted)}::int[])`,
  )
  return new Map(rows.map((row) => [Number(row.id), row]))
}

/** What one unit of a product costs the company: the average cost of its stock, else the register's. Stored text. */
export function unitCostOf(product: Row | undefined): string {
  const average = Number(product?.vCustoMedio ?? 0)
  return String(average > 0 ? product?.vCustoMedio : (product?.custo ?? 0))
}
