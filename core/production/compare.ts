import { type Amount, decimal, type Decimal, sum, ZERO } from '../money/decimal'

/** What goods were planned to cost, beside what they did. */

const UNIT_DECIMALS = 4

export interface Costs {
  readonly material: Amount
  readonly hours: Amount
}

interface Compared {
  /** For all that is planned. */
  readonly planned: Costs
  readonly quantity: Amount
  /** Of what was made so far; loss and by-products are apart. */
  readonly real: Costs
  readonly loss: Amount
  readonly byProducts: Amount
  readonly made: Amount
}

/** A part of the cost, for one. */
export interface Line {
  readonly planned: Decimal
  /** Null while nothing is made. */
  readonly real: Decimal | null
  /** How much more it was, in percent of the plan; null without one. */
  readonly over: Decimal | null
}

export interface Comparison {
  readonly material: Line
  readonly hours: Line
  /** What was lost by accident, and what by-products are worth: neither was planned. */
  readonly loss: Line
  readonly byProducts: Line
  /** What a good one costs. */
  readonly total: Line
}

/** Planned against real, each for one, 4 decimals: what was planned by the quantity that was planned, what came of it by the good ones that were made. */
export function compareCosts({ planned, quantity, real, loss, byProducts, made }: Compared): Comparison {
  const of = (plan: Amount, told: Amount): Line => {
    const each = per(decimal(plan), quantity) ?? ZERO
    const was = per(decimal(told), made)
    return { planned: each, real: was, over: was === null || each.isZero() ? null : overOf(was, each) }
  }
  return {
    material: of(planned.material, real.material),
    hours: of(planned.hours, real.hours),
    loss: of(0, decimal(loss).neg()),
    byProducts: of(0, decimal(byProducts).neg()),
    total: of(
      sum([planned.material, planned.hours].map(decimal)),
      sum([real.material, real.hours].map(decimal)).minus(loss).minus(byProducts),
    ),
  }
}

const per = (amount: Decimal, quantity: Amount): Decimal | null =>
  decimal(quantity).sign() > 0 ? amount.div(quantity).round(UNIT_DECIMALS) : null

const overOf = (was: Decimal, planned: Decimal): Decimal => was.minus(planned).times(100).div(planned).round(2)
