import { forecastAuto } from './auto'
import { type Measures, measure } from './measures'

/** How well the automatic choice would have done on the end of a history. */
export interface Backtest extends Measures {
  /** Periods that were held back. */
  readonly periods: number
}

const LEAST_TRAINING = 8
const MAX_HELD = 12

/**
 * Forecasts the last periods of a history from those before them alone, by the whole procedure (the choice of the method included), and
 * measures the error. Null when too little is left to learn from.
 */
export function backtest(series: readonly number[], { m, h }: { m: number; h: number }): Backtest | null {
  const periods = Math.min(h, MAX_HELD, Math.floor(series.length / 4))
  const train = series.slice(0, series.length - periods)
  if (periods < 1 || train.length < LEAST_TRAINING) return null
  const { forecast } = forecastAuto({ series: train, m, h: periods })
  return { periods, ...measure({ train, actual: series.slice(train.length), forecast, m }) }
}
