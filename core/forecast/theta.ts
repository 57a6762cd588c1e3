import { type Seasonality, deseasonalise, detectSeasonality, reseasonalise } from './seasonality'
import { type LineState, fitSes, trendLine } from './smoothing'

/** What the Theta method fitted. */
export interface ThetaFit {
  readonly forecast: Float64Array
  readonly alpha: number
  readonly seasonality: Seasonality
}

/**
 * The Theta method (Assimakopoulos and Nikolopoulos 2000): seasonally adjusted where the test says so, then half the straight line of
 * least squares and half the exponential smoothing of the line with twice the curvature, whose constant has the least squared error.
 */
export function theta(series: Float64Array, m: number, h: number): ThetaFit {
  const seasonality = detectSeasonality(series, m)
  const adjusted = new Float64Array(series.length)
  deseasonalise(series, seasonality, adjusted)
  const forecast = new Float64Array(h)
  const alpha = thetaLine(adjusted, forecast)
  reseasonalise(forecast, series.length, seasonality)
  return { forecast, alpha, seasonality }
}

/** Theta of an adjusted series into `forecast`; gives the smoothing constant. */
export function thetaLine(series: Float64Array, forecast: Float64Array): number {
  const n = series.length
  const { intercept, slope } = trendLine(series)
  const curved = new Float64Array(n)
  for (let at = 0; at < n; at++) curved[at] = 2 * (series[at] ?? 0) - (intercept + slope * at)
  const state: LineState = { level: 0, trend: 0, sse: 0 }
  const alpha = fitSes(curved, state)
  for (let step = 0; step < forecast.length; step++) {
    forecast[step] = (intercept + slope * (n + step) + state.level) / 2
  }
  return alpha
}
