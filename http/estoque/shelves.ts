import { sql } from 'drizzle-orm'
import { LOTS_NEEDED } from '../../core/fields/estoque/lote'
import { addDays } from '../../core/br/civil-date'
import { decimal, type Decimal, sum, ZERO } from '../../core/money/decimal'
import { earlier, pickLots, type Picked, type Spot, takeFrom } from '../../core/stock/fefo'
import { type Ctx, rowsOf } from '../platform/context'
import { ApiError, invalid } from '../platform/errors'
import { intArray } from '../platform/engine/query'
import { MESSAGES } from '../platform/parse'
import type { Row } from '../platform/resource'

/** Where goods lie: the locations of a company, the lots in them, and which of both a quantity is taken from. What documents have reserved is not free. */

/** Goods that leave. The preferred location is emptied first, then the others of its warehouse; first expired, first out. */
export interface Outbound {
  readonly mercadoria_id: number
  readonly armazenamento_id: number | null
  readonly item_id: number
  readonly quantity: string
  readonly label: string
  /** This lot alone. */
  readonly lote_id?: number | null
  /** These lots before others, also expired and blocked ones. */
  readonly first?: readonly number[]
  /** From the location that is named alone, and of the lot; where that is null of none, where it is not told of those that expire first. */
  readonly exact?: boolean
  /** The location that is named comes first, and all others of the company after it. */
  readonly anywhere?: boolean
}

/** Goods in one place, and what of them documents have reserved: that is not free. */
interface Lain extends Spot {
  readonly reserved: Decimal
}

/** What of a product lies where, in the order of its locations, and what it asks of lots that leave. */
interface Lying {
  readonly spots: Lain[]
  readonly lotNeeded: boolean
  /** Last day on which a lot has to be good to leave. */
  readonly goodUntil: string
}

/** What lies where, by product. */
export type Shelves = ReadonlyMap<number, Lying>

export async function shelvesOf(ctx: Ctx, empresa_id: number, ids: readonly number[]): Promise<Shelves> {
  const rows = await rowsOf(
    ctx,
    sql`select m.id, m.controla_lote, m.dias_validade_minima, a.armazenamento_id, a."qDisp", a."qReservado", l.lote_id, l."qDisp" as in_lot, l."qReservado" as of_lot, o."dVal"::text as "dVal", o.bloqueado
        from mercadoria m left join mercadoria_armazenamento a on a.mercadoria_id = m.id and a.empresa_id = ${empresa_id}
        left join mercadoria_armazenamento_lote l on l.mercadoria_id = a.mercadoria_id and l.armazenamento_id = a.armazenamento_id and l."qDisp" > 0
        left join mercadoria_lote o on o.id = l.lote_id
        where m.id = any (${intArray([...new Set(ids)])}::int[]) order by m.id, a.armazenamento_id, l.lote_id`,
  )
  const today = ctx.clock.today()
  const byProduct = Map.groupBy(rows, (row) => Number(row.id))
  return new Map([...byProduct].map(([id, its]) => [id, lyingOf(its, today)]))
}

function lyingOf(rows: readonly Row[], today: string): Lying {
  const [product] = rows
  const places = Map.groupBy(
    rows.filter((row) => row.armazenamento_id !== null),
    (row) => Number(row.armazenamento_id),
  )
  return {
    spots: [...places].flatMap(([place, its]) => spotsOf(place, its)),
    lotNeeded: Number(product?.controla_lote) === LOTS_NEEDED,
    goodUntil: addDays(today, Number(product?.dias_validade_minima ?? 0)),
  }
}

/** The lots of a location, and the rest of what lies there. */
function spotsOf(place: number, rows: readonly Row[]): Lain[] {
  const lots = rows
    .filter((row) => row.lote_id !== null)
    .map((row): Lain => {
      const reserved = decimal(String(row.of_lot))
      const dVal = row.dVal === null ? null : String(row.dVal)
      const lot = { id: Number(row.lote_id), dVal, blocked: row.bloqueado === true }
      return { place, lot, free: decimal(String(row.in_lot)).minus(reserved), reserved }
    })
  const reserved = lots.reduce((left, one) => left.minus(one.reserved), decimal(String(rows[0]?.qReservado ?? '0')))
  const free = lots.reduce(
    (left, one) => left.minus(one.free).minus(one.reserved),
    decimal(String(rows[0]?.qDisp ?? '0')),
  )
  const loose: Lain = { place, lot: null, free: free.minus(reserved), reserved }
  oweFrom(lots, ZERO.minus(loose.free))
  return [...lots, loose]
}

/** What left a place beyond what was there is owed by what lies there since, of whatever lot: those that leave last owe first. */
function oweFrom(lots: readonly Lain[], owed: Decimal): void {
  let left = owed
  for (const lot of lots.toSorted(earlier(0)).toReversed()) {
    if (left.sign() <= 0) return
    const part = lot.free.cmp(left) < 0 ? lot.free : left
    lot.free = lot.free.minus(part)
    left = left.minus(part)
  }
}

/** A location that goods may move in. */
interface Location {
  readonly id: number
  readonly armazem_id: number | null
}

/** The company's open locations, the usual one first. */
export async function openLocations(ctx: Ctx, empresa_id: number): Promise<readonly Location[]> {
  const rows = await rowsOf(
    ctx,
    sql`select id, armazem_id from armazenamento where empresa_id = ${empresa_id} and not bloqueado order by padrao desc, id`,
  )
  return rows.map(({ id, armazem_id }) => ({
    id: Number(id),
    armazem_id: armazem_id === null ? null : Number(armazem_id),
  }))
}

