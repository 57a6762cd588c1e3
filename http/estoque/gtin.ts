import { type SQL, sql } from 'drizzle-orm'
import { gtin14, gtinForms } from '../../core/br/gtin'
import { type Ctx, rowsOf } from '../platform/context'
import { ApiError } from '../platform/errors'
import { hold } from '../platform/engine/hold'
import { type Draft, faultName } from '../platform/resource'

/** Is a stored code one of these? With and without the zeros before a GTIN, by the column's index. */
export const isOneCode = (column: SQL, codes: readonly string[]): SQL =>
  sql`${column} = any (array(select jsonb_array_elements_text(${JSON.stringify([...new Set(codes.flatMap(gtinForms))])}::jsonb)))`

/** A product that has a code: its main or an auxiliary one, or one that a supplier prints. `gtin` is filled to 14 digits. */
interface Owner {
  readonly gtin: string
  readonly id: number
  readonly xProd: string
  /** The supplier's, which may stand for several of the product's units. */
  readonly printed: boolean
}

/** The products that have any of these codes: one query, whatever the number of codes. */
export async function ownersOf(ctx: Pick<Ctx, 'db'>, codes: readonly string[]): Promise<Owner[]> {
  if (codes.length === 0) return []
  const rows = await rowsOf(
    ctx,
    sql`select m."cEAN" as code, m.id, m."xProd", false as printed from mercadoria m where ${isOneCode(sql`m."cEAN"`, codes)}
        union select e."cEAN", m.id, m."xProd", false from mercadoria_ean_auxiliar e join mercadoria m on m.id = e.mercadoria_id
          where ${isOneCode(sql`e."cEAN"`, codes)}
        union select c.codigo, m.id, m."xProd", true from mercadoria_codigo c join mercadoria m on m.id = c.mercadoria_id
          where ${isOneCode(sql`c.codigo`, codes)} order by 2`,
  )
  return rows.map((row) => ({
    gtin: gtin14(String(row.code)),
    id: Number(row.id),
    xProd: String(row.xProd),
    printed: row.printed === true,
  }))
}

/** Holds codes until the transaction ends, so that no other one gives them away meanwhile. */
export const holdCodes = (ctx: Ctx, gtins: readonly string[]): Promise<void> => hold(ctx, 'gtin', gtins)

/** Where a draft holds its code, and whose it is: undefined for a new product. */
interface CodeOf {
  readonly field: 'cEAN' | 'codigo'
  readonly product: (draft: Draft) => number | undefined
}

/**
 * One code belongs to one product, as its main code, an auxiliary one or one of a supplier: a scan, an invoice or a sheet that names it could not choose. Nor
 * is one both the product's and a supplier's, which may stand for several. Throws 409 with the product that has it.
 */
export async function assertOwnCodes(ctx: Ctx, drafts: readonly Draft[], { field, product }: CodeOf): Promise<void> {
  const given = drafts.flatMap((draft) => {
    const { before, values } = draft
    const code = values[field]
    return typeof code === 'string' && code !== before?.[field]
      ? [{ draft, gtin: gtin14(code), id: product(draft) }]
      : []
  })
  if (given.length === 0) return
  const gtins = given.map(({ gtin }) => gtin)
  await holdCodes(ctx, gtins)
  const owners = await ownersOf(ctx, gtins)
  const errors: Record<string, string[]> = {}
  const printed = field === 'codigo'
  for (const { draft, gtin, id } of given) {
    const others = owners.filter((owner) => owner.gtin === gtin && (owner.id !== id || owner.printed !== printed))
    const other = others.find((owner) => owner.id !== id) ?? others[0]
    if (other) errors[faultName(draft, field)] = [faultOf(other, id)]
  }
  const [first] = Object.values(errors)
  if (first) throw new ApiError(409, 'conflict', first.join(' '), errors)
}

const faultOf = ({ id, xProd, printed }: Owner, own: number | undefined): string => {
  if (id !== own) return `Este código de barras é da mercadoria ${id}, ${xProd}.`
  return printed
    ? 'Este código já está entre os códigos de barras dos fornecedores desta mercadoria.'
    : 'Este código já é da própria mercadoria.'
}
