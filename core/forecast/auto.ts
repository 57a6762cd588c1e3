import { CoreError } from '../errors'
import {
  type Candidate,
  INTERMITTENT,
  type IntermittentMethod,
  REGULAR,
  type RegularMethod,
  intermittentForecasts,
  meanOf,
  regularForecasts,
  standardDeviation,
} from './candidates'
import { MAX_HORIZON } from './exact'
import { METHOD_NAMES } from './labels'
import { type DemandClass, classify } from './intermittent'
import { type AutoMethod, type NamedMethod, namedForecast } from './named'

export interface AutoInput {
  readonly series: readonly number[]
  /** Periods of a cycle: 12 for months, 52 for weeks, 7 for days; 1 for none. */
  readonly m?: number | undefined
  readonly h: number
  /** Share of outcomes the interval should hold, 0.8 when absent. */
  readonly level?: number | undefined
  /** One method in place of the choice. */
  readonly method?: NamedMethod | undefined
}

export interface AutoForecast {
  readonly method: AutoMethod
  readonly forecast: number[]
  readonly lower: number[]
  readonly upper: number[]
  /** Standard deviation of the error one step ahead. */
  readonly sigma: number
  readonly class: DemandClass
  /** Why this method, in Portuguese. */
  readonly reason: string
  /** Mean error of each method tried, over the rolling origins; empty when none were. */
  readonly errors: { readonly [method: string]: number }
}

export const MAX_AUTO_SERIES = 20_000
const SHORT = 8
const ORIGINS = 3

/**
 * Forecasts a series by the method that would have done best: each candidate is fitted at up to three past origins to what was known
 * then and judged on what followed; the winner is fitted to the whole series. Regular demand is judged by absolute error. Demand that
 * skips periods is judged by the squared error of the sum of each window, never by absolute error, which an all-zero forecast wins.
 * A series with no value below zero never gets a forecast below zero. Throws `invalid_input`.
 */
export function forecastAuto(input: AutoInput): AutoForecast {
  const { m = 1, h, level = 0.8 } = input
  check(input.series, m, h, level)
  const series = Float64Array.from(input.series)
  const kind = classify(series).class
  const done = (method: AutoMethod, candidate: Candidate, reason: string, errors = {}) =>
    tell({ method, candidate, reason, errors, series, kind, level })
  if (input.method !== undefined)
    return done(input.method, namedForecast(input.method, series, { m, h }), 'Método escolhido por quem pediu.')
  if (kind === 'none') return done('zero', constant(0, 0, h), 'Não houve demanda no histórico.')
  if (series.length < SHORT) {
    const reason = `Histórico curto (${series.length} períodos): média, até haver ${SHORT}.`
    return done('mean', constant(meanOf(series), standardDeviation(series), h), reason)
  }
  return kind === 'intermittent' || kind === 'lumpy'
    ? chooseIntermittent(series, h, done)
    : chooseRegular(series, m, h, done)
}

type Done = (
  method: AutoMethod,
  candidate: Candidate,
  reason: string,
  errors: { [method: string]: number },
) => AutoForecast

function check(series: readonly number[], m: number, h: number, level: number): void {
  if (series.length === 0 || series.length > MAX_AUTO_SERIES || !series.every((one) => Math.abs(one) <= 1e15)) {
    throw new CoreError('invalid_input', `O histórico deve ter de 1 a ${MAX_AUTO_SERIES} números.`)
  }
  if (!Number.isInteger(m) || m < 1 || m > 1000)
    throw new CoreError('invalid_input', 'O ciclo (m) vai de 1 a 1000 períodos.')
  if (!Number.isInteger(h) || h < 1 || h > MAX_HORIZON) {
    throw new CoreError('invalid_input', `O horizonte (h) vai de 1 a ${MAX_HORIZON} períodos.`)
  }
  if (!(level > 0 && level < 1)) throw new CoreError('invalid_input', 'O nível do intervalo fica entre 0 e 1.')
}

function constant(rate: number, spread: number, h: number): Candidate {
  return { forecast: new Float64Array(h).fill(rate), deviation: new Float64Array(h).fill(spread) }
}

/** Origins half a window apart, latest first; the part before an origin must be long enough to learn a cycle, or half the series. */
function origins(n: number, window: number, least: number): number[] {
  return Array.from({ length: ORIGINS }, (_, at) => n - window - Math.floor((at * window) / 2)).filter(
    (cut) => cut >= least,
  )
}

