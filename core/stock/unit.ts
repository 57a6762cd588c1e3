import { type Amount, decimal, type Decimal, roundHalfUp } from '../money/decimal'

/** Decimals of a conversion factor. */
export const FACTOR_DECIMALS = 10
/** What half the last decimal of a factor comes to, by quantity. */
const FACTOR_DOUBT = decimal('0.00000000005')
export const QUANTITY_DECIMALS = 4

export const isWhole = (quantity: Amount): boolean => decimal(quantity).round(0, 'down').cmp(quantity) === 0

/**
 * A quantity in our units, with the unit's decimals (4 where none are told). In a unit without decimals what the rounding of the factor itself explains is whole (a third of 300 is 100); any
 * other fraction is left for the caller to refuse or to tell.
 */
export function stockQuantity(qCom: Amount, factor: Amount, decimals: number | null): Decimal {
  const exact = decimal(qCom).times(factor)
  const whole = roundHalfUp(exact, 0)
  const doubt = exact.minus(whole).abs()
  if (decimals === 0 && doubt.cmp(decimal(qCom).times(FACTOR_DOUBT)) <= 0) return whole
  return roundHalfUp(exact, decimals === null || decimals === 0 ? QUANTITY_DECIMALS : decimals)
}
