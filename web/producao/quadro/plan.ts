import * as v from 'valibot'
import { isBusinessDay } from '../../../core/br/business-days'
import { dateOfDayNumber, dayNumber, type CivilDate } from '../../../core/br/civil-date'
import { capacityOn, type Centre, type Horizon, type Job, type Load } from '../../../core/production/schedule'

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

/** An order is wanted for the delivery of its sale, else for the end that it is planned for. */
export const jobOf = ({ id, ini, fim, entrega, etapas }: Order): Job => ({
  id,
  from: numberOf(ini),
  to: numberOf(fim),
  due: numberOf(entrega ?? fim),
  steps: etapas.map(([centre, minutes]) => ({ centre, work: Math.round(minutes * HUNDREDTHS) })),
})

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

/** Orders by lane and day on which they begin; what began before stands on the first day that is shown while it goes on, or is late. */
export function cellsOf(
  orders: readonly Order[],
  { from, days }: Horizon,
  today: number,
): ReadonlyMap<string, readonly Order[]> {
  const cells = new Map<string, Order[]>()
  for (const order of orders) {
    if (order.ini === null) continue
    const [begin, end] = [dayNumber(order.ini), dayNumber(order.fim ?? order.ini)]
    const shown = begin < from && (end >= from || from <= today) ? from : begin
    if (shown < from || shown >= from + days) continue
    const lanes = new Set(order.etapas.map(([centre]) => centre))
    for (const lane of lanes.size === 0 ? [NO_CENTRE] : lanes) {
      const key = cellKey(lane, shown)
      const cell = cells.get(key)
      if (cell) cell.push(order)
      else cells.set(key, [order])
    }
  }
  return cells
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
