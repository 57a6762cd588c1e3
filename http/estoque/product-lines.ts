import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import type { Draft, Row } from '../platform/resource'

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
    sql`select m.id, m."xProd", m.unidade_id, u.un, u.decimal, m.controla_lote, m.custo, s."vCustoMedio"
        from mercadoria m left join unidade u on u.id = m.unidade_id
        left join mercadoria_saldo s on s.mercadoria_id = m.id and s.empresa_id = ${empresa_id}
        where m.id = any (${intArray(wanted)}::int[])`,
  )
  return new Map(rows.map((row) => [Number(row.id), row]))
}

/** Lines that name a product keep, of what it is now, what they show of it later: description and unit, unless `kept` says otherwise. */
export async function keepProducts(
  ctx: Ctx,
  drafts: readonly Draft[],
  kept: (product: Row, line: Row) => Row = ({ xProd, un }) => ({ xProd, un }),
): Promise<void> {
  const named = drafts.filter(({ values }) => values.mercadoria_id !== undefined)
  const idOf = ({ values }: Draft): number => Number(values.mercadoria_id)
  const products = await loadProducts(ctx, named.map(idOf))
  for (const draft of named) {
    const product = products.get(idOf(draft))
    if (product) Object.assign(draft.values, kept(product, draft.values))
  }
}

/** What one unit of a product costs the company: the average cost of its stock, else the register's. Stored text. */
export function unitCostOf(product: Row | undefined): string {
  const average = Number(product?.vCustoMedio ?? 0)
  return String(average > 0 ? product?.vCustoMedio : (product?.custo ?? 0))
}
