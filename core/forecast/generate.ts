import { type CivilDate, daysBetween } from '../br/civil-date'
import { CoreError } from '../errors'
import type { Decimal } from '../money/decimal'
import { type AutoForecast, forecastAuto } from './auto'
import { BASE_DECIMALS, regenerate, requireGrowth, totalsOf } from './cells'
import { fillStockouts, tameOutliers } from './clean'
import { classify } from './intermittent'
import type { NamedMethod } from './named'
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
import { type Span, forecastSpans, horizonDates } from './spans'

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
  /** One method for all, in place of the choice; periods of a cycle, in place of those of the view. */
  readonly method?: NamedMethod | undefined
  readonly season?: number | undefined
}

export interface GeneratedItem {
  readonly code: string
  readonly qTotal: number
  readonly qTotalOriginal: number
  /** `qBase` is before the growth factor; the rest is with it. */
  readonly previsao: {
    dPrevisao: CivilDate
    quantity: number
    qBase: number
    lower: number
    upper: number
    changed: false
  }[]
  readonly method: AutoForecast['method']
  readonly class: AutoForecast['class']
  readonly reason: string
  /** Mean error of each method tried. */
  readonly errors: AutoForecast['errors']
  /** History by period: when each begins, what was sold, and what the forecast learnt from, which begins `skipped` periods later. */
  readonly starts: readonly CivilDate[]
  readonly sold: number[]
  readonly skipped: number
  readonly used: number[]
  /** Deviation of a day's demand, for the stock-out risk. */
  readonly sigmaDaily: number
  /** Periods of the history that were estimated (out of stock) or brought in (outliers). */
  readonly estimated: CivilDate[]
  readonly outliers: CivilDate[]
  /** What the reader should know of the history, or none. */
  readonly notice: string | null
}

/**
 * The forecast of a list of products over a horizon, from a span of history (document 3, section 5). Throws with the messages of the
 * specification when dates are missing or the history is under one month.
 */
export function generateForecast(input: GenerateInput): { items: GeneratedItem[] } {
  const spans = forecastSpans(input)
  if ('message' in spans) throw new CoreError(spans.code, spans.message)
  const growth = requireGrowth(input.growth_factor ?? 1)
  const job = { ...planJob(input, spans, growth), level: input.level ?? 0.8, method: input.method }
  return { items: input.items.map((item) => generateItem(item, job)) }
}

/** What is the same for every product: the periods of the history and of the horizon. */
interface Job {
  readonly m: number
  readonly past: PeriodIndex
  readonly wanted: readonly { readonly date: CivilDate; readonly share: number; readonly step: number }[]
  readonly steps: number
  readonly daysAhead: number
  readonly level: number
  readonly method: NamedMethod | undefined
  readonly growth: Decimal
}

function planJob(
  { periodo: period, season }: GenerateInput,
  { horizon, history }: { horizon: Span; history: Span },
  growth: Decimal,
): Omit<Job, 'level' | 'method'> {
  const past = periodIndex(history, period)
  const first = nextStart(past.starts[past.starts.length - 1] ?? startOf(history.to, period), period)
  const starts = periodsBetween(horizon.from, horizon.to, period)
  const ahead = stepsTo(first, starts[0] ?? first, period)
  const dates = horizonDates(horizon, period)
  const wanted = starts.map((start, at) => ({
    date: dates[at] ?? start,
    share: shareOf(start, period, horizon),
    step: Math.max(0, ahead + at),
  }))
  const steps = (wanted[wanted.length - 1]?.step ?? 0) + 1
  const daysAhead = daysBetween(first, nextStart(first, period))
  return { m: season ?? CYCLE[period], past, wanted, steps, daysAhead, growth }
}

function generateItem(
  item: GenerateItem,
  { m, past, wanted, steps, daysAhead, level, method, growth }: Job,
): GeneratedItem {
  const decimals = item.decimals ?? 0
  // What came back may outweigh what was sold in a period: it says of the demand before what that period does, so it stays. A method that knows
  // only demands and none takes it for none by itself; no forecast is below zero.
  const sold = totalsBy(item.history, past)
  const filled = fillStockouts(sold, outOfStock(item.stockouts ?? [], past), m)
  const skipped = periodsBeforeLaunch(filled.series)
  const learnt = filled.series.subarray(skipped)
  const regular = isRegular(learnt)
  const tamed = regular ? tameOutliers(learnt, m) : { series: learnt, changed: [] }
  const auto = forecastAuto({ series: [...tamed.series], m, h: steps, level, method })
  const at = (values: readonly number[], { step, share }: Job['wanted'][number]) =>
    Math.max(0, (values[step] ?? 0) * share)
  const precision = Math.max(BASE_DECIMALS, decimals)
  const bases = wanted.map((period) => ({
    dPrevisao: period.date,
    qBase: rounded(at(auto.forecast, period), precision),
  }))
  const cells = regenerate([], bases, { growth, decimals })
  const factor = growth.toNumber()
  const qTotal = Number(totalsOf(cells).qTotal)
  return {
    code: item.code,
    qTotal,
    qTotalOriginal: qTotal,
    previsao: wanted.map((period, index) => ({
      dPrevisao: period.date,
      quantity: cells[index]?.qPrevista ?? 0,
      qBase: cells[index]?.qBase ?? 0,
      lower: rounded(at(auto.lower, period) * factor, decimals),
      upper: rounded(at(auto.upper, period) * factor, decimals),
      changed: false,
    })),
    method: auto.method,
    class: auto.class,
    reason: auto.reason,
    errors: auto.errors,
    sigmaDaily: rounded(auto.sigma / Math.sqrt(daysAhead), 6),
    starts: past.starts,
    sold: [...sold],
    skipped,
    used: [...tamed.series],
    estimated: filled.changed.map((period) => past.starts[period] ?? ''),
    outliers: tamed.changed.map((period) => past.starts[skipped + period] ?? ''),
    notice: noticeOf(learnt.length, { m, since: skipped === 0 ? undefined : past.starts[skipped] }),
  }
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

function isRegular(series: Float64Array): boolean {
  const kind = classify(series).class
  return kind === 'smooth' || kind === 'erratic'
}

/** Periods that a product must have sold in before it counts as new, not as one that sells now and then. */
const LEAST_SOLD = 4

/** Periods before the first sale of a product that has sold regularly since: it was not on sale yet, which says nothing of its demand. */
function periodsBeforeLaunch(series: Float64Array): number {
  const first = series.findIndex((value) => value > 0)
  return first > 0 && series.length - first >= LEAST_SOLD && isRegular(series.subarray(first)) ? first : 0
}

function noticeOf(periods: number, { m, since }: { m: number; since: CivilDate | undefined }): string | null {
  const launch = since === undefined ? '' : `Produto vendido desde ${since.split('-').toReversed().join('/')}. `
  if (periods < 8) return `${launch}Histórico curto: ${periods} períodos. A previsão usa a média.`
  if (periods < 2 * m + 1)
    return `${launch}Histórico com menos de dois ciclos (${periods} de ${2 * m + 1} períodos): sem sazonalidade.`
  return launch === '' ? null : launch.trim()
}
