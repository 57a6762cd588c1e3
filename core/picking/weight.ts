import { type Amount, decimal, type Decimal, HUNDRED, sum } from '../money/decimal'

/** Goods in boxes that were weighed. */
export interface Weighed {
  readonly goods: readonly {
    readonly quantity: Amount
    /** Of one unit, in kg; null where nobody knows it. */
    readonly weight: Amount | null
    /** How much it may differ, in percent. */
    readonly tolerance: Amount
  }[]
  /** Of all boxes, in kg. */
  readonly weight: Amount
}

/** What goods should weigh, and by how much they may differ, in kg: each as much as it is allowed. */
export function expectedWeight({ goods }: Pick<Weighed, 'goods'>): {
  readonly weight: Decimal
  readonly tolerance: Decimal
} {
  const known = goods.map(({ quantity, weight, tolerance }) => {
    const expected = decimal(quantity).times(weight ?? 0)
    return { expected, tolerance: expected.times(tolerance).div(HUNDRED) }
  })
  return { weight: sum(known.map((one) => one.expected)), tolerance: sum(known.map((one) => one.tolerance)) }
}

/** By how much boxes are too heavy (above zero) or too light, in kg beyond nothing; null where they weigh what their goods do, or goods of unknown weight are among them. */
export function weightFault(weighed: Weighed): Decimal | null {
  if (weighed.goods.some((one) => one.weight === null)) return null
  const { weight, tolerance } = expectedWeight(weighed)
  const difference = decimal(weighed.weight).minus(weight)
  return difference.abs().gt(tolerance) ? difference : null
}