function chooseRegular(series: Float64Array, m: number, h: number, done: Done): AutoForecast {
  const n = series.length
  const window = Math.max(1, Math.min(h, Math.floor(n / 4)))
  const cuts = origins(n, window, Math.max(SHORT, Math.min(2 * m + 1, n * 0.5)))
  const sums = REGULAR.map(() => 0)
  for (const cut of cuts) {
    regularForecasts(series.subarray(0, cut), m, window).forEach(({ forecast }, method) => {
      let sum = 0
      for (let at = 0; at < window; at++) sum += Math.abs((series[cut + at] ?? 0) - (forecast[at] ?? 0))
      sums[method] = (sums[method] ?? 0) + sum
    })
  }
  const best = leastOf(sums)
  return pick(REGULAR, best, regularForecasts(series, m, h), {
    sums,
    divisor: cuts.length * window,
    origins: cuts.length,
    done,
  })
}

const STEP = 2
const WINDOW = 6
const PAST = 24
/** How much better than the steady default another rate must be: intermittent errors are mostly chance. */
const CLEARLY = 0.5

function chooseIntermittent(series: Float64Array, h: number, done: Done): AutoForecast {
  const n = series.length
  const sums = INTERMITTENT.map(() => 0)
  let count = 0
  for (let cut = Math.max(SHORT, n - PAST); cut + WINDOW <= n; cut += STEP) {
    let actual = 0
    for (let at = cut; at < cut + WINDOW; at++) actual += series[at] ?? 0
    intermittentForecasts(series.subarray(0, cut), 1).forEach(({ forecast }, method) => {
      sums[method] = (sums[method] ?? 0) + (WINDOW * (forecast[0] ?? 0) - actual) ** 2
    })
    count += 1
  }
  const least = leastOf(sums)
  const best = (sums[least] ?? 0) < CLEARLY * (sums[0] ?? 0) ? least : 0
  return pick(INTERMITTENT, best, intermittentForecasts(series, h), { sums, divisor: count, origins: count, done })
}

function leastOf(sums: readonly number[]): number {
  return sums.reduce((least, sum, at) => (sum < (sums[least] ?? Infinity) ? at : least), 0)
}

interface Judged {
  readonly sums: readonly number[]
  readonly divisor: number
  readonly origins: number
  readonly done: Done
}

function pick<M extends RegularMethod | IntermittentMethod>(
  methods: readonly M[],
  best: number,
  candidates: readonly Candidate[],
  { sums, divisor, origins, done }: Judged,
): AutoForecast {
  const method = methods[best]
  const candidate = candidates[best]
  if (method === undefined || !candidate) throw new CoreError('invalid_input', 'A série não pôde ser prevista.')
  const errors = Object.fromEntries(methods.map((one, at) => [one, divisor > 0 ? (sums[at] ?? 0) / divisor : 0]))
  if (origins === 0)
    return done(method, candidate, `Histórico curto para comparar métodos: ${METHOD_NAMES[method]}.`, {})
  const compared = `${methods.length} métodos em ${origins} ${origins === 1 ? 'origem' : 'origens'} do passado`
  return done(method, candidate, `Escolhido por comparação de ${compared}: ${METHOD_NAMES[method]}.`, errors)
}

interface Told {
  readonly method: AutoMethod
  readonly candidate: Candidate
  readonly reason: string
  readonly errors: { readonly [method: string]: number }
  readonly series: Float64Array
  readonly kind: DemandClass
  readonly level: number
}

function tell({ method, candidate, reason, errors, series, kind, level }: Told): AutoForecast {
  const z = quantile((1 + level) / 2)
  const floor = series.every((one) => one >= 0) ? 0 : -Infinity
  const { forecast, deviation } = candidate
  const at = (side: number) =>
    Array.from(forecast, (value, step) => Math.max(floor, value + side * z * (deviation[step] ?? 0)))
  return { method, forecast: at(0), lower: at(-1), upper: at(1), sigma: deviation[0] ?? 0, class: kind, reason, errors }
}

/** The normal quantile, to about 1e-9 in the middle (Acklam's rational approximations). */
export function quantile(p: number): number {
  const a = [
    -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
  ]
  const b = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1]
  const c = [
    -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
    2.938163982698783,
  ]
  const d = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1]
  const poly = (coefficients: readonly number[], x: number) => coefficients.reduce((sum, one) => sum * x + one, 0)
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p))
    return poly(c, q) / poly(d, q)
  }
  if (p > 1 - 0.02425) return -quantile(1 - p)
  const q = p - 0.5
  const r = q * q
  return (poly(a, r) * q) / poly(b, r)
}
