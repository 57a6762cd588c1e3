import {
  type CivilDate,
  addDays,
  addMonths,
  dateOfDayNumber,
  dayNumber,
  daysBetween,
  firstDayOfMonth,
  weekday,
} from '../br/civil-date'
import { CoreError } from '../errors'
import { allocate } from '../money/allocate'

/** The views of a forecast. Weeks begin on Monday. */
export const PERIODS = ['day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

/** Periods of a yearly cycle, or of a weekly one for days. */
export const CYCLE: { readonly [period in Period]: number } = { day: 7, week: 52, month: 12 }

const MAX_DAYS = 40_000

/** First day of the period a date falls in. */
export function startOf(date: CivilDate, period: Period): CivilDate {
  if (period === 'day') return date
  return period === 'month' ? firstDayOfMonth(date) : addDays(date, -((weekday(date) + 6) % 7))
}

/** First day of the period after. */
export function nextStart(start: CivilDate, period: Period): CivilDate {
  if (period === 'month') return addMonths(start, 1)
  return addDays(start, period === 'week' ? 7 : 1)
}

/** Starts of the periods that touch a span of days, both ends in it. Throws `invalid_dates` when it is reversed or over 40,000 days. */
export function periodsBetween(from: CivilDate, to: CivilDate, period: Period): CivilDate[] {
  if (daysBetween(from, to) < 0) throw new CoreError('invalid_dates', 'A data final é anterior à inicial.')
  if (daysBetween(from, to) > MAX_DAYS) throw new CoreError('invalid_dates', `O intervalo passa de ${MAX_DAYS} dias.`)
  const starts: CivilDate[] = []
  for (let start = startOf(from, period); daysBetween(start, to) >= 0; start = nextStart(start, period))
    starts.push(start)
  return starts
}

export interface Dated {
  readonly date: CivilDate
  readonly quantity: number
}

/** The periods of a span, and the period of each of its days: worked out once, read for every sale of every product. */
export interface PeriodIndex {
  readonly starts: readonly CivilDate[]
  readonly days: readonly number[]
  readonly position: ReadonlyMap<CivilDate, number>
}

/** Periods that the span cuts at either end are left out, with their days, unless nothing would be left. */
export function periodIndex(span: { from: CivilDate; to: CivilDate }, period: Period): PeriodIndex {
  const all = periodsBetween(span.from, span.to, period)
  const whole = all.filter(
    (start) => daysBetween(span.from, start) >= 0 && daysBetween(nextStart(start, period), span.to) >= -1,
  )
  const starts = whole.length > 0 ? whole : all
  const position = new Map<CivilDate, number>()
  const last = dayNumber(span.to)
  starts.forEach((start, at) => {
    const from = Math.max(dayNumber(start), dayNumber(span.from))
    const end = Math.min(dayNumber(nextStart(start, period)) - 1, last)
    for (let day = from; day <= end; day++) position.set(dateOfDayNumber(day), at)
  })
  return { starts, days: starts.map((start) => daysBetween(start, nextStart(start, period))), position }
}

/** History by period, zero where nothing was sold. */
export function totalsBy(history: readonly Dated[], { starts, position }: PeriodIndex): Float64Array {
  const totals = new Float64Array(starts.length)
  for (const { date, quantity } of history) {
    const at = position.get(date)
    if (at !== undefined) totals[at] = (totals[at] ?? 0) + quantity
  }
  return totals
}

/** A total over the worked days of a span, exact to the last decimal (largest remainder); over all days when none is worked. */
export function spreadOverDays(
  total: number | string,
  span: { from: CivilDate; to: CivilDate },
  works: (date: CivilDate) => boolean,
  decimals: number,
): { date: CivilDate; quantity: number }[] {
  const days = periodsBetween(span.from, span.to, 'day')
  const worked = days.map((date) => (works(date) ? 1 : 0))
  const weights = worked.some((one) => one > 0) ? worked : days.map(() => 1)
  const shares = allocate(total, weights, { decimals, remainder: 'largest' })
  return days.map((date, at) => ({ date, quantity: Number(shares[at]?.toString() ?? 0) }))
}

/** Orders consume the forecast of their period: what is still to be expected beyond them. */
export function consumeForecast(forecast: readonly number[], orders: readonly number[]): number[] {
  if (forecast.length !== orders.length)
    throw new CoreError('invalid_input', 'Previsão e pedidos devem ter os mesmos períodos.')
  return forecast.map((expected, at) => Math.max(0, expected - (orders[at] ?? 0)))
}
