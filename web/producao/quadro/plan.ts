import * as v from 'valibot'
import { isBusinessDay } from '../../../core/br/business-days'
import { dateOfDayNumber, dayNumber, type CivilDate } from '../../../core/br/civil-date'
import { capacityOn, type Centre, type Horizon, type Job, type Load, loadOf } from '../../../core/production/schedule'

/** What the board is told, and what it makes of it. */

const day = v.nullable(v.string())
const OrderShape = v.object({
  id: v.number(),
  versao: v.number(),
  iniciada: v.boolean(),
  ini: day,
  fim: day,
  venda_id: v.nullable(v.number()),
  planejamento_id: v.nullable(v.number()),
  entrega: day,
  cliente: v.nullable(v.string()),
  nome: v.nullable(v.string()),
  etapas: v.array(v.tuple([v.number(), v.number()])),
})
const CentreShape = v.object({
  id: v.number(),
  descricao: v.string(),
  qSimultaneos: v.number(),
  semana: v.array(v.number()),
})
export const BoardShape = v.object({
  hoje: v.string(),
  mais: v.boolean(),
  centros: v.array(CentreShape),
  ordens: v.array(OrderShape),
})

export type Told = v.InferOutput<typeof BoardShape>
export type Order = v.InferOutput<typeof OrderShape>

/** Hundredths of a minute. */
const HUNDREDTHS = 100
const HOUR = 60 * HUNDREDTHS

export const hoursOf = (work: number): number => work / HOUR

export const centresOf = ({ centros }: Told): readonly Centre[] =>
  centros.map(({ id, qSimultaneos, semana }) => ({
    id,
    places: qSimultaneos,
    week: semana.map((minutes) => minutes * HUNDREDTHS),
  }))

const numberOf = (date: string | null): number | null => (date === null ? null : dayNumber(date))

const jobs = new WeakMap<Order, Job>()

/** An order as work at centres, worked out once: it is wanted for the delivery of its sale, else for the end that it is planned for. */
export function jobOf(order: Order): Job {
  const known = jobs.get(order)
  if (known) return known
  const { id, ini, fim, entrega, etapas } = order
  const job = {
    id,
    from: numberOf(ini),
    to: numberOf(fim),
    due: numberOf(entrega ?? fim),
    steps: etapas.map(([centre, minutes]) => ({ centre, work: Math.round(minutes * HUNDREDTHS) })),
  }
  jobs.set(order, job)
  return job
}

/** Nobody works on national holidays. */
export const horizonFrom = (from: CivilDate, days: number): Horizon => {
  const known = new Map<number, boolean>()
  const closed = (day: number): boolean => {
    const found = known.get(day)
    if (found !== undefined) return found
    const weekend = (day + 1) % 7 === 6 || (day + 1) % 7 === 0
    const is = !weekend && !isBusinessDay(dateOfDayNumber(day))
    known.set(day, is)
    return is
  }
  return { from: dayNumber(from), days, closed }
}

/** The lane of orders that ask nothing of any centre. */
export const NO_CENTRE = 0

export interface Lane {
  readonly id: number
  readonly name: string
}

export const lanesOf = ({ centros }: Told): readonly Lane[] => [
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

/** Late: its end has gone by, or comes after the delivery of its sale. */
export const isLate = ({ fim, entrega }: Pick<Order, 'fim' | 'entrega'>, today: CivilDate): boolean =>
  fim !== null && (fim < today || (entrega !== null && fim > entrega))

export interface Bar {
  readonly work: number
  readonly capacity: number
}

export const barOf = (centre: Centre | undefined, load: Load, horizon: Horizon, at: number): Bar | undefined =>
  centre && { work: load.get(centre.id)?.[at] ?? 0, capacity: capacityOn(centre, horizon, horizon.from + at) }

/** An order so many days later; one without days begins today. */
export function shifted(
  { ini, fim }: Order,
  by: number,
  today: CivilDate,
): { readonly ini: CivilDate; readonly fim: CivilDate } {
  const begin = dayNumber(ini ?? today) + (ini === null ? 0 : by)
  const long = ini === null || fim === null ? 0 : dayNumber(fim) - dayNumber(ini)
  return { ini: dateOfDayNumber(begin), fim: dateOfDayNumber(begin + Math.max(0, long)) }
}
