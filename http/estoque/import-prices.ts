import { sql } from 'drizzle-orm'
import { decimal } from '../../core/money/decimal'
import { priceRow, RATE_DECIMALS } from '../../core/pricing/price-row'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import type { Row } from '../platform/resource'

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
    const basis = { custo: String(product?.cost ?? '0'), decimal_preco: Number(product?.decimal_preco ?? 2) }
    const name = WRITABLE.find((one) => typeof values[one] === 'string')
    if (name === undefined || decimal(basis.custo).isZero()) continue
    const row = priceRow(name, String(values[name]), basis)
    if (row === null) continue
    const { vUnTrib, pMargem, pMarkup } = row
    const told = (rate: typeof pMarkup) => rate?.toFixed(RATE_DECIMALS) ?? null
    Object.assign(values, { vUnTrib: vUnTrib.toFixed(4), pMargem: told(pMargem), pMarkup: told(pMarkup) })
  }
}

/** What decides a row, the first that it has. */
const WRITABLE = ['vUnTrib', 'pMargem', 'pMarkup'] as const
