import { sql } from 'drizzle-orm'
import { decimal, type Decimal, sum, ZERO } from '../../../core/money/decimal'
import { type PersonCount, resolveCounts } from '../../../core/stock/count'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { insertRows, patchRows } from '../../platform/engine/write'
import { resourceNamed, type Row } from '../../platform/resource'
import { BOOKS_NOW, booksAt, movedBetween } from './books-at'

/** What counts of people come to, for each item. */

/** Goods that move this close to a count were, perhaps, on their way: they are counted again. */
const NEAR = sql`interval '60 seconds'`

/** What one person counts of an item: from what they said last, and what they added since. */
export interface OwnCount {
  readonly item_id: number
  readonly user_id: number
  readonly quantity: Decimal
  /** What the books said as it was last told. */
  readonly expected: Decimal
  /** Its first and its last reading. */
  readonly from: string
  readonly until: string
}

/** What people count of some items, each with the counts of all, in the order in which they were last told. */
export async function ownCounts(ctx: Ctx, items: readonly number[]): Promise<OwnCount[]> {
  const rows = await rowsOf(
    ctx,
    sql`select c.item_id, c.user_id, c.quantidade, c.soma, c.esperada, c."dhContagem"::text as dh from inventario_contagem c
        where c.item_id = any (${intArray(items)}::int[]) order by c.id`,
  )
  const counts = new Map<string, OwnCount>()
  for (const row of rows) {
    const [item_id, user_id, until] = [Number(row.item_id), Number(row.user_id), String(row.dh)]
    const key = `${item_id} ${user_id}`
    const before = row.soma === true ? counts.get(key) : undefined
    const quantity = (before?.quantity ?? ZERO).plus(String(row.quantidade))
    counts.delete(key)
    counts.set(key, {
      item_id,
      user_id,
      quantity,
      expected: decimal(String(row.esperada)),
      from: before?.from ?? until,
      until,
    })
  }
  return [...counts.values()]
}

/** What of a count judging needs to know. */
export interface Counting {
  readonly id: number
  readonly empresa_id: number
  readonly bloqueia: boolean
  readonly tolerancia: string
}

/** Judges items anew by what people counted of them; what somebody decided stays. The caller holds the items. */
export async function resolveItems(ctx: Ctx, record: Counting, all: readonly number[]): Promise<void> {
  const open = await rowsOf(
    ctx,
    sql`select i.id from unnest(${intArray(all)}::int[]) x (id) join mercadoria_inventario_item i on i.id = x.id where not i.decidida order by i.id`,
  )
  const items = open.map((row) => Number(row.id))
  const judged = await judgeCounts(ctx, record, items)
  await patchRows(
    ctx,
    resourceNamed('mercadoria_inventario_item'),
    items.map((id) => ({ id, ...judged.get(id) })),
  )
}

/**
 * What people's counts of some items come to now: each is brought to the moment of the last one by what moved in between. Where goods may move meanwhile, a count
 * that goods moved around is none: somebody counts again.
 */
export async function judgeCounts(
  ctx: Ctx,
  record: Counting,
  items: readonly number[],
): Promise<ReadonlyMap<number, Row>> {
  const counts = await ownCounts(ctx, items)
  const moved = record.bloqueia ? new Set<OwnCount>() : await movedDuring(ctx, counts)
  const byItem = Map.groupBy(counts, ({ item_id }) => item_id)
  return new Map(
    items.map((id) => {
      const all = byItem.get(id) ?? []
      const still = all.filter((one) => !moved.has(one))
      return [id, all.length > 0 && still.length === 0 ? AGAIN : resolved(still, record.tolerancia)]
    }),
  )
}

const NOTHING = { qContada: null, dhContagem: null, esperada: null }
const AGAIN = { ...NOTHING, situacao: 'recontar' } as const

function resolved(counts: readonly OwnCount[], tolerance: string): Row {
  const last = counts.at(-1)
  if (!last) return { ...NOTHING, situacao: 'contar' }
  const brought = counts.map((one): PersonCount => ({
    user: one.user_id,
    q: one.quantity.plus(last.expected).minus(one.expected),
  }))
  const resolution = resolveCounts(last.expected, tolerance, brought)
  if (resolution.status !== 'aceita') return { ...NOTHING, situacao: resolution.status }
  return {
    situacao: 'aceita',
    qContada: resolution.counted.toFixed(4),
    dhContagem: last.until,
    esperada: last.expected.toFixed(4),
  }
}

/** The counts that goods moved during, or shortly before or after. */
async function movedDuring(ctx: Ctx, counts: readonly OwnCount[]): Promise<Set<OwnCount>> {
  const asked = counts.map(({ item_id, from, until }, n) => ({ n, item_id, de: from, ate: until }))
  const rows = await rowsOf(
    ctx,
    sql`select x.n from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as x (n int, item_id int, de timestamptz, ate timestamptz)
        join mercadoria_inventario_item i on i.id = x.item_id where ${movedBetween(sql`x.de - ${NEAR}`, sql`x.ate + ${NEAR}`)}`,
  )
  return new Set(rows.flatMap((row) => counts[Number(row.n)] ?? []))
}

/** What a person has counted in one place. */
export async function countedIn(
  ctx: Ctx,
  record: Counting,
  armazenamento_id: number,
): Promise<{ total: Decimal; own: ReadonlyMap<number, Decimal> }> {
  const rows = await rowsOf(
    ctx,
    sql`select distinct c.item_id from inventario_contagem c join mercadoria_inventario_item i on i.id = c.item_id
        where c.mercadoria_inventario_id = ${record.id} and c.user_id = ${ctx.actor.id} and i.armazenamento_id = ${armazenamento_id}`,
  )
  const counts = await ownCounts(
    ctx,
    rows.map((row) => Number(row.item_id)),
  )
  const own = counts.filter(({ user_id }) => user_id === ctx.actor.id)
  return {
    total: sum(own.map(({ quantity }) => quantity)),
    own: new Map(own.map(({ item_id, quantity }) => [item_id, quantity])),
  }
}

interface Told {
  readonly item_id: number
  readonly chave: string
  readonly quantidade: string
  readonly soma: boolean
}

/** Writes down what the caller counts, or counted so long ago: with what the books said then, which the caller is not told. */
export async function writeCounts(
  ctx: Ctx,
  record: Counting,
  counts: readonly Told[],
  idade_ms: number,
): Promise<void> {
  const dhContagem = new Date(Date.parse(ctx.clock.now()) - idade_ms).toISOString()
  const books = idade_ms === 0 ? BOOKS_NOW : booksAt(sql`${dhContagem}::timestamptz`)
  const ids = counts.map(({ item_id }) => item_id)
  const rows = await rowsOf(
    ctx,
    sql`select i.id, ${books} as expected from mercadoria_inventario_item i where i.id = any (${intArray(ids)}::int[])`,
  )
  const expected = new Map(rows.map((row) => [Number(row.id), String(row.expected)]))
  await insertRows(
    ctx,
    resourceNamed('inventario_contagem'),
    counts.map((one) => ({
      ...one,
      mercadoria_inventario_id: record.id,
      empresa_id: record.empresa_id,
      dhContagem,
      esperada: expected.get(one.item_id) ?? '0',
    })),
  )
}
