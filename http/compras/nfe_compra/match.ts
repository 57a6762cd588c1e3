import { sql } from 'drizzle-orm'
import { gtin14 } from '../../../core/br/gtin'
import { gtinsOf, invoiceFactor } from '../../../core/fiscal/invoice-unit'
import type { NfeItem } from '../../../core/fiscal/nfe-types'
import { ownersOf } from '../../estoque/gtin'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'

/** Why an item of an invoice is taken to be a product. */
type MatchReason = 'codigo' | 'ean' | 'descricao'

/** The product that an item seems to be, and how many of our units one of the invoice's holds. */
export interface Match {
  readonly mercadoria_id: number
  readonly xProd: string
  readonly motivo: MatchReason
  readonly fatorConversao: string
  /** Nothing tells in which of the invoice's two units the product is counted. */
  readonly unsure: boolean
}

/** A product as an invoice is compared with it: its unit, and its codes filled to 14 digits. */
export interface KnownProduct {
  readonly id: number
  readonly xProd: string
  readonly un: string | null
  /** Of its unit. */
  readonly decimals: number | null
  readonly codes: readonly string[]
}

/** The code of a supplier's that a product was taken for before, of the goods with this bar code where one was told. */
interface Remembered {
  readonly codigo: string
  readonly cEAN: string
  readonly mercadoria_id: number
  readonly fatorConversao: string
}

/** A text list as one parameter. */
const list = (values: readonly string[]) => JSON.stringify([...new Set(values)])

/** The bar codes of an item, filled to 14 digits. */
const codesOf = (item: NfeItem): string[] => gtinsOf(item).map(gtin14)

/** The bar code by which an item is remembered beside the supplier's code: that of what is sold. Empty where it has none. */
export const rememberedGtin = (item: NfeItem): string => codesOf(item).at(-1) ?? ''

/**
 * Matches items by the supplier's code, then bar code, then description: a handful of queries, whatever the number of items. Two bar codes are two products,
 * whatever their code or description: makers give all colours one reference.
 */
export async function matchItems(
  ctx: Ctx,
  fornecedor_id: number,
  items: readonly NfeItem[],
): Promise<ReadonlyMap<number, Match>> {
  const [codes, owners, names] = [
    await byCode(ctx, fornecedor_id, items),
    await ownersOf(ctx, items.flatMap(gtinsOf)),
    await byName(ctx, items),
  ]
  const ids = [...codes.map((one) => one.mercadoria_id), ...owners.map((one) => one.id), ...names.values()]
  const products = await knownProducts(ctx, ids)
  const found = new Map<number, Match>()
  for (const item of items) {
    const told = (id: number | undefined, motivo: MatchReason, fator?: string): Match | undefined => {
      const product = products.get(id ?? 0)
      return product && { ...matched(item, product, fator), motivo }
    }
    const remembered = rememberedFor(item, codes, products)
    const gtins = codesOf(item)
    const owner = gtins.map((code) => owners.find(({ gtin }) => gtin === code)).find(Boolean)
    const named = names.get(item.xProd.trim())
    const match =
      told(remembered?.mercadoria_id, 'codigo', remembered?.fatorConversao) ??
      told(owner?.id, 'ean') ??
      told(mayBe(gtins, products.get(named ?? 0)) ? named : undefined, 'descricao')
    if (match) found.set(item.nItem, match)
  }
  return found
}

function matched(item: NfeItem, product: KnownProduct, remembered: string | undefined): Omit<Match, 'motivo'> {
  const { factor, unsure } =
    remembered === undefined ? invoiceFactor(item, product) : { factor: remembered, unsure: false }
  return { mercadoria_id: product.id, xProd: product.xProd, fatorConversao: factor, unsure }
}

/** Goods with bar codes are no product that has others. */
const mayBe = (gtins: readonly string[], product: KnownProduct | undefined): boolean =>
  product === undefined ||
  gtins.length === 0 ||
  product.codes.length === 0 ||
  product.codes.some((code) => gtins.includes(code))

/**
 * What the supplier's code stood for: of goods with the item's own bar code first. What was remembered without one holds unless the product has other
 * codes; of a box that holds several, whose code is not the product's, it holds in any case.
 */
function rememberedFor(
  item: NfeItem,
  codes: readonly Remembered[],
  products: ReadonlyMap<number, KnownProduct>,
): Remembered | undefined {
  const gtins = codesOf(item)
  const own = codes.filter((one) => one.codigo === item.cProd)
  const exact = own.find((one) => one.cEAN !== '' && gtins.includes(one.cEAN))
  if (exact) return exact
  const plain = own.find((one) => one.cEAN === '')
  if (plain && (Number(plain.fatorConversao) !== 1 || mayBe(gtins, products.get(plain.mercadoria_id)))) return plain
  const [first] = own
  const one = new Set(own.map((row) => row.mercadoria_id)).size === 1
  return gtins.length === 0 && one ? first : undefined
}

async function byCode(ctx: Ctx, fornecedor_id: number, items: readonly NfeItem[]): Promise<Remembered[]> {
  const rows = await rowsOf(
    ctx,
    sql`select codigo, "cEAN", mercadoria_id, "fatorConversao"::text as fator from mercadoria_fornecedor
        where fornecedor_id = ${fornecedor_id} and codigo in (select jsonb_array_elements_text(${list(items.map((one) => one.cProd))}::jsonb)) order by id desc`,
  )
  return rows.map((row) => ({
    codigo: String(row.codigo),
    cEAN: String(row.cEAN),
    mercadoria_id: Number(row.mercadoria_id),
    fatorConversao: String(row.fator),
  }))
}

/** By description: the first product that has it. */
async function byName(ctx: Ctx, items: readonly NfeItem[]): Promise<Map<string, number>> {
  const wanted = list(items.map((one) => one.xProd.trim()))
  const rows = await rowsOf(
    ctx,
    sql`select distinct on (key) key, m.id from (select jsonb_array_elements_text(${wanted}::jsonb) as key) w
        join mercadoria m on prumo_busca(m."xProd") = prumo_busca(key) order by key, m.id`,
  )
  return new Map(rows.map((row) => [String(row.key), Number(row.id)]))
}

/** Products with their units and codes, by id: one query. Those that are not there are missing. */
export async function knownProducts(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, KnownProduct>> {
  if (ids.length === 0) return new Map()
  const rows = await rowsOf(
    ctx,
    sql`select m.id, m."xProd", u.un, u.decimal, m."cEAN", array(select e."cEAN" from mercadoria_ean_auxiliar e where e.mercadoria_id = m.id) as others
        from mercadoria m left join unidade u on u.id = m.unidade_id where m.id = any (${intArray([...new Set(ids)])}::int[])`,
  )
  return new Map(
    rows.map((row) => {
      const others = Array.isArray(row.others) ? row.others : []
      const codes = [row.cEAN, ...others].filter((code) => typeof code === 'string' && code !== '')
      return [
        Number(row.id),
        {
          id: Number(row.id),
          xProd: String(row.xProd),
          un: typeof row.un === 'string' ? row.un : null,
          decimals: row.decimal === null ? null : Number(row.decimal),
          codes: codes.map((code) => gtin14(String(code))),
        },
      ]
    }),
  )
}