/** The same, of a company that must have one. */
export async function locationsOf(ctx: Ctx, empresa_id: number): Promise<readonly Location[]> {
  const locations = await openLocations(ctx, empresa_id)
  if (locations.length === 0)
    throw new ApiError(400, 'no_location', 'Cadastre um local de estoque antes de movimentar mercadorias.')
  return locations
}

/** The location that goods come into or leave when a document names none. */
export async function defaultLocation(ctx: Ctx, empresa_id: number): Promise<number> {
  return (await locationsOf(ctx, empresa_id))[0]?.id ?? 0
}

interface Lies {
  readonly shelves: Shelves
  readonly locations: readonly Location[]
}

/**
 * Where goods are taken from: the location that is named, then the others of its warehouse; where none is named, the usual one, then all others. What none
 * has is taken from the first and told as missing.
 */
export function pick(
  one: Omit<Outbound, 'label'>,
  { shelves, locations }: Lies,
): Picked & { readonly reserved: Decimal } {
  const place = one.armazenamento_id ?? locations[0]?.id ?? 0
  const armazem_id = locations.find(({ id }) => id === place)?.armazem_id ?? null
  const near =
    one.armazenamento_id === null || one.anywhere
      ? locations
      : locations.filter((other) => other.id === place || other.armazem_id === armazem_id)
  const { spots, lotNeeded, goodUntil } = shelves.get(one.mercadoria_id) ?? NOTHING
  const there = inOrder(spots, near)
  const reserved = sum(there.map((spot) => spot.reserved))
  if (one.exact) {
    const parts = pickIn(shelves, { ...one, armazenamento_id: place })
    return { ...withMissing(parts, place), held: ZERO, loose: ZERO, reserved }
  }
  const wanted = {
    quantity: one.quantity,
    place,
    ...(one.lote_id === null || one.lote_id === undefined ? {} : { lot: one.lote_id }),
    first: one.first,
    goodUntil,
    lotNeeded,
  }
  const picked = one.anywhere ? pickHereFirst(there, wanted) : pickLots(there, wanted)
  return { ...withMissing(picked, place), reserved }
}

/** All that may leave a place does, lots and loose goods, before any of another. */
function pickHereFirst(there: readonly Lain[], wanted: Parameters<typeof pickLots>[1]): Picked {
  const isHere = (spot: Lain): boolean => spot.place === wanted.place
  const here = pickLots(there.filter(isHere), wanted)
  const quantity = here.missing
  const others = there.filter((spot) => !isHere(spot))
  const elsewhere = pickLots(others, { ...wanted, quantity })
  return {
    taken: [...here.taken, ...elsewhere.taken],
    missing: elsewhere.missing,
    held: here.held.plus(elsewhere.held),
    loose: here.loose.plus(elsewhere.loose),
  }
}

const NOTHING: Lying = { spots: [], lotNeeded: false, goodUntil: '' }

const inOrder = (spots: readonly Lain[], locations: readonly Location[]): Lain[] =>
  locations.flatMap(({ id }) => spots.filter((spot) => spot.place === id))

/** What is missing leaves the first location all the same, of no lot: whoever asks decides whether it may. */
function withMissing<P extends Pick<Picked, 'taken' | 'missing'>>(picked: P, place: number): P {
  if (picked.missing.cmp(ZERO) <= 0) return picked
  return { ...picked, taken: [...picked.taken, { place, lot: null, quantity: picked.missing }] }
}

/** Goods that go again from where they came, of the lot that came: from `elsewhere` too, where they lie there now. */
export function pickBack(
  shelves: Shelves,
  came: Came,
  elsewhere: readonly Location[] = [],
): Pick<Picked, 'taken' | 'missing'> {
  const places = [came.place, ...elsewhere.map(({ id }) => id).filter((id) => id !== came.place)]
  const spots = shelves.get(came.mercadoria_id)?.spots ?? []
  const same = spots.filter((spot) => (spot.lot?.id ?? null) === came.lot)
  return withMissing(
    takeFrom(
      places.flatMap((place) => same.filter((spot) => spot.place === place)),
      came.quantity,
    ),
    came.place,
  )
}

/** Goods of one location: of the lot that is told, null being none; else those that expire first, then those of no lot. Expired goods move too. */
export function pickIn(
  shelves: Shelves,
  one: {
    readonly mercadoria_id: number
    readonly armazenamento_id: number
    readonly lote_id?: number | null
    readonly quantity: string
  },
): Pick<Picked, 'taken' | 'missing'> {
  const here = (shelves.get(one.mercadoria_id)?.spots ?? []).filter((spot) => spot.place === one.armazenamento_id)
  const of = one.lote_id === undefined ? here : here.filter((spot) => (spot.lot?.id ?? null) === one.lote_id)
  return takeFrom(of.toSorted(earlier(one.armazenamento_id)), one.quantity)
}

/** Goods as they came in. */
interface Came {
  readonly mercadoria_id: number
  readonly place: number
  readonly lot: number | null
  readonly quantity: Decimal
}

/** The locations that goods name are the company's and open: whoever posts here, no shelf of another company moves. Throws 422. */
export async function assertLocations(
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
