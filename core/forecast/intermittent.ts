/** Rates for demand that skips periods. Each gives one number, the demand expected of any coming period. */

/** Croston (1972): sizes and intervals smoothed apart at each demand; both start at the first demand. 0 when there is none. */
export function croston(series: ArrayLike<number>, alpha: number): number {
  let size = 0
  let interval = 0
  let gap = 1
  for (let at = 0; at < series.length; at++) {
    const value = series[at] ?? 0
    if (value <= 0) {
      gap += 1
      continue
    }
    if (interval === 0) {
      size = value
      interval = gap
    } else {
      size += alpha * (value - size)
      interval += alpha * (gap - interval)
    }
    gap = 1
  }
  return interval === 0 ? 0 : size / interval
}

/** Croston less its bias, by the factor of Syntetos and Boylan (2005). */
export function sba(series: ArrayLike<number>, alpha: number): number {
  return croston(series, alpha) * (1 - alpha / 2)
}

/** Croston less its bias, by the factor of Shale, Boylan and Johnston (2006). */
export function sbj(series: ArrayLike<number>, alpha: number): number {
  return croston(series, alpha) * (1 - alpha / (2 - alpha))
}

/**
 * Teunter, Syntetos and Babai (2011): the chance of a demand is smoothed every period, so a part that dies fades. The chance starts at
 * the first observation, the size at the first demand.
 */
export function tsb(series: ArrayLike<number>, alphaDemand: number, alphaProbability: number): number {
  let size = 0
  let chance = (series[0] ?? 0) > 0 ? 1 : 0
  for (let at = 0; at < series.length; at++) {
    const value = series[at] ?? 0
    if (at > 0) chance += alphaProbability * ((value > 0 ? 1 : 0) - chance)
    if (value > 0) size = size === 0 ? value : size + alphaDemand * (value - size)
  }
  return size * chance
}

export type DemandClass = 'none' | 'smooth' | 'erratic' | 'intermittent' | 'lumpy'

export interface Classified {
  readonly class: DemandClass
  /** Periods for each period with demand. */
  readonly adi: number
  /** Squared coefficient of variation of the demands. */
  readonly cv2: number
}

/** The class by the cut-offs of Syntetos and Boylan (2005): an interval of 1.32, a squared variation of 0.49. Less than nothing is no demand. */
export function classify(series: ArrayLike<number>): Classified {
  let count = 0
  let sum = 0
  let squares = 0
  for (let at = 0; at < series.length; at++) {
    const value = series[at] ?? 0
    if (value <= 0) continue
    count += 1
    sum += value
    squares += value * value
  }
  if (count === 0) return { class: 'none', adi: Infinity, cv2: 0 }
  const mean = sum / count
  const variance = count > 1 ? Math.max(0, squares - count * mean * mean) / (count - 1) : 0
  const adi = series.length / count
  const cv2 = variance / (mean * mean)
  const often = adi < 1.32
  return { class: cv2 < 0.49 ? (often ? 'smooth' : 'intermittent') : often ? 'erratic' : 'lumpy', adi, cv2 }
}
