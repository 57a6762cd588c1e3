import { sql } from 'drizzle-orm'
import { formatNumber } from '../../core/br/number'
import { decimal, type Decimal, ZERO } from '../../core/money/decimal'
import { after, balance, type Balance, issue, type Movement, receipt, reversal } from '../../core/stock/balance'
import { apportion } from '../../core/tax/apportion'
import { type Ctx, rowsOf } from '../platform/context'
import { ApiError, invalid } from '../platform/errors'
import { intArray } from '../platform/engine/query'
import { insertRows, patchRows } from '../platform/engine/write'
import { MESSAGES } from '../platform/parse'
import { tellLowStock } from '../cadastros/empresa/webhook/emit'
import { mercadoriaSaldo, movimentoEstoque } from './mercadoria'

/** The document that moves stock. */
export interface StockDocument {
  readonly documento: string
  readonly documento_id: number
  readonly empresa_id: number
}

/** Goods that come in: quantities and costs as stored text. */
export interface Inbound {
  readonly mercadoria_id: number
  readonly armazenamento_id: number
  readonly item_id: number
  readonly quantity: string
  readonly cost: string
}

/** Goods that leave. The preferred location is emptied first, then the others of the company. */
export interface Outbound {
  readonly mercadoria_id: number
  readonly armazenamento_id: number | null
  readonly item_id: number
  readonly quantity: string
  readonly label: string
}

interface Posting extends Movement {
  readonly mercadoria_id: number
  readonly armazenamento_id: number
  readonly item_id: number
  readonly estorno: boolean
}

/** Adds goods to the ledger and to the balances, in the caller's transaction. Throws 422 for a location that is not the company's, or is blocked. */
export async function receive(ctx: Ctx, document: StockDocument, goods: readonly Inbound[]): Promise<void> {
  await assertLocations(ctx, document.empresa_id, goods)
  await lockBalances(
    ctx,
    document.empresa_id,
    goods.map((one) => one.mercadoria_id),
  )
  await post(
    ctx,
    document,
    goods.map((one) => ({ ...one, ...receipt(one.quantity, one.cost), estorno: false })),
  )
}

/**
 * Takes goods out at average cost. Throws 400 `no_stock`, naming every product that lacks, unless `allowNegative`;
 * then what is missing leaves the preferred location, whose balance becomes negative. Throws 422 as `receive` does.
 */
export async function dispatch(
  ctx: Ctx,
  document: StockDocument,
  goods: readonly Outbound[],
  { allowNegative }: Shortage,
): Promise<void> {
  await assertLocations(ctx, document.empresa_id, goods)
  const ids = goods.map((one) => one.mercadoria_id)
  const stock = await lockBalances(ctx, document.empresa_id, ids)
  const locations = await locationsOf(ctx, document.empresa_id)
  const shelves = await shelvesOf(ctx, document.empresa_id, ids)
  const postings: Posting[] = []
  const missing: Missing[] = []
  for (const one of goods) {
    let balanceNow = stock.get(one.mercadoria_id) ?? EMPTY
    const parts = pick(one, { shelves, locations })
    missing.push({ label: one.label, quantity: parts.missing })
    for (const part of parts.taken) {
      const movement = issue(balanceNow, part.quantity)
      balanceNow = after(balanceNow, movement)
      postings.push({
        mercadoria_id: one.mercadoria_id,
        item_id: one.item_id,
        armazenamento_id: part.armazenamento_id,
        estorno: false,
        ...movement,
      })
    }
    stock.set(one.mercadoria_id, balanceNow)
  }
  if (!allowNegative) assertNothingMissing(missing)
  await post(ctx, document, postings)
}

/**
 * Undoes every movement of a document. What came back lies where it lay; what has to leave again is taken from where it came in, then from
 * the company's other open locations. Throws 400 `no_stock` as `dispatch` does, where goods have left meanwhile.
 */
export async function reverse(
  ctx: Ctx,
  document: StockDocument,
  { allowNegative }: Shortage = { allowNegative: false },
): Promise<void> {
  const rows = await movedBy(ctx, document)
  const ids = rows.map((row) => row.mercadoria_id)
  const stock = await lockBalances(ctx, document.empresa_id, ids)
  const locations = await openLocations(ctx, document.empresa_id)
  const shelves = await shelvesOf(ctx, document.empresa_id, ids)
  const missing: Missing[] = []
  const postings = rows.flatMap(({ value, label, ...row }): Posting[] => {
    const balanceNow = stock.get(row.mercadoria_id) ?? EMPTY
    const undone = reversal(balanceNow, { quantity: row.quantity, value })
    stock.set(row.mercadoria_id, after(balanceNow, undone))
    if (undone.quantity.cmp(ZERO) >= 0) return [{ ...row, ...undone, estorno: true }]
    const parts = pick(row, { shelves, locations })
    missing.push({ label, quantity: parts.missing })
    const values = apportion(
      ZERO.minus(undone.value),
      parts.taken.map((part) => part.quantity),
    )
    return parts.taken.map(({ armazenamento_id, quantity }, at) => ({
      ...row,
      armazenamento_id,
      quantity: ZERO.minus(quantity),
      value: ZERO.minus(values[at] ?? ZERO),
      estorno: true,
    }))
  })
  if (!allowNegative) assertNothingMissing(missing)
  await post(ctx, document, postings)
}

