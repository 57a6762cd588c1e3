import { CoreError } from '../errors'
import { type Amount, decimal, type Decimal, roundHalfUp, ZERO } from '../money/decimal'

/** Decimals of a cost a unit as it is kept; people see 4. */
export const UNIT_COST_DECIMALS = 10

/** What a company has of a product: quantity, what it cost, and the average that both give. */
export interface Balance {
  readonly quantity: Decimal
  /** R$, 2 decimals. */
  readonly value: Decimal
  /** R$ a unit, 10 decimals; the last known one when there is no stock, the register's cost while none is known. */
  readonly averageCost: Decimal
}

/** A movement with its value; both are negative when goods leave. */
export interface Movement {
  readonly quantity: Decimal
  readonly value: Decimal
}

/** Goods that come in, and what their cost corrects of goods that had left before them: a value without quantity, zero mostly. */
export interface Receipt extends Movement {
  readonly correction: Decimal
}

/** Reads a stored balance. `cost` is the register's. */
export function balance(stored: {
  readonly quantity: Amount
  readonly value: Amount
  readonly averageCost: Amount
  readonly cost?: Amount
}): Balance {
  const [quantity, averageCost] = [decimal(stored.quantity), decimal(stored.averageCost)]
  const unknown = quantity.sign() <= 0 && averageCost.isZero()
  return { quantity, value: decimal(stored.value), averageCost: unknown ? decimal(stored.cost ?? ZERO) : averageCost }
}

/**
 * Goods that come in at a known cost. Where more had left than was there, what is above zero afterwards is worth what this receipt pays for a unit, and
 * what is still short keeps the value with which it left; the rest of the value is the correction of what had left. Throws `invalid_quantity`
 * unless the quantity is above zero.
 */
export function receipt(from: Balance, quantity: Amount, cost: Amount): Receipt {
  const amount = positive(quantity)
  const value = roundHalfUp(cost)
  const left = { quantity: from.quantity.plus(amount), value: from.value.plus(value) }
  const worth = from.quantity.sign() < 0 ? worthOfRest(from, left.quantity, { quantity: amount, value }) : left.value
  return { quantity: amount, value, correction: worth.minus(left.value) }
}

/** What a stock that was short is worth, once goods have come and `quantity` of it are left. */
function worthOfRest(from: Balance, quantity: Decimal, came: Movement): Decimal {
  if (quantity.sign() > 0) return roundHalfUp(came.value.times(quantity).div(came.quantity))
  return roundHalfUp(from.value.times(quantity).div(from.quantity))
}

/**
 * A cost that comes without goods, such as what an invoice adds to another's price: the goods that are there carry it; where none are, it is a
 * cost of those that have left. Where it is told of how many goods it is, those of them that have left take their share.
 */
export function costAlone(from: Balance, cost: Amount, of?: Amount): Receipt {
  const value = roundHalfUp(cost)
  const there = from.quantity.sign() > 0 ? from.quantity : ZERO
  const isPart = of !== undefined && there.lt(of)
  const stays = there.isZero() ? ZERO : isPart ? roundHalfUp(value.times(there).div(of)) : value
  return { quantity: ZERO, value, correction: stays.minus(value) }
}

/** What brings a stock to a told value; its quantity stays. */
export function revaluation(from: Balance, value: Amount): Receipt {
  return { quantity: ZERO, value: ZERO, correction: roundHalfUp(value).minus(from.value) }
}

/**
 * Goods that leave with their share of the value. Taking all that there is takes all its value, so that no cent stays behind with a quantity of
 * zero; what leaves beyond that is worth the last average. Throws `invalid_quantity` unless the quantity is above zero.
 */
export function issue(from: Balance, quantity: Amount): Movement {
  const amount = positive(quantity)
  const there = from.quantity.sign() > 0 ? from.quantity : ZERO
  const beyond = amount.minus(there)
  if (beyond.sign() < 0) return { quantity: ZERO.minus(amount), value: ZERO.minus(worth(from, amount)) }
  const all = there.isZero() ? ZERO : from.value
  return { quantity: ZERO.minus(amount), value: ZERO.minus(all.plus(worth(from, beyond))) }
}

/** What a quantity is worth at what a unit of a balance costs. */
function worth({ quantity, value, averageCost }: Balance, amount: Decimal): Decimal {
  if (quantity.sign() > 0) return roundHalfUp(value.times(amount).div(quantity))
  return roundHalfUp(amount.times(averageCost))
}

/**
 * The movement that undoes another, to the cent, its correction included, as long as the balance that it leaves makes sense: goods that come
 * back are received at the value with which they left, goods that go again take the exact value with which they came. Where others have
 * taken part of that value away meanwhile, they leave as any goods do, so that no value is left without goods or of the other sign.
 */
export function reversal(from: Balance, undone: { readonly quantity: Amount; readonly value: Amount }): Receipt {
  const exact = { quantity: ZERO.minus(undone.quantity), value: ZERO.minus(undone.value) }
  if (exact.quantity.sign() > 0) return receipt(from, exact.quantity, exact.value)
  if (makesSense(after(from, exact))) return { ...exact, correction: ZERO }
  const left = exact.quantity.isZero()
    ? { ...exact, value: ZERO.minus(from.value) }
    : issue(from, decimal(undone.quantity))
  return { ...left, correction: ZERO }
}

/** Quantity and value have one sign, and there is no value where there are no goods. */
export const makesSense = ({ quantity, value }: Movement): boolean =>
  value.isZero() || (!quantity.isZero() && quantity.sign() === value.sign())

/** The balance after a movement: moving average, weighted by quantity. Without stock the last average is kept. */
export function after(from: Balance, movement: Movement): Balance {
  const quantity = from.quantity.plus(movement.quantity)
  const value = from.value.plus(movement.value)
  const meaningful = quantity.sign() > 0 && value.sign() >= 0
  return {
    quantity,
    value,
    averageCost: meaningful ? roundHalfUp(value.div(quantity), UNIT_COST_DECIMALS) : from.averageCost,
  }
}

/** The balance after a receipt and its correction. */
export const afterReceipt = (from: Balance, { quantity, value, correction }: Receipt): Balance =>
  after(from, { quantity, value: value.plus(correction) })

function positive(quantity: Amount): Decimal {
  const amount = decimal(quantity)
  if (amount.sign() <= 0) throw new CoreError('invalid_quantity', 'A quantidade precisa ser maior que zero.')
  return amount
}
