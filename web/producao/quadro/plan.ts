import { dateOfDayNumber, dayNumber, type CivilDate } from '../../../core/br/civil-date'
import { type Board, type BoardOrder as Order, jobOf } from '../../../core/production/board'
import { capacityOn, type Centre, type Horizon, type Load, loadOf } from '../../../core/production/schedule'

/** What the board makes of what it is told. */

/** The lane of orders that ask nothing of any centre. */
export const NO_CENTRE = 0

export interface Lane {
  readonly id: number
  readonly name: string
}

export const lanesOf = ({ centros }: Board): readonly Lane[] => [
  ...centros.map(({ id, descricao }) => ({ id, name: descricao })),
  { id: NO_CENTRE, name: 'Sem etapas' },
]

export const cellKey = (lane: number, day: number): string => `${lane}:${day}`

/** The cells that an order stands in: by the lanes of its steps, on the day on which it begins; what began before stands on the first day that is shown while it goes on, or is late. */
function keysOf(order: Order, { from, days }: Horizon, today: number): readonly string[] {
  const { from: begin, to: end } = jobOf(order)
  if (begin === null) return []
  const shown = begin < from && ((end ?? begin) >= from || from <= today) ? from : begin
  if (shown < from || shown >= from + days) return []
  const lanes = new Set(order.etapas.map(([centre]) => centre))
  return [...(lanes.size === 0 ? [NO_CENTRE] : lanes)].map((lane) => cellKey(lane, shown))
}

const byNumber = (a: Order, b: Order): number => a.id - b.id

/** What the board shows of orders: who stands where, by number, and what centres are asked for. */
export interface Shown {
  readonly cells: ReadonlyMap<string, readonly Order[]>
  readonly load: Load
}

export interface Frame {
  readonly centres: readonly Centre[]
  readonly horizon: Horizon
  readonly today: number
}

function shownAll(orders: readonly Order[], { centres, horizon, today }: Frame): Shown {
  const cells = new Map<string, Order[]>()
  for (const order of orders.toSorted(byNumber))
    for (const key of keysOf(order, horizon, today)) {
      const cell = cells.get(key)
      if (cell) cell.push(order)
      else cells.set(key, [order])
    }
  return { cells, load: loadOf(centres, orders.map(jobOf), horizon) }
}

interface Changed {
  readonly before: Order
  readonly now: Order
}

/** What is shown once few orders have changed: only their cells and their centres are made anew. */
function shownAfter({ cells, load }: Shown, changed: readonly Changed[], { centres, horizon, today }: Frame): Shown {
  const places = new Map(cells)
  const loads = new Map(load)
  for (const { before, now } of changed) {
    for (const key of keysOf(before, horizon, today))
      places.set(
        key,
        (places.get(key) ?? []).filter((one) => one !== before),
      )
    for (const key of keysOf(now, horizon, today)) places.set(key, [...(places.get(key) ?? []), now].toSorted(byNumber))
    const [less, more] = [before, now].map((one) => loadOf(centres, [jobOf(one)], horizon))
    for (const { centre } of [...jobOf(before).steps, ...jobOf(now).steps]) {
      const row = load.get(centre)
      if (row && loads.get(centre) === row) loads.set(centre, Float64Array.from(row))
    }
    for (const [centre, row] of loads)
      if (row !== load.get(centre))
        row.forEach((work, at) => {
          row[at] = work - (less?.get(centre)?.[at] ?? 0) + (more?.get(centre)?.[at] ?? 0)
        })
  }
  return { cells: places, load: loads }
}

/** More changes than these are worked out whole. */
const FEW = 20

/** Keeps what was shown, so that a move costs what it moves, however many orders there are. */
export class View {
  private last: { readonly orders: readonly Order[]; readonly frame: Frame; readonly shown: Shown } | undefined

  /** What is shown of orders now. */
  of(orders: readonly Order[], frame: Frame): Shown {
    const { last } = this
    if (last?.orders === orders && last.frame === frame) return last.shown
    const changed =
      last?.frame === frame && last.orders.length === orders.length
        ? orders.flatMap((now, at): Changed[] => {
            const before = last.orders[at]
            return before === undefined || before === now ? [] : [{ before, now }]
          })
        : undefined
    const isFew =
      changed !== undefined && changed.length <= FEW && changed.every(({ before, now }) => before.id === now.id)
    const shown = last && isFew ? shownAfter(last.shown, changed, frame) : shownAll(orders, frame)
    this.last = { orders, frame, shown }
    return shown
  }
}

export interface Bar {
  readonly work: number
  readonly capacity: number
}

export const barOf = (centre: Centre | undefined, load: Load, horizon: Horizon, at: number): Bar | undefined =>
  centre && { work: load.get(centre.id)?.[at] ?? 0, capacity: capacityOn(centre, horizon, horizon.from + at) }

/** An order so many days later; one without days begins today. */
export function shifted({ ini, fim }: Order, by: number, today: CivilDate): Days {
  const begin = dayNumber(ini ?? today) + (ini === null ? 0 : by)
  const long = ini === null || fim === null ? 0 : dayNumber(fim) - dayNumber(ini)
  return { ini: dateOfDayNumber(begin), fim: dateOfDayNumber(begin + Math.max(0, long)) }
}

/** Days that an order is moved to. */
export interface Days {
  readonly ini: string
  readonly fim: string
}

/** Days that are shown before the server tells them: until it tells the version that they were saved in, or a later one. */
export interface Moved {
  readonly days: Days
  readonly versao?: number
}

/** An order where it was moved to; as it is told, and the same object, where nobody moved it or the server knows by now. */
export function movedTo(order: Order, moved: Moved | undefined): Order {
  if (moved === undefined || order.versao >= (moved.versao ?? Infinity)) return order
  return { ...order, ...moved.days }
}
