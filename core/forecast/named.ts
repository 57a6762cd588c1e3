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

/** Methods that can be asked for by name, beside the automatic choice. */
export const NAMED_METHODS = [...REGULAR, ...INTERMITTENT, 'mean', 'naive', 'seasonal-naive'] as const
export type NamedMethod = (typeof NAMED_METHODS)[number]
/** What a forecast can come from: one of these, or nothing (there was no demand). */
export type AutoMethod = 'zero' | NamedMethod

const isRegular = (method: NamedMethod): method is RegularMethod => REGULAR.some((one) => one === method)
const isIntermittent = (method: NamedMethod): method is IntermittentMethod => INTERMITTENT.some((one) => one === method)

/** The forecast of one method that somebody chose, fitted to the series. */
export function namedForecast(
  method: NamedMethod,
  series: Float64Array,
  { m, h }: { m: number; h: number },
): Candidate {
  const among = isRegular(method)
    ? regularForecasts(series, m, h)[REGULAR.indexOf(method)]
    : isIntermittent(method)
      ? intermittentForecasts(series, h)[INTERMITTENT.indexOf(method)]
      : undefined
  if (among) return among
  if (method === 'mean') return flat(meanOf(series), standardDeviation(series), h)
  return repeated(series, method === 'naive' ? 1 : Math.min(m, series.length), h)
}

function flat(rate: number, spread: number, h: number): Candidate {
  return { forecast: new Float64Array(h).fill(rate), deviation: new Float64Array(h).fill(spread) }
}

/** The last cycle again and again; it errs by as much as one cycle differed from the one before, more with each cycle ahead. */
function repeated(series: Float64Array, lag: number, h: number): Candidate {
  const n = series.length
  let squares = 0
  for (let at = lag; at < n; at++) squares += ((series[at] ?? 0) - (series[at - lag] ?? 0)) ** 2
  const sigma = n > lag ? Math.sqrt(squares / (n - lag)) : 0
  const forecast = new Float64Array(h)
  const deviation = new Float64Array(h)
  for (let step = 0; step < h; step++) {
    forecast[step] = series[n - lag + (step % lag)] ?? 0
    deviation[step] = sigma * Math.sqrt(Math.floor(step / lag) + 1)
  }
  return { forecast, deviation }
}
