import { type Amount, decimal, type Decimal, roundHalfUp, ZERO } from '../money/decimal'

/** What is known of a line that may come back: how much it was, what it was worth, and what came back of it before. */
export interface Returning {
  readonly quantity: Amount
  readonly value: Amount
  readonly takenQuantity: Amount
  readonly takenValue: Amount
}

/** How much of a line may still come back. */
export const returnable = ({ quantity, takenQuantity }: Pick<Returning, 'quantity' | 'takenQuantity'>): Decimal =>
  decimal(quantity).minus(takenQuantity)

/**
 * What a quantity that comes back is worth: its share of the line, half up to 2 decimals, so that all returns of a line together come to the share of all
 * of it, and to its whole value when all has come back (the same shares for prices and for costs). Never below zero.
 */
export function shareOf({ quantity, value, takenQuantity, takenValue }: Returning, comes: Amount): Decimal {
  const whole = decimal(quantity)
  if (whole.isZero()) return ZERO
  const reached = decimal(takenQuantity).plus(comes)
  const worth = reached.gte(whole) ? decimal(value) : roundHalfUp(decimal(value).times(reached).div(whole))
  const share = worth.minus(takenValue)
  return share.sign() < 0 ? ZERO : share
}
