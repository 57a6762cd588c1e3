import { CoreError } from '../errors'
import { type Amount, decimal, type Decimal } from '../money/decimal'
import { QUANTITY_DECIMALS } from '../stock/unit'

/** What goods draw of a supply: for one of them (6 decimals), and for all (4 decimals). */
export interface Supplied {
  readonly each: Decimal
  readonly planned: Decimal
}

const EACH_DECIMALS = 6

/** How much of a substitute, and in what it is counted. */
export interface Substitute {
  /** Of it for one of the supply. */
  readonly factor: Amount
  /** Decimals of its unit; null where it has none. What is needed is rounded up to them. */
  readonly decimals: number | null
}

/**
 * A quantity of a supply that a substitute takes over: what stays of the supply, and what the substitute is to give. Nothing is lost of the plan: what
 * stays and what was taken over are what was planned. Throws `invalid_quantity` where it is nothing, or more than is planned.
 */
export function substituted(
  supply: { readonly each: Amount; readonly planned: Amount },
  quantity: Amount,
  { factor, decimals }: Substitute,
): { readonly kept: Supplied; readonly taken: Supplied } {
  const [each, planned, taken] = [decimal(supply.each), decimal(supply.planned), decimal(quantity)]
  if (taken.sign() <= 0 || taken.gt(planned))
    throw new CoreError('invalid_quantity', 'Informe quanto do insumo se substitui, até o que falta dele.')
  const kept = planned.minus(taken)
  const share = (of: Decimal) => each.times(of).div(planned)
  return {
    kept: { each: share(kept).round(EACH_DECIMALS), planned: kept },
    taken: {
      each: share(taken).times(factor).round(EACH_DECIMALS),
      planned: taken
        .times(factor)
        .round(QUANTITY_DECIMALS)
        .round(decimals ?? QUANTITY_DECIMALS, 'up'),
    },
  }
}

interface Drawing {
  readonly planned: Amount
  /** Held for the order, or to be fetched for it. */
  readonly asked: Amount
  readonly used: Amount
  /** What there is that nothing holds. */
  readonly free: Amount
}

/** Whether what is still to be drawn of a supply, and is not held for its order, is more than there is. */
export function isLacking({ planned, asked, used, free }: Drawing): boolean {
  const known = decimal(asked).gt(used) ? asked : used
  return decimal(planned).minus(known).gt(free)
}
