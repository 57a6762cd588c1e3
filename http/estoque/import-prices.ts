import { sql } from 'drizzle-orm'
import { decimal, HUNDRED } from '../../core/money/decimal'
import { marginOf, priceByMargin, priceByMarkup } from '../../core/pricing/margin'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import type { Row } from '../platform/resource'

const RATE_DECIMALS = 4

/**
 * Price, margin and markup follow each other as on the product's screen: a price decides both rates, else the margin, else the markup. Cost
 * is the average of the chosen company, else the register's; without one nothing follows.
 */
export async function followCost(
  ctx: Ctx,
  rows: readonly { readonly values: Row; readonly before: Row | undefined }[],
): Promise<void> {
  const ids = [...new Set(rows.map(({ values }) => values.mercadoria_id).filter((id) => typeof id === 'number'))]
  const found = await rowsOf(
    ctx,
    sql`select m.id, m.decimal_preco, (case when s."vCustoMedio" > 0 then s."vCustoMedio" else m.custo end)::text as cost
        from mercadoria m left join mercadoria_saldo s on s.mercadoria_id = m.id and s.empresa_id = ${ctx.actor.empresa_id}
        where m.id = any (${intArray(ids)}::int[])`,
  )
  const products = new Map(found.map((row) => [row.id, row]))
  for (const { values } of rows) {
    const product = products.get(values.mercadoria_id)
    const cost = String(product?.cost ?? '0')
    if (decimal(cost).isZero()) continue
    const price = priceOf(values, cost, Number(product?.decimal_preco ?? 2))
    if (price === undefined) continue
    const { pMargem, pMarkup } = marginOf(price, cost)
    const rate = (fraction: typeof pMarkup) => fraction?.times(HUNDRED).toFixed(RATE_DECIMALS) ?? null
    Object.assign(values, {
      vUnTrib: decimal(price).toFixed(RATE_DECIMALS),
      pMargem: rate(pMargem),
      pMarkup: rate(pMarkup),
    })
  }
}

function priceOf(values: Row, cost: string, decimals: number): string | undefined {
  const [price, margin, markup] = ['vUnTrib', 'pMargem', 'pMarkup'].map((name) =>
    typeof values[name] === 'string' ? values[name] : undefined,
  )
  if (price !== undefined) return price
  if (margin !== undefined) return priceByMargin(cost, decimal(margin).div(HUNDRED), decimals).toString()
  return markup === undefined ? undefined : priceByMarkup(cost, decimal(markup).div(HUNDRED), decimals).toString()
}
