import { shrunkSeasonality, deseasonalise } from './seasonality'

export interface Cleaned {
  readonly series: Float64Array
  /** Positions changed. */
  readonly changed: number[]
}

/**
 * What would have been sold where there was nothing to sell: a period out of stock says only that demand was at least what was sold, so
 * it takes the mean of the same season one cycle before and after, or of the nearest periods in stock when there is none, if that is more.
 */
export function fillStockouts(series: Float64Array, outOfStock: ArrayLike<boolean>, m: number): Cleaned {
  const filled = Float64Array.from(series)
  const changed: number[] = []
  for (let at = 0; at < series.length; at++) {
    if (!outOfStock[at]) continue
    const known = [at - m, at + m].filter((other) => m > 1 && other >= 0 && other < series.length && !outOfStock[other])
    const near = known.length > 0 ? known : neighbours(outOfStock, series.length, at)
    if (near.length === 0) continue
    const estimate = near.reduce((sum, other) => sum + (series[other] ?? 0), 0) / near.length
    if (estimate <= (series[at] ?? 0)) continue
    filled[at] = estimate
    changed.push(at)
  }
  return { series: filled, changed }
}

/** The two nearest periods in stock on each side. */
function neighbours(outOfStock: ArrayLike<boolean>, length: number, at: number): number[] {
  const near: number[] = []
  for (const side of [-1, 1]) {
    let found = 0
    for (let other = at + side; other >= 0 && other < length && found < 2; other += side) {
      if (outOfStock[other]) continue
      near.push(other)
      found += 1
    }
  }
  return near
}

const REACH = 3
/** Deviations of the noise beyond which a value is not believed: 1 in 2 million by chance. */
const LIMIT = 5
/** A value this near to the level, as a share of it, is believed however quiet the series is. */
const NEAR = 0.1

/**
 * Brings single wild values in: with the seasons out, a value further from the median of its seven neighbours than five deviations (the
 * deviation read from the median of all such distances, which outliers do not move) is set at that limit. A lasting change of level is kept,
 * and so is a peak that the other cycles have too: the seasons are learnt without the wild values, which would pass for seasons otherwise.
 */
export function tameOutliers(series: Float64Array, m: number): Cleaned {
  const n = series.length
  const tamed = Float64Array.from(series)
  if (n < 2 * REACH + 1) return { series: tamed, changed: [] }
  const seasonality = shrunkSeasonality(withoutLonePeaks(series, m), m)
  const adjusted = new Float64Array(n)
  deseasonalise(series, seasonality, adjusted)
  const { centre, limit } = surroundings(adjusted)
  const changed: number[] = []
  if (limit === 0) return { series: tamed, changed }
  for (let at = 0; at < n; at++) {
    const away = (adjusted[at] ?? 0) - (centre[at] ?? 0)
    if (Math.abs(away) <= limit) continue
    const value = (centre[at] ?? 0) + Math.sign(away) * limit
    const index = seasonality.indices[at % Math.max(1, seasonality.indices.length)] ?? 0
    tamed[at] = seasonality.kind === 'none' ? value : seasonality.kind === 'additive' ? value + index : value * index
    changed.push(at)
  }
  return { series: tamed, changed }
}

/** The median around each value, and how far from it a value is believed. */
function surroundings(values: Float64Array): { centre: Float64Array; limit: number } {
  const n = values.length
  const centre = values.map((_, at) => {
    const from = Math.max(0, Math.min(n - 2 * REACH - 1, at - REACH))
    return median(values.slice(from, from + 2 * REACH + 1))
  })
  const noise = median(values.map((value, at) => Math.abs(value - (centre[at] ?? 0))))
  return { centre, limit: Math.max(LIMIT * 1.4826 * noise, NEAR * Math.abs(median(centre))) }
}

/** The series with the peaks that no other cycle has at the same season brought to their surroundings. */
function withoutLonePeaks(series: Float64Array, m: number): Float64Array {
  if (m < 2 || series.length < 2 * m + 1) return series
  const { centre, limit } = surroundings(series)
  const away = series.map((value, at) => value - (centre[at] ?? 0))
  return series.map((value, at) => {
    const own = away[at] ?? 0
    if (Math.abs(own) <= limit) return value
    let others = 0
    let alike = 0
    for (let other = at % m; other < series.length; other += m) {
      if (other === at) continue
      others += 1
      if ((away[other] ?? 0) * Math.sign(own) > limit / 2) alike += 1
    }
    return 2 * alike >= others ? value : (centre[at] ?? 0)
  })
}

function median(values: Float64Array): number {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
