import { sba, tsb } from './intermittent'
import { type Seasonality, deseasonalise, reseasonalise, shrunkSeasonality } from './seasonality'
import { DAMPED, type DampedSearch, type LineState, UNDAMPED, fitDamped, fitSes, projectLine, ses } from './smoothing'
import { thetaLine } from './theta'

/** A forecast with the standard deviation of its error, step by step. */
export interface Candidate {
  readonly forecast: Float64Array
  readonly deviation: Float64Array
}

export const REGULAR = ['combination', 'damped-trend', 'damped-trend-recent', 'ses', 'theta'] as const
export const INTERMITTENT = ['moving-averages', 'ses-0.1', 'tsb', 'sba'] as const
export type RegularMethod = (typeof REGULAR)[number]
export type IntermittentMethod = (typeof INTERMITTENT)[number]

interface Line {
  readonly values: Float64Array
  readonly alpha: number
  readonly beta: number
  readonly phi: number
  readonly sse: number
}

/**
 * Every candidate for regular demand, all fitted to the same seasonally adjusted series: Theta, simple smoothing, a damped trend that
 * starts from the line of the first 12 observations, one that starts from the first 6 (quicker to believe a trend), and the mean of Theta
 * and a trend that is always damped, the steadiest of them.
 */
export function regularForecasts(series: Float64Array, m: number, h: number): Candidate[] {
  const seasonality = shrunkSeasonality(series, m)
  const adjusted = new Float64Array(series.length)
  deseasonalise(series, seasonality, adjusted)
  const damped = dampedLine(adjusted, { opening: 12, phis: DAMPED }, h)
  const state: LineState = { level: 0, trend: 0, sse: 0 }
  const alpha = fitSes(adjusted, state)
  const simple: Line = { values: new Float64Array(h).fill(state.level), alpha, beta: 0, phi: 1, sse: state.sse }
  const theta = new Float64Array(h)
  thetaLine(adjusted, theta)
  const combined = theta.map((value, at) => (value + (damped.values[at] ?? 0)) / 2)
  return [
    { ...damped, values: combined },
    orUndamped(adjusted, damped, 12, h),
    orUndamped(adjusted, dampedLine(adjusted, { opening: 6, phis: DAMPED }, h), 6, h),
    simple,
    { ...simple, values: theta },
  ].map((line) => finish(line, series.length, seasonality))
}

/** The damped line, or one hardly damped when that fits better. */
function orUndamped(series: Float64Array, damped: Line, opening: number, h: number): Line {
  const other = dampedLine(series, { opening, phis: UNDAMPED, beat: damped.sse }, h)
  return other.sse < damped.sse ? other : damped
}

function dampedLine(series: Float64Array, search: DampedSearch, h: number): Line {
  const state: LineState = { level: 0, trend: 0, sse: 0 }
  const { alpha, beta, phi } = fitDamped(series, search, state)
  const values = new Float64Array(h)
  projectLine(state, phi, values)
  return { values, alpha, beta, phi, sse: state.sse }
}

/**
 * Puts the seasons back and works out the deviation of each step: an error of one step carries on into the next ones by
 * alpha (1 + beta (phi + … + phi^j)), the variance of a damped trend (Hyndman and others 2008, chapter 6).
 */
function finish({ values, alpha, beta, phi, sse }: Line, n: number, seasonality: Seasonality): Candidate {
  const sigma = Math.sqrt(sse / Math.max(1, n - 2))
  const deviation = new Float64Array(values.length)
  let carried = 1
  let sum = 0
  let power = 1
  for (let at = 0; at < deviation.length; at++) {
    deviation[at] = sigma * Math.sqrt(carried)
    power *= phi
    sum += power
    carried += (alpha * (1 + beta * sum)) ** 2
  }
  reseasonalise(values, n, seasonality)
  if (seasonality.kind === 'multiplicative') reseasonalise(deviation, n, seasonality)
  return { forecast: values, deviation }
}

const FAST = 6
const SLOW = 12

/** Every candidate for demand that skips periods: one rate for all steps, with the spread of the last two years of history. */
export function intermittentForecasts(series: Float64Array, h: number): Candidate[] {
  const spread = standardDeviation(series.subarray(-24))
  const state: LineState = { level: 0, trend: 0, sse: 0 }
  ses(series, 0.1, series[0] ?? 0, state)
  const rates = [
    (meanOf(series.subarray(-FAST)) + meanOf(series.subarray(-SLOW))) / 2,
    state.level,
    tsb(series, 0.1, 0.1),
    sba(series, 0.1),
  ]
  return rates.map((rate) => ({
    forecast: new Float64Array(h).fill(rate),
    deviation: new Float64Array(h).fill(spread),
  }))
}

export function meanOf(series: Float64Array): number {
  let sum = 0
  for (let at = 0; at < series.length; at++) sum += series[at] ?? 0
  return series.length === 0 ? 0 : sum / series.length
}

export function standardDeviation(series: Float64Array): number {
  const mean = meanOf(series)
  let squares = 0
  for (let at = 0; at < series.length; at++) squares += ((series[at] ?? 0) - mean) ** 2
  return series.length < 2 ? 0 : Math.sqrt(squares / (series.length - 1))
}
