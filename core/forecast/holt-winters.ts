import type { HoltParameters } from './smoothing'

export interface HoltWinters extends HoltParameters {
  readonly gamma: number
  /** One index for each season of the cycle, the first observation's first. */
  readonly s0: readonly number[]
  readonly kind: 'additive' | 'multiplicative'
}

/**
 * Holt-Winters with damping, in its state-space form: the seasonal index is smoothed against the level and trend before the observation.
 * Fills `out` with the periods that follow, each with the latest index of its season; gives the sum of squared one-step errors.
 */
export function holtWinters(series: Float64Array, parameters: HoltWinters, out: Float64Array): number {
  const { alpha, beta, gamma, phi, l0, b0, s0, kind } = parameters
  const m = s0.length
  const seasons = Float64Array.from(s0)
  const additive = kind === 'additive'
  let level = l0
  let trend = b0
  let sse = 0
  for (let at = 0; at < series.length; at++) {
    const value = series[at] ?? 0
    const season = at % m
    const index = seasons[season] ?? 0
    const line = level + phi * trend
    const error = value - (additive ? line + index : line * index)
    sse += error * error
    const step = additive ? error : value / index - line
    level = line + alpha * step
    trend = phi * trend + alpha * beta * step
    seasons[season] = gamma * (additive ? value - line : value / line) + (1 - gamma) * index
  }
  let sum = 0
  let power = 1
  for (let at = 0; at < out.length; at++) {
    power *= phi
    sum += power
    const index = seasons[(series.length + at) % m] ?? 0
    const line = level + sum * trend
    out[at] = additive ? line + index : line * index
  }
  return sse
}