/** What an item of a document has moved at a location, net: quantity and value as stored text. */
interface Moved extends Omit<Inbound, 'cost'> {
  readonly value: string
  readonly label: string
}

/** What a document has moved and not undone, by product, location and item. */
async function movedBy(ctx: Ctx, document: StockDocument): Promise<Moved[]> {
  const rows = await rowsOf(
    ctx,
    sql`select m.mercadoria_id, m.armazenamento_id, m.item_id, p."xProd", sum(m."qTrib")::text as quantity, sum(m."vCusto")::text as value
        from movimento_estoque m join mercadoria p on p.id = m.mercadoria_id
        where m.documento = ${document.documento} and m.documento_id = ${document.documento_id} and m.empresa_id = ${document.empresa_id}
        group by 1, 2, 3, 4 having sum(m."qTrib") <> 0 or sum(m."vCusto") <> 0 order by 1, 2`,
  )
  return rows.map((row) => ({
    mercadoria_id: Number(row.mercadoria_id),
    armazenamento_id: Number(row.armazenamento_id),
    item_id: Number(row.item_id),
    quantity: String(row.quantity),
    value: String(row.value),
    label: String(row.xProd),
  }))
}

/** May goods leave that are not there? */
interface Shortage {
  readonly allowNegative: boolean
}

interface Missing {
  readonly label: string
  readonly quantity: Decimal
}

function assertNothingMissing(all: readonly Missing[]): void {
  const missing = all.filter((one) => one.quantity.cmp(ZERO) > 0)
  if (missing.length === 0) return
  const told = missing.slice(0, 20).map((one) => `${one.label} (faltam ${shown(one.quantity)})`)
  throw new ApiError(400, 'no_stock', `Estoque insuficiente: ${told.join('; ')}.`)
}

/** A quantity as people read it, without zeros that say nothing. */
const shown = (quantity: Decimal): string => formatNumber(quantity, 4).replace(/,?0+$/, '')

const EMPTY = balance({ quantity: 0, value: 0, averageCost: 0 })

/** Locks the company's balances of some products, always in the same order, making those that do not exist yet. */
async function lockBalances(ctx: Ctx, empresa_id: number, ids: readonly number[]): Promise<Map<number, Balance>> {
  const wanted = intArray([...new Set(ids)].sort((a, b) => a - b))
  await ctx.db.execute(sql`
    insert into mercadoria_saldo (empresa_id, mercadoria_id) select ${empresa_id}, id from unnest(${wanted}::int[]) id
    on conflict (empresa_id, mercadoria_id) do nothing`)
  const rows = await rowsOf(
    ctx,
    sql`select mercadoria_id, q_total, "vTotal", "vCustoMedio" from mercadoria_saldo
        where empresa_id = ${empresa_id} and mercadoria_id = any (${wanted}::int[]) order by mercadoria_id for update`,
  )
  return new Map(
    rows.map((row) => [
      Number(row.mercadoria_id),
      balance({ quantity: String(row.q_total), value: String(row.vTotal), averageCost: String(row.vCustoMedio) }),
    ]),
  )
}

/** Writes the ledger rows and the balances that follow from them. The balances are locked. */
async function post(ctx: Ctx, document: StockDocument, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return
  await insertRows(
    ctx,
    movimentoEstoque,
    postings.map((one) => ({
      ...document,
      mercadoria_id: one.mercadoria_id,
      armazenamento_id: one.armazenamento_id,
      item_id: one.item_id,
      qTrib: one.quantity.toFixed(4),
      vCusto: one.value.toFixed(2),
      estorno: one.estorno,
      user_id: ctx.actor.id || null,
    })),
  )
  await moveTotals(ctx, document.empresa_id, postings)
  await moveShelves(ctx, document.empresa_id, postings)
}

async function moveTotals(ctx: Ctx, empresa_id: number, postings: readonly Posting[]): Promise<void> {
  const stock = await storedTotals(
    ctx,
    empresa_id,
    postings.map((one) => one.mercadoria_id),
  )
  for (const one of postings) {
    const row = stock.get(one.mercadoria_id)
    if (row) row.now = after(row.now, one)
  }
  await patchRows(
    ctx,
    mercadoriaSaldo,
    [...stock.values()].map(({ id, now }) => ({
      id,
      q_total: now.quantity.toFixed(4),
      vTotal: now.value.toFixed(2),
      vCustoMedio: now.averageCost.toFixed(4),
    })),
  )
  await tellLowStock(
    ctx,
    empresa_id,
    [...stock].map(([mercadoria_id, { before, now }]) => ({ mercadoria_id, before, after: now.quantity.toFixed(4) })),
  )
}

