/** Parameters of a damped-trend line: level and trend smoothing, damping (1 is none), and where it starts. */
export interface HoltParameters {
  readonly alpha: number
  readonly beta: number
  readonly phi: number
  readonly l0: number
  readonly b0: number
}

export interface LineState {
  level: number
  trend: number
  /** Sum of squared one-step errors. */
  sse: number
}

/** Simple exponential smoothing from l0 over every observation: l = l + alpha (y − l). */
export function ses(series: Float64Array, alpha: number, l0: number, out: LineState): void {
  let level = l0
  let sse = 0
  for (let at = 0; at < series.length; at++) {
    const error = (series[at] ?? 0) - level
    sse += error * error
    level += alpha * error
  }
  out.level = level
  out.trend = 0
  out.sse = sse
}

/** Holt's line, damped when phi < 1: level = alpha y + (1−alpha)(level + phi trend); trend = beta (new − old level) + (1−beta) phi trend. */
export function holt(series: Float64Array, { alpha, beta, phi, l0, b0 }: HoltParameters, out: LineState): void {
  let level = l0
  let trend = b0
  let sse = 0
  for (let at = 0; at < series.length; at++) {
    const damped = phi * trend
    const expected = level + damped
    const error = (series[at] ?? 0) - expected
    sse += error * error
    level = expected + alpha * error
    trend = damped + alpha * beta * error
  }
  out.level = level
  out.trend = trend
  out.sse = sse
}

/** The line h periods on: level + (phi + phi² + … + phi^h) trend. */
export function projectLine({ level, trend }: LineState, phi: number, into: Float64Array): void {
  let sum = 0
  let power = 1
  for (let at = 0; at < into.length; at++) {
    power *= phi
    sum += power
    into[at] = level + sum * trend
  }
}

// Likely values first: a low error found early gives up the rest sooner.
const ALPHAS = [0.3, 0.2, 0.4, 0.1, 0.5, 0.6, 0.7, 0.05, 0.8, 0.9, 0.98]
const BETAS = [0.05, 0.01, 0.1, 0.2, 0.3, 0.5]
/** Dampings tried: always some, or hardly any. */
export const DAMPED = [0.8, 0.9, 0.96] as const
export const UNDAMPED = [0.99, 1] as const

export interface DampedSearch {
  /** Observations whose straight line gives the starting level and trend. */
  readonly opening: number
  readonly phis: readonly number[]
  /** Only a lower squared error than this is looked for; when there is none, any constants may come back. */
  readonly beat?: number
}

/**
 * Holt's line from the straight line of the first `opening` observations, with the constants of a grid that give the least squared error
 * of one step. `out` ends where the series ends.
 */
export function fitDamped(
  series: Float64Array,
  { opening, phis, beat = Infinity }: DampedSearch,
  out: LineState,
): HoltParameters {
  const { intercept, slope } = trendLine(series.subarray(0, opening))
  const l0 = intercept - slope
  let best = { alpha: 0.3, beta: 0.1, phi: phis[0] ?? 1, l0, b0: slope }
  let least = beat
  for (const phi of phis) {
    for (const alpha of ALPHAS) {
      for (const beta of BETAS) {
        const sse = squaredErrors(series, alpha, alpha * beta, phi, l0, slope, least)
        if (sse >= least) continue
        least = sse
        best = { alpha, beta, phi, l0, b0: slope }
      }
    }
  }
  holt(series, best, out)
  return best
}

/** Holt's squared errors, given up once they pass `limit`: most of a grid is worse than its best within a few observations. */
function squaredErrors(
  series: Float64Array,
  alpha: number,
  gain: number,
  phi: number,
  l0: number,
  b0: number,
  limit: number,
): number {
  let level = l0
  let trend = b0
  let sse = 0
  for (let at = 0; at < series.length; at++) {
    trend *= phi
    const error = (series[at] ?? 0) - level - trend
    sse += error * error
    if (sse >= limit) return Infinity
    level += trend + alpha * error
    trend += gain * error
  }
  return sse
}

/** Least squares of the values on 0, 1, 2… */
export function trendLine(series: Float64Array): { intercept: number; slope: number } {
  const n = series.length
  const middle = (n - 1) / 2
  let sum = 0
  let cross = 0
  for (let at = 0; at < n; at++) {
    const value = series[at] ?? 0
    sum += value
    cross += (at - middle) * value
  }
  const slope = n > 1 ? (cross * 12) / (n * (n * n - 1)) : 0
  return { intercept: sum / n - slope * middle, slope }
}

const START = [0.05, 0.2, 0.4, 0.6, 0.8, 0.95]

/** Simple smoothing from the first value, with the constant of least squared error: six trials, then four finer rounds around the best. */
export function fitSes(series: Float64Array, state: LineState): number {
  const l0 = series[0] ?? 0
  let best = 0.05
  let least = Infinity
  for (const alpha of START) {
    ses(series, alpha, l0, state)
    if (state.sse < least) {
      least = state.sse
      best = alpha
    }
  }
  for (let step = 0.08; step >= 0.01; step /= 2) {
    const centre = best
    for (let side = -1; side <= 1; side += 2) {
      const alpha = Math.min(0.99, Math.max(0.01, centre + side * step))
      ses(series, alpha, l0, state)
      if (state.sse < least) {
        least = state.sse
        best = alpha
      }
    }
  }
  ses(series, best, l0, state)
  return best
}
