import { type SQL, sql } from 'drizzle-orm'
import { gtin14, gtinForms } from '../../core/br/gtin'
import { type Ctx, rowsOf } from '../platform/context'
import { ApiError } from '../platform/errors'
import { hold } from '../platform/engine/hold'
import { type Draft, faultName } from '../platform/resource'

/** Is a stored code one of these? With and without the zeros before a GTIN, by the column's index. */
export const isOneCode = (column: SQL, codes: readonly string[]): SQL =>
  sql`${column} = any (array(select jsonb_array_elements_text(${JSON.stringify([...new Set(codes.flatMap(gtinForms))])}::jsonb)))`

/** A product that has a code, its main or an auxiliary one. `gtin` is filled to 14 digits. */
interface Owner {
  readonly gtin: string
  readonly id: number
  readonly xProd: string
}

/** The products that have any of these codes: one query, whatever the number of codes. */
export async function ownersOf(ctx: Pick<Ctx, 'db'>, codes: readonly string[]): Promise<Owner[]> {
  if (codes.length === 0) return []
  const rows = await rowsOf(
    ctx,
    sql`select m."cEAN" as code, m.id, m."xProd" from mercadoria m where ${isOneCode(sql`m."cEAN"`, codes)}
        union select e."cEAN", m.id, m."xProd" from mercadoria_ean_auxiliar e join mercadoria m on m.id = e.mercadoria_id
          where ${isOneCode(sql`e."cEAN"`, codes)} order by 2`,
  )
  return rows.map((row) => ({ gtin: gtin14(String(row.code)), id: Number(row.id), xProd: String(row.xProd) }))
}

/** Holds codes until the transaction ends, so that no other one gives them away meanwhile. */
export const holdCodes = (ctx: Ctx, gtins: readonly string[]): Promise<void> => hold(ctx, 'gtin', gtins)

/**
 * One code belongs to one product, as its main code or an auxiliary one: a scan, an invoice or a sheet that names it could not choose. Throws 409 with
 * the product that has it. `product` tells whose code a draft is; undefined for a new product.
 */
export async function assertOwnCodes(
  ctx: Ctx,
  drafts: readonly Draft[],
  product: (draft: Draft) => number | undefined,
): Promise<void> {
  const given = drafts.flatMap((draft) => {
    const { before, values } = draft
    const code = values.cEAN
    return typeof code === 'string' && code !== before?.cEAN ? [{ draft, gtin: gtin14(code), id: product(draft) }] : []
  })
  if (given.length === 0) return
  const gtins = given.map(({ gtin }) => gtin)
  await holdCodes(ctx, gtins)
  const owners = await ownersOf(ctx, gtins)
  const errors: Record<string, string[]> = {}
  for (const { draft, gtin, id } of given) {
    const other = owners.find((owner) => owner.gtin === gtin && owner.id !== id)
    if (other) errors[faultName(draft, 'cEAN')] = [`Este código de barras é da mercadoria ${other.id}, ${other.xProd}.`]
  }
  const [first] = Object.values(errors)
  if (first) throw new ApiError(409, 'conflict', first.join(' '), errors)
}
