import { CoreError } from '../errors'
import { type HoltWinters, holtWinters } from './holt-winters'
import { croston, sba, sbj, tsb } from './intermittent'
import { type LineState, holt, projectLine, ses, trendLine } from './smoothing'

/** Methods with every parameter given, and how many periods each forecasts when `h` is not given. */
export const EXACT_METHODS = {
  naive: 4,
  'seasonal-naive': 6,
  drift: 4,
  mean: 3,
  'moving-average': 3,
  ses: 3,
  holt: 6,
  'holt-damped': 6,
  'holt-winters-additive': 12,
  'holt-winters-additive-damped': 12,
  'holt-winters-multiplicative': 12,
  'holt-winters-multiplicative-damped': 12,
  'theta-0-2': 6,
  croston: 1,
  sba: 1,
  sbj: 1,
  tsb: 1,
} as const
export type ExactMethod = keyof typeof EXACT_METHODS

export interface ExactParameters {
  readonly alpha?: number | undefined
  readonly beta?: number | undefined
  readonly gamma?: number | undefined
  readonly phi?: number | undefined
  /** A text, in words, asks for the method's own start (the first value). */
  readonly l0?: number | string | undefined
  readonly b0?: number | undefined
  readonly s0?: readonly number[] | undefined
  readonly m?: number | undefined
  readonly window?: number | undefined
  readonly alphaDemand?: number | undefined
  readonly alphaProbability?: number | undefined
}

export interface ExactInput {
  readonly method: ExactMethod
  readonly series: readonly number[]
  readonly params?: ExactParameters | undefined
  readonly h?: number | undefined
}

export const MAX_SERIES = 100_000
export const MAX_HORIZON = 4000

function required(value: number | undefined, name: string): number {
  if (value === undefined) throw new CoreError('invalid_input', `Informe o parâmetro '${name}'.`)
  return value
}

function constant(value: number | undefined, name: string): number {
  const given = required(value, name)
  if (!(given >= 0 && given <= 1)) throw new CoreError('invalid_input', `O parâmetro '${name}' vai de 0 a 1.`)
  return given
}

/** The forecast of a method with its parameters given: nothing is estimated. Throws `invalid_input`. */
export function forecastExact({ method, series, params = {}, h = EXACT_METHODS[method] }: ExactInput): {
  forecast: number[]
} {
  if (series.length === 0 || series.length > MAX_SERIES || !series.every(Number.isFinite)) {
    throw new CoreError('invalid_input', `A série deve ter de 1 a ${MAX_SERIES} números.`)
  }
  if (!Number.isInteger(h) || h < 1 || h > MAX_HORIZON) {
    throw new CoreError('invalid_input', `O horizonte vai de 1 a ${MAX_HORIZON} períodos.`)
  }
  const forecast = new Float64Array(h)
  fill(method, Float64Array.from(series), params, forecast)
  if (!forecast.every(Number.isFinite))
    throw new CoreError('invalid_input', 'A série e os parâmetros não dão uma previsão finita.')
  return { forecast: [...forecast] }
}

function fill(method: ExactMethod, series: Float64Array, params: ExactParameters, out: Float64Array): void {
  const n = series.length
  const last = series[n - 1] ?? 0
  switch (method) {
    case 'naive':
      out.fill(last)
      return
    case 'seasonal-naive':
      seasonalNaive(series, params.m, out)
      return
    case 'drift': {
      const step = n > 1 ? (last - (series[0] ?? 0)) / (n - 1) : 0
      for (let at = 0; at < out.length; at++) out[at] = last + step * (at + 1)
      return
    }
    case 'mean':
      out.fill(average(series))
      return
    case 'moving-average':
      out.fill(average(series.subarray(n - windowOf(params.window, n))))
      return
    case 'croston':
      out.fill(croston(series, constant(params.alpha, 'alpha')))
      return
    case 'sba':
      out.fill(sba(series, constant(params.alpha, 'alpha')))
      return
    case 'sbj':
      out.fill(sbj(series, constant(params.alpha, 'alpha')))
      return
    case 'tsb':
      out.fill(
        tsb(series, constant(params.alphaDemand, 'alphaDemand'), constant(params.alphaProbability, 'alphaProbability')),
      )
      return
    default:
      smooth(method, series, params, out)
  }
}

function windowOf(window: number | undefined, n: number): number {
  const size = required(window, 'window')
  if (!Number.isInteger(size) || size < 1)
    throw new CoreError('invalid_input', "O parâmetro 'window' deve ser inteiro, 1 ou mais.")
  return Math.min(size, n)
}

function seasonalNaive(series: Float64Array, period: number | undefined, out: Float64Array): void {
  const m = required(period, 'm')
  if (!Number.isInteger(m) || m < 1 || m > series.length) {
    throw new CoreError('invalid_input', "O parâmetro 'm' deve ser inteiro e não maior que a série.")
  }
  for (let at = 0; at < out.length; at++) out[at] = series[series.length - m + (at % m)] ?? 0
}

function average(series: Float64Array): number {
  let sum = 0
  for (let at = 0; at < series.length; at++) sum += series[at] ?? 0
  return sum / series.length
}

type Smoothed = Exclude<
  ExactMethod,
  'naive' | 'seasonal-naive' | 'drift' | 'mean' | 'moving-average' | 'croston' | 'sba' | 'sbj' | 'tsb'
>

function smooth(method: Smoothed, series: Float64Array, params: ExactParameters, out: Float64Array): void {
  const alpha = constant(params.alpha, 'alpha')
  const start = typeof params.l0 === 'number' ? params.l0 : undefined
  const state: LineState = { level: 0, trend: 0, sse: 0 }
  if (method === 'ses') {
    ses(series, alpha, start ?? series[0] ?? 0, state)
    out.fill(state.level)
    return
  }
  if (method === 'theta-0-2') {
    thetaExact(series, alpha, start, out)
    return
  }
  const beta = constant(params.beta, 'beta')
  const phi = method.endsWith('damped') ? constant(params.phi, 'phi') : (params.phi ?? 1)
  const line = { alpha, beta, phi, l0: required(start, 'l0'), b0: required(params.b0, 'b0') }
  if (method === 'holt' || method === 'holt-damped') {
    holt(series, line, state)
    projectLine(state, phi, out)
    return
  }
  if (!params.s0 || params.s0.length === 0 || params.s0.length > MAX_SERIES) {
    throw new CoreError('invalid_input', "Informe os índices sazonais iniciais 's0'.")
  }
  const winters: HoltWinters = {
    ...line,
    gamma: constant(params.gamma, 'gamma'),
    s0: params.s0,
    kind: method.startsWith('holt-winters-additive') ? 'additive' : 'multiplicative',
  }
  holtWinters(series, winters, out)
}

/** Half the least-squares line and half the smoothing of the line of twice the curvature, from `l0` or its first value. */
function thetaExact(series: Float64Array, alpha: number, start: number | undefined, out: Float64Array): void {
  const n = series.length
  const { intercept, slope } = trendLine(series)
  const curved = series.map((value, at) => 2 * value - (intercept + slope * at))
  const state: LineState = { level: 0, trend: 0, sse: 0 }
  ses(curved, alpha, start ?? curved[0] ?? 0, state)
  for (let at = 0; at < out.length; at++) out[at] = (intercept + slope * (n + at) + state.level) / 2
}
