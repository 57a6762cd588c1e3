import { CoreError } from '../errors'
import { type Amount, decimal, type Decimal, roundHalfUp } from '../money/decimal'
import { auxiliaryUnits } from '../pricing/line'
import { FACTOR_DECIMALS, isWhole, QUANTITY_DECIMALS, stockQuantity } from './unit'

/**
 * A quantity of another unit in our units (design: a factor keeps ten decimals, the unit says how many the quantity has). Throws `fractional_quantity` for
 * half a piece that the factor's own rounding does not explain, `quantity_vanishes` for something that comes to nothing.
 */
export function inOurUnits(quantity: Amount, factor: Amount, decimals: number | null): Decimal {
  const ours = stockQuantity(quantity, factor, decimals)
  if (decimals === 0 && !isWhole(ours))
    throw new CoreError('fractional_quantity', 'A unidade não tem decimais: informe uma quantidade inteira.')
  if (ours.isZero() && !decimal(quantity).isZero())
    throw new CoreError('quantity_vanishes', 'A quantidade é pequena demais para os decimais da unidade.')
  return ours
}

/** A quantity told in another unit: with 4 decimals, and as whole ones and what is left over, in our units. */
export interface Auxiliary {
  readonly quantity: Decimal
  readonly whole: Decimal
  readonly rest: Decimal
}

/** Our units in another one: 127 in boxes of 12 are 10.5833, or 10 boxes and 7. Throws `invalid_factor`. */
export function inAuxiliary(ours: Amount, factor: Amount): Auxiliary {
  const quantity = auxiliaryUnits(ours, factor)
  const whole = decimal(ours).div(factor).round(0, 'down')
  return { quantity, whole, rest: roundHalfUp(decimal(ours).minus(whole.times(factor)), QUANTITY_DECIMALS) }
}

/** The factor that a counted quantity gives, ten decimals, and whether it gives that quantity back. */
export function countedFactor(
  quantity: Amount,
  counted: Amount,
  decimals: number | null,
): { readonly factor: Decimal; readonly returns: boolean } {
  const factor = roundHalfUp(decimal(counted).div(quantity), FACTOR_DECIMALS)
  return { factor, returns: stockQuantity(quantity, factor, decimals).cmp(counted) === 0 }
}
