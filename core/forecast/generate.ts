import { type CivilDate, addMonths, daysBetween } from '../br/civil-date'
import { CoreError } from '../errors'
import { allocate } from '../money/allocate'
import { type Decimal, roundHalfUp } from '../money/decimal'
import { type AutoForecast, forecastAuto } from './auto'
import { fillStockouts, tameOutliers } from './clean'
import { classify } from './intermittent'
import {
  CYCLE,
  type Dated,
  type Period,
  type PeriodIndex,
  nextStart,
  periodIndex,
  periodsBetween,
  startOf,
  totalsBy,
} from './periods'

export interface GenerateItem {
  readonly code: string
  /** What was sold, by day; days without sales may be absent. */
  readonly history: readonly Dated[]
  /** Days without stock. A period out of stock for half of its days or more is estimated, not believed. */
  readonly stockouts?: readonly CivilDate[] | undefined
  /** Decimals of the unit, 0 when absent. */
  readonly decimals?: number | undefined
}

export interface GenerateInput {
  readonly periodo: Period
  readonly dPrevisaoIni?: CivilDate | undefined
  readonly dPrevisaoFim?: CivilDate | undefined
  readonly dHistoricoIni?: CivilDate | undefined
  readonly dHistoricoFim?: CivilDate | undefined
  /** Multiplies the forecast: 1.1 is 10 % more. */
  readonly growth_factor?: number | string | undefined
  readonly items: readonly GenerateItem[]
  readonly level?: number | undefined
}

export interface GeneratedItem {
  readonly code: string
  readonly qTotal: number
  readonly qTotalOriginal: number
  readonly previsao: { dPrevisao: CivilDate; quantity: number; lower: number; upper: number; changed: false }[]
  readonly method: AutoForecast['method']
  readonly class: AutoForecast['class']
  readonly reason: string
  /** Deviation of a day's demand, for the stock-out risk. */
  readonly sigmaDaily: number
  /** Periods of the history that were estimated (out of stock) or brought in (outliers). */
  readonly estimated: CivilDate[]
  readonly outliers: CivilDate[]
  /** What the reader should know of the history, or none. */
  readonly notice: string | null
}

interface Span {
  readonly from: CivilDate
  readonly to: CivilDate
}

/**
 * The forecast of a list of products over a horizon, from a span of history (document 3, section 5). Throws with the messages of the
 * specification when dates are missing or the history is under one month.
 */
export function generateForecast(input: GenerateInput): { items: GeneratedItem[] } {
  const { dPrevisaoIni, dPrevisaoFim, dHistoricoIni, dHistoricoFim, periodo } = input
  if (!dPrevisaoIni || !dPrevisaoFim || !dHistoricoIni || !dHistoricoFim) {
    throw new CoreError('missing_dates', 'As datas de horizonte e histórico devem ser preenchidas')
  }
  const horizon = { from: dPrevisaoIni, to: dPrevisaoFim }
  const history = { from: dHistoricoIni, to: dHistoricoFim }
  if (daysBetween(horizon.from, horizon.to) < 0 || daysBetween(history.from, history.to) < 0) {
    throw new CoreError('invalid_dates', 'A data final é anterior à inicial.')
  }
  // The day after the last one is a month or more after the first: 01/01 to 31/01 is one month.
  if (daysBetween(addMonths(history.from, 1), history.to) < -1) {
    throw new CoreError('short_history', 'O intervalo de histórico deve ser de pelo menos 1 mes')
  }
  const growth = Number(input.growth_factor ?? 1)
  if (!(growth >= 0 && growth <= 1000)) throw new CoreError('invalid_growth', 'O fator de crescimento vai de 0 a 1000.')
  const job = planJob(periodo, horizon, history, growth, input.level ?? 0.8)
  return { items: input.items.map((item) => generateItem(item, job)) }
}

/** What is the same for every product: the periods of the history and of the horizon. */
interface Job {
  readonly m: number
  readonly past: PeriodIndex
  readonly wanted: readonly { readonly date: CivilDate; readonly factor: number; readonly step: number }[]
  readonly steps: number
  readonly daysAhead: number
  readonly level: number
}

