import { sql } from 'drizzle-orm'
import { NO_SURPLUS } from '../../../core/fields/estoque/inventario'
import { decimal, type Decimal, sum, ZERO } from '../../../core/money/decimal'
import { balance } from '../../../core/stock/balance'
import { AS_COUNTED, differenceOf, foundValue, type Settled, settleDifferences } from '../../../core/stock/count'
import { apportion } from '../../../core/tax/apportion'
import { CoreError } from '../../../core/errors'
import { type Ctx, rowsOf } from '../../platform/context'
import { patchRows } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { BOOKS_NOW } from './books-at'
import { type Inventory, mercadoriaInventarioItem } from './inventario'

/** What a count found against the books, and what that is worth. */

/** Most lines that differ in one count: they are posted in one transaction. */
const MOST_DIFFERENCES = 20_000

/** An item whose count is accepted. */
export interface Item {
  readonly id: number
  readonly mercadoria_id: number
  readonly xProd: string
  readonly un: string | null
  readonly armazenamento_id: number
  readonly lote_id: number | null
  readonly vCustoInformado: string | null
}

/** What differs of one product, and where. */
export interface Product {
  readonly mercadoria_id: number
  readonly settled: Settled<Item>
  /** What the surplus is worth, by item, in its order. */
  readonly values: readonly Decimal[]
}

/** Differences as they were written on the items, by product. */
function settledOf(rows: readonly { readonly item: Item; readonly difference: Decimal }[]): Settled<Item>[] {
  const byProduct = Map.groupBy(rows, ({ item }) => item.mercadoria_id)
  return [...byProduct.values()].map((its) =>
    settleDifferences(its.map(({ item, difference }) => ({ at: item, difference }))),
  )
}

interface Found {
  readonly item: Item
  readonly difference: Decimal
  /** Made of other goods, where a surplus of such is not adjusted. */
  readonly isLeft: boolean
}

/**
 * Judges what was counted and writes on each item what the books said, what differs and what that is worth. Throws 400 `cost_required` by the names of what
 * was found and has no known cost, `too_many`.
 */
export async function judge(ctx: Ctx, record: Inventory): Promise<Product[]> {
  const found = await foundOf(ctx, record)
  if (found.length > MOST_DIFFERENCES)
    throw badRequest('Há mais de 20.000 diferenças: divida a contagem em inventários menores.', 'too_many')
  const products = await valued(ctx, record, found)
  const worth = new Map(products.flatMap((one) => worthOf(one)))
  const left = new Map(products.flatMap(({ left: all }) => all.map(({ at, quantity }) => [at.id, quantity] as const)))
  // What nobody counts any more has no difference left of adjustments that were taken back.
  await ctx.db
    .execute(sql`update mercadoria_inventario_item i set "qEsperada" = i.esperada, diferenca = z.nothing, "vDiferenca" = z.nothing, versao = i.versao + 1
    from (select case when x.situacao = 'aceita' then 0 end as nothing, x.id from mercadoria_inventario_item x where x.mercadoria_inventario_id = ${record.id}
      and (x.situacao = 'aceita' or x.diferenca is not null)) z where i.id = z.id`)
  await patchRows(
    ctx,
    mercadoriaInventarioItem,
    found.map(({ item: { id }, difference }) => ({
      id,
      diferenca: difference.minus(left.get(id) ?? ZERO).toFixed(4),
      vDiferenca: (worth.get(id) ?? ZERO).toFixed(2),
    })),
  )
  return products.map(({ product }) => product)
}

/** The items that differ. */
async function foundOf(ctx: Ctx, record: Inventory): Promise<Found[]> {
  const expected = record.tpAjuste === AS_COUNTED ? BOOKS_NOW : sql`i.esperada`
  const rows = await rowsOf(
    ctx,
    sql`select i.id, i.mercadoria_id, i."xProd", i.un, i.armazenamento_id, i.lote_id, i."vCustoInformado", i."qContada", x.expected,
          exists (select from mercadoria_insumo n where n.mercadoria_id = i.mercadoria_id) as made
        from mercadoria_inventario_item i cross join lateral (select ${expected} as expected) x
        where i.mercadoria_inventario_id = ${record.id} and i.situacao = 'aceita' and i."qContada" <> x.expected
        order by i.id limit ${MOST_DIFFERENCES + 1}`,
  )
  return rows.map((row) => {
    const books = decimal(String(row.expected))
    const judged = { counted: decimal(String(row.qContada)), expected: books, now: books }
    const isLeft = row.made === true && record.tpAcaoProdAcabado === NO_SURPLUS
    return { item: itemOf(row), difference: differenceOf(judged, record.tpAjuste) ?? ZERO, isLeft }
  })
}

