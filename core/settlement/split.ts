import { splitEvenly } from '../money/allocate'
import { type Amount, type Decimal, decimal, sum, ZERO } from '../money/decimal'

/** A cost centre's part of a payable. */
export interface Part {
  readonly checked: boolean
  readonly fixed: boolean
  readonly vDist: Amount
}

/**
 * Shares a value among those that take part: fixed parts stay, the rest is divided evenly in cents, the last that is free takes what does not divide
 * (R3-067). Answers one amount a part, zero for those that take none; free parts are zero where the fixed ones take it all.
 */
export function splitValue(value: Amount, parts: readonly Part[]): Decimal[] {
  const fixed = sum(parts.filter((one) => one.checked && one.fixed).map((one) => one.vDist))
  const free = parts.filter((one) => one.checked && !one.fixed).length
  const rest = decimal(value).minus(fixed)
  const shares = free === 0 || rest.sign() <= 0 ? [] : splitEvenly(rest, free, { remainder: 'last' })
  return parts.map((one) => {
    if (!one.checked) return ZERO
    return one.fixed ? decimal(one.vDist) : (shares.shift() ?? ZERO)
  })
}
