import { CoreError } from '../errors'
import { type Amount, type Decimal, decimal, roundHalfUp, ZERO } from '../money/decimal'

/**
 * Shares an amount of the header (freight, discount, …) over the items by their value: each share is rounded half up to 2 decimals and never
 * passes what is left, the last item takes the difference, so the shares always add up to the amount. Values that are all zero share equally, and an
 * amount below zero is shared as the same one above it. Throws `invalid_weights` for a value below zero.
 */
export function apportion(total: Amount, values: readonly Amount[]): Decimal[] {
  const signed = decimal(total)
  const amount = signed.abs()
  let weights = values.map((value) => decimal(value))
  let sum = weights.reduce((left, right) => left.plus(right), ZERO)
  if (weights.some((weight) => weight.sign() < 0))
    throw new CoreError('invalid_weights', 'Os valores do rateio não podem ser negativos.')
  if (sum.isZero()) {
    weights = values.map(() => decimal(1))
    sum = decimal(values.length)
  }
  let left = amount
  return weights.map((weight, index) => {
    const share = roundHalfUp(amount.times(weight).div(sum))
    const taken = index === weights.length - 1 || share.cmp(left) > 0 ? left : share
    left = left.minus(taken)
    return signed.sign() < 0 ? taken.neg() : taken
  })
}