const itemOf = (row: Readonly<Record<string, unknown>>): Item => ({
  id: Number(row.id),
  mercadoria_id: Number(row.mercadoria_id),
  xProd: String(row.xProd),
  un: row.un === null ? null : String(row.un),
  armazenamento_id: Number(row.armazenamento_id),
  lote_id: row.lote_id === null ? null : Number(row.lote_id),
  vCustoInformado: row.vCustoInformado === null ? null : String(row.vCustoInformado),
})

interface Valued {
  readonly product: Product
  /** A surplus that is not adjusted. */
  readonly left: Settled<Item>['gained']
  /** What one unit that is missing is worth. */
  readonly average: Decimal
}

/** What the surplus of each product is worth, shared by where it was found. */
async function valued(ctx: Ctx, { empresa_id }: Inventory, found: readonly Found[]): Promise<Valued[]> {
  const balances = await balancesOf(ctx, empresa_id, [...new Set(found.map(({ item }) => item.mercadoria_id))])
  const unknown: string[] = []
  const all = [...Map.groupBy(found, ({ item }) => item.mercadoria_id)].map(([mercadoria_id, its]): Valued => {
    const all = settleDifferences(its.map(({ item, difference }) => ({ at: item, difference })))
    const isLeft = its.some((one) => one.isLeft)
    const [settled, left] = isLeft ? [{ ...all, gained: [] }, all.gained] : [all, []]
    const from = balances.get(mercadoria_id) ?? balance({ quantity: 0, value: 0, averageCost: 0 })
    const quantities = settled.gained.map(({ quantity }) => quantity)
    const total = sum(quantities)
    const told = settled.gained.find(({ at }) => at.vCustoInformado !== null)?.at.vCustoInformado ?? null
    const average = from.quantity.sign() > 0 ? from.value.div(from.quantity) : from.averageCost
    if (total.isZero()) return { product: { mercadoria_id, settled, values: [] }, average, left }
    try {
      const values = apportion(
        foundValue(from, total, told).toFixed(2),
        quantities.map((one) => one.toFixed(4)),
      )
      return { product: { mercadoria_id, settled, values }, average, left }
    } catch (error) {
      if (!(error instanceof CoreError) || error.code !== 'cost_required') throw error
      unknown.push(its[0]?.item.xProd ?? '')
      return { product: { mercadoria_id, settled, values: [] }, average, left }
    }
  })
  if (unknown.length > 0)
    throw badRequest(`Informe o custo do que foi encontrado: ${unknown.slice(0, 20).join('; ')}.`, 'cost_required')
  return all
}

async function balancesOf(ctx: Ctx, empresa_id: number, products: readonly number[]) {
  const rows = await rowsOf(
    ctx,
    sql`select m.id, coalesce(s.q_total, 0) as q, coalesce(s."vTotal", 0) as v, coalesce(s."vCustoMedio", 0) as average, m.custo
        from mercadoria m left join mercadoria_saldo s on s.mercadoria_id = m.id and s.empresa_id = ${empresa_id}
        where m.id = any (${`{${products.join(',')}}`}::int[])`,
  )
  return new Map(
    rows.map((row) => [
      Number(row.id),
      balance({
        quantity: String(row.q),
        value: String(row.v),
        averageCost: String(row.average),
        cost: String(row.custo ?? 0),
      }),
    ]),
  )
}

/** What each item gained or lost is worth: what is missing, at what a unit costs now. */
function worthOf({ product: { settled, values }, average }: Valued): (readonly [number, Decimal])[] {
  return [
    ...settled.gained.map(({ at }, n) => [at.id, values[n] ?? ZERO] as const),
    ...settled.lost.map(({ at, quantity }) => [at.id, quantity.times(average).round(2).neg()] as const),
  ]
}

/** The differences that were written on the items when the adjustments were made. */
export async function writtenDifferences(ctx: Ctx, record: Inventory): Promise<Settled<Item>[]> {
  const rows = await rowsOf(
    ctx,
    sql`select i.id, i.mercadoria_id, i."xProd", i.un, i.armazenamento_id, i.lote_id, i."vCustoInformado", i.diferenca from mercadoria_inventario_item i
        where i.mercadoria_inventario_id = ${record.id} and i.diferenca <> 0 order by i.id`,
  )
  return settledOf(rows.map((row) => ({ item: itemOf(row), difference: decimal(String(row.diferenca)) })))
}
