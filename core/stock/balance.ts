import { CoreError } from '../errors'
import { type Amount, decimal, type Decimal, roundHalfUp, ZERO } from '../money/decimal'

/** What a company has of a product: quantity, what it cost, and the average that both give. */
export interface Balance {
  readonly quantity: Decimal
  /** R$, 2 decimals. */
  readonly value: Decimal
  /** R$ a unit, 4 decimals; the last known one when there is no stock. */
  readonly averageCost: Decimal
}

/** A movement with its value; both are negative when goods leave. */
export interface Movement {
  readonly quantity: Decimal
  readonly value: Decimal
}

/** Reads a stored balance. */
export function balance(stored: {
  readonly quantity: Amount
  readonly value: Amount
  readonly averageCost: Amount
}): Balance {
  return { quantity: decimal(stored.quantity), value: decimal(stored.value), averageCost: decimal(stored.averageCost) }
}

/** Goods that come in at a known cost. Throws `invalid_quantity` unless the quantity is above zero. */
export function receipt(quantity: Amount, cost: Amount): Movement {
  const amount = decimal(quantity)
  if (amount.cmp(ZERO) <= 0) throw new CoreError('invalid_quantity', 'A quantidade precisa ser maior que zero.')
  return { quantity: amount, value: roundHalfUp(cost) }
}

/**
 * Goods that leave at the average cost. Taking all that there is takes all its value, so that no cent stays behind with a quantity of zero.
 * Throws `invalid_quantity` unless the quantity is above zero.
 */
export function issue(from: Balance, quantity: Amount): Movement {
  const amount = decimal(quantity)
  if (amount.cmp(ZERO) <= 0) throw new CoreError('invalid_quantity', 'A quantidade precisa ser maior que zero.')
  if (amount.cmp(from.quantity) === 0) return { quantity: ZERO.minus(amount), value: ZERO.minus(from.value) }
  return { quantity: ZERO.minus(amount), value: ZERO.minus(roundHalfUp(from.averageCost.times(amount))) }
}

/**
 * The movement that undoes another: to the cent, as long as the balance that it leaves makes sense. Taking the last unit takes all the value that
 * is left; where other goods have already taken part of the value away, it goes at the average cost instead, so that none falls below zero.
 */
export function reversal(from: Balance, movement: { readonly quantity: Amount; readonly value: Amount }): Movement {
  const exact = { quantity: ZERO.minus(movement.quantity), value: ZERO.minus(movement.value) }
  const left = after(from, exact)
  if (left.quantity.isZero()) return { quantity: exact.quantity, value: ZERO.minus(from.value) }
  if (exact.quantity.cmp(ZERO) > 0 || left.value.cmp(ZERO) >= 0) return exact
  const average = left.quantity.cmp(ZERO) > 0 ? from.value.div(from.quantity) : from.averageCost
  return { quantity: exact.quantity, value: roundHalfUp(average.times(exact.quantity)) }
}

/** The balance after a movement: moving average, weighted by quantity. Without stock the last average is kept. */
export function after(from: Balance, movement: Movement): Balance {
  const quantity = from.quantity.plus(movement.quantity)
  const value = from.value.plus(movement.value)
  const meaningful = quantity.cmp(ZERO) > 0 && value.cmp(ZERO) >= 0
  return { quantity, value, averageCost: meaningful ? roundHalfUp(value.div(quantity), 4) : from.averageCost }
}
