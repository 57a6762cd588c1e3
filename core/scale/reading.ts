/** What a scale said. Only `stable` has a weight. `timeout`: nothing whole came. `invalid`: something came that the protocol does not have. */
export type ScaleStatus = 'stable' | 'unstable' | 'negative' | 'overload' | 'no-weight' | 'invalid' | 'timeout'

/** One reading. Weights are kilograms, prices reais, as decimal strings with the decimals the scale sent. */
export interface ScaleReading {
  readonly status: ScaleStatus
  readonly weightKg: string | null
  readonly totalPrice?: string
  readonly unitPrice?: string
  /** A tare is in use. */
  readonly tare?: boolean
  /** The tare where the scale sends it; null when it is zero. */
  readonly tareKg?: string | null
}

/** A reading without weight. */
export function without(status: Exclude<ScaleStatus, 'stable'>): ScaleReading {
  return { status, weightKg: null }
}

/** A stable reading. `digits` may have idle zeros and a decimal point or comma. */
export function stable(digits: string): ScaleReading {
  return { status: 'stable', weightKg: tidy(digits) }
}

/** A decimal with a point and without idle zeros before it: '005,136' gives '5.136'. */
export function tidy(digits: string): string {
  return digits.replace(',', '.').replace(/^0+(?=\d)/, '')
}

/** Digits of which the last `decimals` are decimals; a negative number of decimals adds zeros. '01234' and 3 give '1.234'. */
export function implied(digits: string, decimals: number): string {
  if (decimals <= 0) return tidy(digits + '0'.repeat(-decimals))
  const padded = digits.padStart(decimals + 1, '0')
  return tidy(`${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`)
}
