import { type Amount, type Decimal, decimal, roundHalfUp, ZERO } from '../money/decimal'

/**
 * Shares an amount of the header (freight, discount, …) over the items by their value: each share is rounded half up to 2 decimals and never
 * passes what is left, the last item takes the difference, so the shares always add up to the amount. Values that are all zero share equally.
 */
export function apportion(total: Amount, values: readonly Amount[]): Decimal[] {
  const amount = decimal(total)
  let weights = values.map((value) => decimal(value))
  let sum = weights.reduce((left, right) => left.plus(right), ZERO)
  if (sum.cmp(ZERO) <= 0) {
    weights = values.map(() => decimal(1))
    sum = decimal(values.length)
  }
  let left = amount
  return weights.map((weight, index) => {
    const share = roundHalfUp(amount.times(weight).div(sum))
    const taken = index === weights.length - 1 || share.cmp(left) > 0 ? left : share
    left = left.minus(taken)
    return taken
  })
}
