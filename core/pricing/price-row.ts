import { type Amount, type Decimal, HUNDRED, decimal, roundHalfUp } from '../money/decimal'
import { priceDecimals } from './line'
import { marginOf, priceByMargin, priceByMarkup } from './margin'

/** Margin and markup of a row are kept in percent with so many decimals. */
export const RATE_DECIMALS = 4

/** What a price is written by: itself, or one of its rates. The others follow. */
export type PriceName = 'vUnTrib' | 'pMargem' | 'pMarkup'

/** A price and what it earns, in percent; null where nobody knows the cost. */
export interface PriceRow {
  readonly vUnTrib: Decimal
  readonly pMargem: Decimal | null
  readonly pMarkup: Decimal | null
}

/** What prices of a product are made of. */
export interface PriceBasis {
  /** Of one unit; zero where nobody knows it. */
  readonly custo: Amount
  readonly decimal_preco?: number | null | undefined
}

/** What a unit costs to form its price on: the company's average cost, else that of the register; null where neither is above zero. */
export function costToPrice(vCustoMedio: Amount | null | undefined, custo: Amount | null | undefined): Decimal | null {
  for (const cost of [vCustoMedio, custo])
    if (cost !== null && cost !== undefined && decimal(cost).sign() > 0) return decimal(cost)
  return null
}

/** The margin and markup, in percent and 4 decimals, that a price has over a cost; the margin is zero under the cost (document 2, section 9). */
export function ratesOf(vUnTrib: Amount, custo: Amount): Omit<PriceRow, 'vUnTrib'> {
  if (decimal(custo).isZero()) return { pMargem: null, pMarkup: null }
  const { pMargem, pMarkup } = marginOf(vUnTrib, custo)
  const percent = (share: Decimal): Decimal => roundHalfUp(share.times(HUNDRED), RATE_DECIMALS)
  return { pMargem: percent(pMargem), pMarkup: pMarkup === null ? null : percent(pMarkup) }
}

/**
 * A row of a price table as one of its three values was written: the price, else the one that a margin or a markup (percent) comes to, half up to the
 * product's decimals, and the rates of that price. Null where nothing follows: a rate without a cost. Throws `invalid_margin`, `invalid_amount`.
 */
export function priceRow(written: PriceName, value: Amount, { custo, decimal_preco }: PriceBasis): PriceRow | null {
  if (written !== 'vUnTrib' && decimal(custo).isZero()) return null
  const vUnTrib = writtenPrice(written, value, { custo, decimal_preco })
  return { vUnTrib, ...ratesOf(vUnTrib, custo) }
}

function writtenPrice(written: PriceName, value: Amount, { custo, decimal_preco }: PriceBasis): Decimal {
  if (written === 'vUnTrib') return decimal(value)
  const share = decimal(value).div(HUNDRED)
  return written === 'pMargem' ? priceByMargin(custo, share, decimal_preco) : priceByMarkup(custo, share, decimal_preco)
}

/** How prices that are changed together end: as they come, at ,90, at ,99, or at a multiple of five cents. */
export const [AS_IT_COMES, AT_90, AT_99, AT_5_CENTS] = [0, 1, 2, 3] as const
export type Ending = typeof AS_IT_COMES | typeof AT_90 | typeof AT_99 | typeof AT_5_CENTS

const TWENTY = decimal(20)
const CENTS: Readonly<Record<typeof AT_90 | typeof AT_99, Decimal>> = {
  [AT_90]: decimal('0.90'),
  [AT_99]: decimal('0.99'),
}
const LEAST: Readonly<Record<Exclude<Ending, typeof AS_IT_COMES>, Decimal>> = {
  ...CENTS,
  [AT_5_CENTS]: decimal('0.05'),
}

/** The nearest price with this ending, the higher of two; never none for what had a price. A product whose prices have no cents keeps its own. */
export function endPrice(price: Decimal, ending: Ending, decimal_preco?: number | null): Decimal {
  if (ending === AS_IT_COMES || price.sign() <= 0 || priceDecimals(decimal_preco) < 2) return price
  const least = LEAST[ending]
  const nearest =
    ending === AT_5_CENTS
      ? roundHalfUp(price.times(TWENTY), 0).div(TWENTY)
      : roundHalfUp(price.minus(CENTS[ending]), 0).plus(CENTS[ending])
  return nearest.lt(least) ? least : nearest
}