async function storedTotals(
  ctx: Ctx,
  empresa_id: number,
  ids: readonly number[],
): Promise<Map<number, { id: number; before: string; now: Balance }>> {
  const rows = await rowsOf(
    ctx,
    sql`select id, mercadoria_id, q_total, "vTotal", "vCustoMedio" from mercadoria_saldo
        where empresa_id = ${empresa_id} and mercadoria_id = any (${intArray([...new Set(ids)])}::int[])`,
  )
  const read = (row: Record<string, unknown>) =>
    balance({ quantity: String(row.q_total), value: String(row.vTotal), averageCost: String(row.vCustoMedio) })
  return new Map(
    rows.map((row) => [Number(row.mercadoria_id), { id: Number(row.id), before: String(row.q_total), now: read(row) }]),
  )
}

async function moveShelves(ctx: Ctx, empresa_id: number, postings: readonly Posting[]): Promise<void> {
  const rows = postings.map((one) => ({
    empresa_id,
    mercadoria_id: one.mercadoria_id,
    armazenamento_id: one.armazenamento_id,
    qDisp: one.quantity.toFixed(4),
  }))
  await ctx.db.execute(sql`
    insert into mercadoria_armazenamento (empresa_id, mercadoria_id, armazenamento_id, "qDisp")
    select empresa_id, mercadoria_id, armazenamento_id, sum("qDisp")
    from jsonb_populate_recordset(null::mercadoria_armazenamento, ${JSON.stringify(rows)}::jsonb) group by 1, 2, 3 order by 2, 3
    on conflict (mercadoria_id, armazenamento_id) do update set "qDisp" = mercadoria_armazenamento."qDisp" + excluded."qDisp"`)
}

/** What lies where, by product and location. */
type Shelves = Map<string, Decimal>

const shelf = (mercadoria_id: number, armazenamento_id: number) => `${mercadoria_id}/${armazenamento_id}`

async function shelvesOf(ctx: Ctx, empresa_id: number, ids: readonly number[]): Promise<Shelves> {
  const rows = await rowsOf(
    ctx,
    sql`select mercadoria_id, armazenamento_id, "qDisp" from mercadoria_armazenamento
        where empresa_id = ${empresa_id} and mercadoria_id = any (${intArray([...new Set(ids)])}::int[])`,
  )
  return new Map(
    rows.map((row) => [shelf(Number(row.mercadoria_id), Number(row.armazenamento_id)), decimal(String(row.qDisp))]),
  )
}

/** The company's open locations, the usual one first. */
async function openLocations(ctx: Ctx, empresa_id: number): Promise<readonly number[]> {
  const rows = await rowsOf(
    ctx,
    sql`select id from armazenamento where empresa_id = ${empresa_id} and not bloqueado order by padrao desc, id`,
  )
  return rows.map((row) => Number(row.id))
}

/** The same, of a company that must have one. */
async function locationsOf(ctx: Ctx, empresa_id: number): Promise<readonly number[]> {
  const locations = await openLocations(ctx, empresa_id)
  if (locations.length === 0)
    throw new ApiError(400, 'no_location', 'Cadastre um local de estoque antes de movimentar mercadorias.')
  return locations
}

/** The location that goods come into or leave when a document names none. */
export async function defaultLocation(ctx: Ctx, empresa_id: number): Promise<number> {
  return (await locationsOf(ctx, empresa_id))[0] ?? 0
}

interface Picked {
  readonly taken: readonly { readonly armazenamento_id: number; readonly quantity: Decimal }[]
  readonly missing: Decimal
}

/** Where a quantity is taken from; what no location has is taken from the first one and told as missing. */
function pick(
  one: Omit<Outbound, 'label'>,
  place: { readonly shelves: Shelves; readonly locations: readonly number[] },
): Picked {
  const first = one.armazenamento_id ?? place.locations[0] ?? 0
  const taken: { armazenamento_id: number; quantity: Decimal }[] = []
  let missing = decimal(one.quantity)
  for (const armazenamento_id of new Set([first, ...place.locations])) {
    const key = shelf(one.mercadoria_id, armazenamento_id)
    const there = place.shelves.get(key) ?? ZERO
    const quantity = there.cmp(missing) < 0 ? there : missing
    if (quantity.cmp(ZERO) <= 0) continue
    taken.push({ armazenamento_id, quantity })
    place.shelves.set(key, there.minus(quantity))
    missing = missing.minus(quantity)
  }
  if (missing.cmp(ZERO) > 0) taken.push({ armazenamento_id: first, quantity: missing })
  return { taken, missing }
}

/** The locations that goods name are the company's and open: whoever posts here, no shelf of another company moves. Throws 422. */
async function assertLocations(
  ctx: Ctx,
  empresa_id: number,
  goods: readonly { readonly armazenamento_id: number | null }[],
): Promise<void> {
  const wanted = [...new Set(goods.map((one) => one.armazenamento_id).filter((id) => id !== null))]
  if (wanted.length === 0) return
  const rows = await rowsOf(
    ctx,
    sql`select bloqueado from armazenamento where empresa_id = ${empresa_id} and id = any (${intArray(wanted)}::int[])`,
  )
  if (rows.length < wanted.length) throw invalid({ armazenamento_id: [MESSAGES.ref] })
  if (rows.some((row) => row.bloqueado)) throw invalid({ armazenamento_id: ['O local de estoque está bloqueado.'] })
}
