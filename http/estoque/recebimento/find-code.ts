import { sql } from 'drizzle-orm'
import { gtin14 } from '../../../core/br/gtin'
import type { ProductCode } from '../../../core/receiving/reading'
import { type Ctx, rowsOf } from '../../platform/context'
import { isOneCode } from '../gtin'

/** A product that has a code, and how many of our units the code stands for. */
export interface Found {
  readonly mercadoria_id: number
  readonly xProd: string
  readonly holds: string
  /** One reading asks how many there are. */
  readonly asks: boolean
}

/**
 * The products that a code may be, the likeliest first: our own codes, those that suppliers print on boxes, and what the supplier of this entry calls them. The
 * codes of one reading are tried in their order.
 */
export async function productsOf(
  ctx: Ctx,
  codes: readonly ProductCode[],
  fornecedor_id: number | null,
): Promise<Found[]> {
  const found = []
  for (const code of codes) found.push(...(await productsBy(ctx, code, fornecedor_id)))
  return found
}

async function productsBy(ctx: Ctx, { by, code }: ProductCode, fornecedor_id: number | null): Promise<Found[]> {
  const supplier = sql`f.fornecedor_id = ${fornecedor_id}`
  const isCode = (column: string) => isOneCode(sql.raw(column), [code])
  const own = sql`select 1 as place, m.id, 1::numeric as holds, false as asks from mercadoria m where ${isCode('m."cEAN"')}
    union all select 1, e.mercadoria_id, 1, false from mercadoria_ean_auxiliar e where ${isCode('e."cEAN"')}`
  const printed = sql`select 2, c.mercadoria_id, c."qTrib", c."qtdVariavel" from mercadoria_codigo c where ${isCode('c.codigo')}`
  const theirs = sql`select 3, f.mercadoria_id, f."fatorConversao", false from mercadoria_fornecedor f where ${supplier} and f.codigo = ${code}`
  const ways =
    by === 'gtin'
      ? [
          own,
          printed,
          sql`select 3, f.mercadoria_id, f."fatorConversao", false from mercadoria_fornecedor f where ${supplier} and f."cEAN" = ${gtin14(code)}`,
        ]
      : by === 'supplier'
        ? [
            sql`select 0 as place, f.mercadoria_id as id, f."fatorConversao" as holds, false as asks from mercadoria_fornecedor f where ${supplier} and f.codigo = ${code}`,
            printed,
          ]
        : [own, printed, theirs, sql`select 4, m.id, 1, false from mercadoria m where m.codigo = ${code}`]
  const rows = await rowsOf(
    ctx,
    sql`select x.id, m."xProd", x.holds::text as holds, x.asks from (${sql.join(ways, sql` union all `)}) x join mercadoria m on m.id = x.id order by x.place, x.id limit 20`,
  )
  return rows.map((row) => ({
    mercadoria_id: Number(row.id),
    xProd: String(row.xProd),
    holds: String(row.holds),
    asks: row.asks === true,
  }))
}
