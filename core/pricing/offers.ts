import { type Amount, type Decimal, decimal, HUNDRED, roundHalfUp } from '../money/decimal'

/** What is bought: how much of it, and what it comes to with its discount off. */
export interface Bought {
  readonly qTrib: Amount
  readonly vSubtotal: Amount
}

/** A price beside the one of a line: what the line would cost more (less than zero: less), in R$ and in percent; null where the line has no price. */
export interface Difference {
  readonly vDif: Decimal
  readonly pDif: Decimal | null
}

/** What a line would cost otherwise at another price of one unit. */
export function differenceAt({ qTrib, vSubtotal }: Bought, vUnTrib: Amount): Difference {
  const now = decimal(vSubtotal)
  const vDif = roundHalfUp(decimal(vUnTrib).times(qTrib)).minus(now)
  return { vDif, pDif: now.isZero() ? null : roundHalfUp(vDif.times(HUNDRED).div(now)) }
}

/**
 * The places of the cheapest of these prices of one unit, several where they are the same; none where the line itself costs less than each of them, or
 * where nothing is bought.
 */
export function cheapestOf(bought: Bought, prices: readonly Amount[]): readonly number[] {
  if (decimal(bought.qTrib).sign() <= 0 || prices.length === 0) return []
  const least = prices.map((price) => decimal(price)).reduce((low, price) => (price.lt(low) ? price : low))
  if (decimal(bought.vSubtotal).sign() > 0 && differenceAt(bought, least).vDif.sign() > 0) return []
  return prices.flatMap((price, at) => (decimal(price).cmp(least) === 0 ? [at] : []))
}
