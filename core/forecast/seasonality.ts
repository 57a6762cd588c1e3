/** Seasonal indices of one cycle; multiplicative ones average 1, additive ones 0. Index 0 is the first observation's season. */
export interface Seasonality {
  readonly kind: 'none' | 'multiplicative' | 'additive'
  readonly indices: Float64Array
}

const NONE: Seasonality = { kind: 'none', indices: new Float64Array(0) }

/**
 * Whether a series repeats every m periods: its autocorrelation at lag m is beyond the 90 % band that the shorter lags allow
 * (the test of the Theta method, Assimakopoulos and Nikolopoulos 2000). Asks for two full cycles and a bit.
 */
export function isSeasonal(series: Float64Array, m: number): boolean {
  const n = series.length
  if (m < 2 || n < 2 * m + 1) return false
  let mean = 0
  for (let at = 0; at < n; at++) mean += series[at] ?? 0
  mean /= n
  let variance = 0
  for (let at = 0; at < n; at++) variance += ((series[at] ?? 0) - mean) ** 2
  if (variance <= 0) return false
  let squares = 0
  let last = 0
  for (let lag = 1; lag <= m; lag++) {
    let sum = 0
    for (let at = lag; at < n; at++) sum += ((series[at] ?? 0) - mean) * ((series[at - lag] ?? 0) - mean)
    last = sum / variance
    if (lag < m) squares += last * last
  }
  return Math.abs(last) > 1.645 * Math.sqrt((1 + 2 * squares) / n)
}

/** Indices by classical decomposition: each observation against its centred moving average of m periods. */
export function seasonalIndices(series: Float64Array, m: number, kind: 'multiplicative' | 'additive'): Seasonality {
  const n = series.length
  const sums = new Float64Array(m)
  const counts = new Float64Array(m)
  const half = m >> 1
  const even = m % 2 === 0
  let window = 0
  for (let at = 0; at < m; at++) window += series[at] ?? 0
  for (let centre = half; centre + half < n; centre++) {
    const first = centre - half
    const trend = even ? (window + ((series[first + m] ?? 0) - (series[first] ?? 0)) / 2) / m : window / m
    const value = series[centre] ?? 0
    if (kind === 'additive' || trend > 0) {
      const season = centre % m
      sums[season] = (sums[season] ?? 0) + (kind === 'additive' ? value - trend : value / trend)
      counts[season] = (counts[season] ?? 0) + 1
    }
    window += (series[first + m] ?? 0) - (series[first] ?? 0)
  }
  let total = 0
  for (let season = 0; season < m; season++) {
    sums[season] = (counts[season] ?? 0) > 0 ? (sums[season] ?? 0) / (counts[season] ?? 1) : kind === 'additive' ? 0 : 1
    total += sums[season] ?? 0
  }
  for (let season = 0; season < m; season++) {
    sums[season] =
      kind === 'additive' ? (sums[season] ?? 0) - total / m : Math.max(0.01, ((sums[season] ?? 0) * m) / total)
  }
  return { kind, indices: sums }
}

/** The seasonality of a series: none, multiplicative where every value is above zero, additive otherwise. */
export function detectSeasonality(series: Float64Array, m: number): Seasonality {
  if (!isSeasonal(series, m)) return NONE
  let least = Infinity
  for (let at = 0; at < series.length; at++) least = Math.min(least, series[at] ?? 0)
  return seasonalIndices(series, m, least > 0 ? 'multiplicative' : 'additive')
}

/** The series without its seasonality. */
export function deseasonalise(series: Float64Array, { kind, indices }: Seasonality, into: Float64Array): void {
  const m = indices.length
  if (kind === 'none') into.set(series)
  else if (kind === 'additive')
    for (let at = 0; at < series.length; at++) into[at] = (series[at] ?? 0) - (indices[at % m] ?? 0)
  else for (let at = 0; at < series.length; at++) into[at] = (series[at] ?? 0) / (indices[at % m] ?? 1)
}

/** Puts the seasonality back on values whose first is observation `from` of the series. */
export function reseasonalise(values: Float64Array, from: number, { kind, indices }: Seasonality): void {
  const m = indices.length
  if (kind === 'none') return
  for (let at = 0; at < values.length; at++) {
    const index = indices[(from + at) % m] ?? 0
    values[at] = kind === 'additive' ? (values[at] ?? 0) + index : (values[at] ?? 0) * index
  }
}

/**
 * Indices drawn towards none by how much of them may be chance (a shrinkage of the James and Stein kind): the variance of what is left
 * around a local mean, over the cycles seen, is what the indices of a series without seasons would show. Chance counts twice.
 */
export function shrunkSeasonality(series: Float64Array, m: number): Seasonality {
  const n = series.length
  if (m < 2 || n < 2 * m + 1) return NONE
  let least = Infinity
  for (let at = 0; at < n; at++) least = Math.min(least, series[at] ?? 0)
  const kind = least > 0 ? 'multiplicative' : 'additive'
  const { indices } = seasonalIndices(series, m, kind)
  const neutral = kind === 'multiplicative' ? 1 : 0
  const rest = new Float64Array(n)
  deseasonalise(series, { kind, indices }, rest)
  let noise = 0
  for (let at = 1; at < n - 1; at++) {
    const local = ((rest[at - 1] ?? 0) + (rest[at] ?? 0) + (rest[at + 1] ?? 0)) / 3
    const error = kind === 'multiplicative' ? (rest[at] ?? 0) / local - 1 : (rest[at] ?? 0) - local
    noise += 1.5 * error * error
  }
  noise /= n - 2
  let spread = 0
  for (let season = 0; season < m; season++) spread += ((indices[season] ?? 0) - neutral) ** 2
  const keep = spread > 0 ? 1 - (2 * noise * m * m) / (n * spread) : 0
  if (!(keep > 0)) return NONE
  for (let season = 0; season < m; season++) indices[season] = neutral + keep * ((indices[season] ?? 0) - neutral)
  return { kind, indices }
}
