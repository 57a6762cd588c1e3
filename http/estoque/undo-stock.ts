import { sql } from 'drizzle-orm'
import { decimal, type Decimal, sum, ZERO } from '../../core/money/decimal'
import { afterReceipt, reversal } from '../../core/stock/balance'
import { apportion } from '../../core/tax/apportion'
import type { Lancamento } from '../documents/lancamento'
import { type Ctx, rowsOf } from '../platform/context'
import { balancesOf, type Locked } from './balances'
import { EMPTY, type Missing, type Moving, productsOf } from './moves'
import { openLocations, pickBack, type Shelves, shelvesOf } from './shelves'

/** How what a step moved is undone. */

/** What an item of a document has moved at a location, of a lot, net. */
interface Part {
  readonly place: number
  readonly lot: number | null
  readonly quantity: Decimal
}

/** What an item of a document has moved, net: where, how much of it, and what all of it was worth. */
export interface Moved {
  readonly mercadoria_id: number
  readonly item_id: number
  readonly label: string
  readonly value: Decimal
  readonly parts: readonly Part[]
}

/** What a step has moved and not undone; what it moved last comes first, as it is undone. */
export async function movedBy(ctx: Ctx, entry: Lancamento): Promise<Moved[]> {
  const rows = await rowsOf(
    ctx,
    sql`select m.mercadoria_id, m.item_id, m.armazenamento_id, m.lote_id, p."xProd", sum(m."qTrib")::text as quantity, sum(m."vCusto")::text as value
        from movimento_estoque m join mercadoria p on p.id = m.mercadoria_id
        where m.lancamento_id = ${entry.id} group by 1, 2, 3, 4, 5 order by max(m.id) desc`,
  )
  const byItem = Map.groupBy(rows, (row) => `${String(row.mercadoria_id)}/${String(row.item_id)}`)
  const items = [...byItem.values()].map((its): Moved => ({
    mercadoria_id: Number(its[0]?.mercadoria_id),
    item_id: Number(its[0]?.item_id),
    label: String(its[0]?.xProd),
    value: sum(its.map((row) => decimal(String(row.value)))),
    parts: its.map((row) => ({
      place: Number(row.armazenamento_id),
      lot: row.lote_id === null ? null : Number(row.lote_id),
      quantity: decimal(String(row.quantity)),
    })),
  }))
  return items.filter(({ value, parts }) => !value.isZero() || parts.some((part) => !part.quantity.isZero()))
}

interface Undone {
  /** What was only put elsewhere, and goes back. */
  readonly placed: readonly Part[]
  /** What came or left, and does the contrary. */
  readonly moved: readonly Part[]
}

/** Tells apart what of an item was only put elsewhere: as much as left one place and came to another. */
function undone(parts: readonly Part[]): Undone {
  const total = (sign: number) => sum(parts.filter((one) => one.quantity.sign() === sign).map((one) => one.quantity))
  const [came, left] = [total(1), ZERO.minus(total(-1))]
  const both = came.cmp(left) < 0 ? came : left
  const rest = new Map([
    [1, both],
    [-1, both],
  ])
  const placed: Part[] = []
  const moved: Part[] = []
  for (const part of parts) {
    const sign = part.quantity.sign()
    if (sign === 0) continue
    const open = rest.get(sign) ?? ZERO
    const size = part.quantity.abs()
    const there = size.cmp(open) < 0 ? size : open
    rest.set(sign, open.minus(there))
    const signed = (amount: Decimal) => (sign < 0 ? ZERO.minus(amount) : amount)
    if (!there.isZero()) placed.push({ ...part, quantity: signed(there) })
    if (size.cmp(there) > 0) moved.push({ ...part, quantity: signed(size.minus(there)) })
  }
  return { placed, moved }
}

interface Returning {
  readonly moved: readonly Moved[]
  readonly locked: Locked
}

/**
 * The rows that undo what a step moved. What came back lies where it lay, of the lot that it was; what has to leave again is taken from where it came
 * in, then from wherever it lies now. What was put elsewhere goes back from there alone.
 */
export async function returned(
  ctx: Ctx,
  { empresa_id }: Lancamento,
  { moved, locked }: Returning,
): Promise<{ moves: Moving[]; missing: Missing[] }> {
  const locations = await openLocations(ctx, empresa_id)
  const shelves = await shelvesOf(ctx, empresa_id, productsOf(moved))
  const balances = balancesOf(locked)
  const missing: Missing[] = []
  const moves = moved.flatMap(({ mercadoria_id, item_id, label, value, parts }): Moving[] => {
    const split = undone(parts)
    const back = putBack(shelves, { mercadoria_id, item_id, parts: split.placed })
    missing.push({ label, missing: back.missing })
    const still = split.moved.length === 0 && !value.isZero() ? costOf(parts) : split.moved
    const values = apportion(
      value,
      still.map((part) => part.quantity.abs()),
    )
    const rows = still.flatMap((part, at): Moving[] => {
      const now = balances.get(mercadoria_id) ?? EMPTY
      const undoing = reversal(now, { quantity: part.quantity, value: values[at] ?? ZERO })
      balances.set(mercadoria_id, afterReceipt(now, undoing))
      const row = { mercadoria_id, item_id, armazenamento_id: part.place, lote_id: part.lot, estorno: true }
      if (undoing.quantity.sign() >= 0) return [{ ...row, ...undoing }]
      const picked = pickBack(shelves, { mercadoria_id, ...part }, locations)
      missing.push({ label, missing: picked.missing })
      const shares = apportion(
        undoing.value,
        picked.taken.map((one) => one.quantity),
      )
      return picked.taken.map((one, index) => ({
        ...row,
        armazenamento_id: one.place,
        lote_id: one.lot,
        quantity: ZERO.minus(one.quantity),
        value: shares[index] ?? ZERO,
      }))
    })
    return [...back.rows, ...rows]
  })
  return { moves, missing }
}

/** A cost without goods is undone where it was booked. */
const costOf = ([first]: readonly Part[]): Part[] => (first ? [{ ...first, quantity: ZERO }] : [])

/** Goods that were put elsewhere, back where they were. */
function putBack(
  shelves: Shelves,
  { parts, ...item }: { readonly mercadoria_id: number; readonly item_id: number; readonly parts: readonly Part[] },
): { rows: Moving[]; missing: Decimal } {
  const lacks: Decimal[] = []
  const rows = parts.flatMap((part): Moving[] => {
    const row = { ...item, value: ZERO, placement: true, estorno: true }
    if (part.quantity.sign() < 0)
      return [{ ...row, armazenamento_id: part.place, lote_id: part.lot, quantity: part.quantity.abs() }]
    const picked = pickBack(shelves, { mercadoria_id: item.mercadoria_id, ...part })
    lacks.push(picked.missing)
    return picked.taken.map((one) => ({
      ...row,
      armazenamento_id: one.place,
      lote_id: one.lot,
      quantity: ZERO.minus(one.quantity),
    }))
  })
  return { rows, missing: sum(lacks) }
}