function planJob(period: Period, horizon: Span, history: Span, growth: number, level: number): Job {
  const past = periodIndex(history, period)
  const first = nextStart(past.starts[past.starts.length - 1] ?? startOf(history.to, period), period)
  const starts = periodsBetween(horizon.from, horizon.to, period)
  const ahead = stepsTo(first, starts[0] ?? first, period)
  const wanted = starts.map((start, at) => ({
    date: start < horizon.from ? horizon.from : start,
    factor: shareOf(start, period, horizon) * growth,
    step: Math.max(0, ahead + at),
  }))
  const steps = (wanted[wanted.length - 1]?.step ?? 0) + 1
  return { m: CYCLE[period], past, wanted, steps, daysAhead: daysBetween(first, nextStart(first, period)), level }
}

function generateItem(item: GenerateItem, { m, past, wanted, steps, daysAhead, level }: Job): GeneratedItem {
  const decimals = item.decimals ?? 0
  const filled = fillStockouts(totalsBy(item.history, past), outOfStock(item.stockouts ?? [], past), m)
  const kind = classify(filled.series).class
  const regular = kind === 'smooth' || kind === 'erratic'
  const tamed = regular ? tameOutliers(filled.series, m) : { series: filled.series, changed: [] }
  const auto = forecastAuto({ series: [...tamed.series], m, h: steps, level })
  const at = (values: readonly number[], { step, factor }: Job['wanted'][number]) =>
    Math.max(0, (values[step] ?? 0) * factor)
  const values = wanted.map((period) => at(auto.forecast, period))
  const total = roundHalfUp(
    values.reduce((sum, one) => sum + one, 0),
    decimals,
  )
  const shares = sharesOf(total, values, decimals)
  const qTotal = Number(total.toString())
  return {
    code: item.code,
    qTotal,
    qTotalOriginal: qTotal,
    previsao: wanted.map((period, index) => ({
      dPrevisao: period.date,
      quantity: shares[index] ?? 0,
      lower: rounded(at(auto.lower, period), decimals),
      upper: rounded(at(auto.upper, period), decimals),
      changed: false,
    })),
    method: auto.method,
    class: auto.class,
    reason: auto.reason,
    sigmaDaily: rounded(auto.sigma / Math.sqrt(daysAhead), 6),
    estimated: filled.changed.map((period) => past.starts[period] ?? ''),
    outliers: tamed.changed.map((period) => past.starts[period] ?? ''),
    notice: noticeOf(past.starts.length, m),
  }
}

/** Parts of the total by the size of each forecast; the sum of the parts is the total to the last decimal. */
function sharesOf(total: Decimal, values: readonly number[], decimals: number): number[] {
  if (!values.some((value) => value > 0)) return values.map(() => 0)
  const weights = values.map((value) => value.toFixed(12))
  return allocate(total, weights, { decimals, remainder: 'largest' }).map((share) => Number(share.toString()))
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}

/** Periods from the first one that can be forecast to the first one wanted; below zero when the horizon begins inside the history. */
function stepsTo(first: CivilDate, wanted: CivilDate, period: Period): number {
  if (daysBetween(first, wanted) < 0) return 1 - periodsBetween(wanted, first, period).length
  return periodsBetween(first, wanted, period).length - 1
}

/** How much of a period the horizon holds, by days. */
function shareOf(start: CivilDate, period: Period, { from, to }: Span): number {
  const end = nextStart(start, period)
  const days = daysBetween(start, end)
  const before = Math.max(0, daysBetween(start, from))
  const after = Math.max(0, daysBetween(to, end) - 1)
  return (days - before - after) / days
}

function outOfStock(dates: readonly CivilDate[], { starts, days, position }: PeriodIndex): boolean[] {
  const counts = starts.map(() => 0)
  for (const date of new Set(dates)) {
    const at = position.get(date)
    if (at !== undefined) counts[at] = (counts[at] ?? 0) + 1
  }
  return counts.map((count, at) => 2 * count >= (days[at] ?? 0))
}

function noticeOf(periods: number, m: number): string | null {
  if (periods < 8) return `Histórico curto: ${periods} períodos. A previsão usa a média.`
  if (periods < 2 * m + 1)
    return `Histórico com menos de dois ciclos (${periods} de ${2 * m + 1} períodos): sem sazonalidade.`
  return null
}
