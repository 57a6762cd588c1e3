import { type CivilDate, dateOfDayNumber, dayNumber } from '../br/civil-date'
import { CoreError } from '../errors'
import { type WorkCalendar, workingDays } from './calendar'
import type { PlanDemand } from './plan-input'

/** What is expected to sell in a span of days, both ends in it. */
export interface ForecastCell {
  readonly item: string
  readonly from: CivilDate
  readonly to: CivilDate
  readonly quantity: number
}

/** A firm sale, as far as the forecast is concerned. */
export interface FirmDemand {
  readonly item: string
  readonly date: CivilDate
  readonly quantity: number
}

export interface Horizon {
  readonly start: CivilDate
  readonly days: number
  readonly calendar?: WorkCalendar | undefined
}

const MAX_CELL_DAYS = 400
/** Decimals that quantities are spread in where the item's unit says none. */
const SPREAD_DECIMALS = 4

/** The name that the demand of a cell goes by in a plan. */
export const forecastId = (cell: Pick<ForecastCell, 'from'>): string => `previsao:${cell.from}`

/**
 * The forecast as daily demand beyond the sales that are firm already. A cell is spread over the worked days of its span (all days when none
 * is worked), exact to the unit's last decimal; days before the start are past and fall away. Sales that fall due within what is left of a
 * cell consume it: what is still expected is the rest, never below zero, spread over the days left. Overdue sales are demand of the past
 * and consume nothing; nor does a sale consume the forecast of another cell. Throws `invalid_dates`, `invalid_quantity`.
 */
export function forecastDemand(
  cells: readonly ForecastCell[],
  sales: readonly FirmDemand[],
  horizon: Horizon,
  decimalsOf: (item: string) => number | undefined = () => undefined,
): PlanDemand[] {
  const first = dayNumber(horizon.start)
  const last = first + horizon.days - 1
  const works = workingDays(horizon.calendar)
  const sold = salesByItem(sales)
  const demands: PlanDemand[] = []
  for (const cell of cells) {
    const [from, to] = spanOf(cell)
    const scale = 10 ** (decimalsOf(cell.item) ?? SPREAD_DECIMALS)
    const days = workedDays(from, to, works)
    const left = days.filter((day) => day >= first && day <= last)
    if (left.length === 0) continue
    const expected = share(Math.round(cell.quantity * scale), days.length, days.indexOf(left[0] ?? from), left.length)
    const inside = (sold.get(cell.item) ?? []).filter(
      ({ day }) => day >= Math.max(from, first) && day <= Math.min(to, last),
    )
    const consumed = inside.reduce((sum, one) => sum + one.quantity, 0)
    const rest = Math.max(0, Math.round(expected.reduce((sum, one) => sum + one, 0) - consumed * scale))
    const spread = consumed > 0 ? share(rest, left.length, 0, left.length) : expected
    left.forEach((day, at) => {
      const units = spread[at] ?? 0
      if (units > 0)
        demands.push({ id: forecastId(cell), item: cell.item, date: dateOfDayNumber(day), quantity: units / scale })
    })
  }
  return demands
}

function spanOf({ item, from, to, quantity }: ForecastCell): [number, number] {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  if (last < first || last - first >= MAX_CELL_DAYS) {
    throw new CoreError(
      'invalid_dates',
      `Previsão de '${item.slice(0, 60)}': o período de ${from} a ${to} não é válido.`,
    )
  }
  if (!(quantity >= 0 && quantity <= 1e12)) {
    throw new CoreError('invalid_quantity', `Previsão de '${item.slice(0, 60)}': quantidade inválida.`)
  }
  return [first, last]
}

function workedDays(from: number, to: number, works: (day: number) => boolean): number[] {
  const days = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const worked = days.filter(works)
  return worked.length > 0 ? worked : days
}

/** Shares of whole units over equal parts, evenly apart, as much as possible early: those of `count` parts from the part `start` on. */
function share(units: number, parts: number, start: number, count: number): number[] {
  const until = (part: number) => Math.ceil((units * part) / parts)
  return Array.from({ length: count }, (_, at) => until(start + at + 1) - until(start + at))
}

function salesByItem(sales: readonly FirmDemand[]): Map<string, { day: number; quantity: number }[]> {
  const byItem = new Map<string, { day: number; quantity: number }[]>()
  for (const { item, date, quantity } of sales) {
    const list = byItem.get(item)
    const one = { day: dayNumber(date), quantity }
    if (list) list.push(one)
    else byItem.set(item, [one])
  }
  return byItem
}
