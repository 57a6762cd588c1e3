import { CoreError } from '../errors'
import { type Amount, type Decimal, ONE, ZERO, decimal } from '../money/decimal'
import { FRACTION_DECIMALS } from './discount'
import { amountOf, priceDecimals } from './line'

/** Margins and markups are fractions: 0.25 is 25 %. Source: document 2, section 9. */
export interface Margin {
  /** (price − cost) / price; zero when the price is below the cost. */
  readonly pMargem: Decimal
  /** price / cost − 1; null without a cost, for there is nothing to mark up. */
  readonly pMarkup: Decimal | null
}

export function marginOf(preco: Amount, custo: Amount): Margin {
  const price = amountOf(preco, 'O preço')
  const cost = amountOf(custo, 'O custo')
  return {
    pMargem: price.lte(cost) ? ZERO : fraction(price.minus(cost).div(price)),
    pMarkup: cost.isZero() ? null : fraction(price.div(cost).minus(ONE)),
  }
}

/** What a price leaves over a cost, as a fraction of it: less than zero for a loss; null for a price of nothing. */
export function earnedOf(preco: Amount, custo: Amount): Decimal | null {
  const price = amountOf(preco, 'O preço')
  return price.isZero() ? null : fraction(price.minus(amountOf(custo, 'O custo')).div(price))
}

/** cost / (1 − margin), half up to `decimals`. Throws `invalid_margin` from 100 % on. */
export function priceByMargin(custo: Amount, pMargem: Amount, decimals?: number | null): Decimal {
  const margin = decimal(pMargem)
  if (margin.gte(ONE)) throw new CoreError('invalid_margin', 'A margem precisa ser menor que 100 %.')
  return amountOf(custo, 'O custo').div(ONE.minus(margin)).round(priceDecimals(decimals), 'half-up')
}

/** cost × (1 + markup), half up to `decimals`. Throws `invalid_margin` below −100 %. */
export function priceByMarkup(custo: Amount, pMarkup: Amount, decimals?: number | null): Decimal {
  const factor = ONE.plus(pMarkup)
  if (factor.sign() < 0) throw new CoreError('invalid_margin', 'O markup não pode ser menor que -100 %.')
  return amountOf(custo, 'O custo').times(factor).round(priceDecimals(decimals), 'half-up')
}

/** tpCalculo of a product: which of the two its prices follow when the cost changes. */
export const BY_MARGIN = 0
export const BY_MARKUP = 1

/** The new price of a price row after its cost changed. */
export function repriced(
  custo: Amount,
  row: { readonly pMargem: Amount; readonly pMarkup: Amount },
  tpCalculo: typeof BY_MARGIN | typeof BY_MARKUP,
  decimals?: number | null,
): Decimal {
  return tpCalculo === BY_MARGIN
    ? priceByMargin(custo, row.pMargem, decimals)
    : priceByMarkup(custo, row.pMarkup, decimals)
}

export interface MarginReportLine {
  readonly id: string | number
  /** Sold amount of the line, without IPI and ST. */
  readonly vVenda: Decimal
  readonly vCusto: Decimal
  readonly vLucro: Decimal
  /** Profit over sale, negative for a loss: a report hides nothing. */
  readonly pMargem: Decimal
  readonly pMarkup: Decimal | null
}

export interface SoldLine {
  readonly id: string | number
  readonly vVenda: Amount
  readonly qTrib: Amount
  /** Cost of one unit. */
  readonly custo: Amount
}

const MAX_LINES = 100_000

/** The margin of every line and of the whole: cost = quantity × unit cost, half up to 2 decimals. */
export function marginReport(lines: readonly SoldLine[]): { lines: MarginReportLine[]; total: MarginReportLine } {
  if (lines.length > MAX_LINES) throw new CoreError('too_many_lines', `São no máximo ${MAX_LINES} linhas.`)
  let [sold, spent] = [ZERO, ZERO]
  const rows = lines.map((line) => {
    const vVenda = amountOf(line.vVenda, 'O valor')
    const vCusto = amountOf(line.custo, 'O custo').times(amountOf(line.qTrib, 'A quantidade')).round(2, 'half-up')
    sold = sold.plus(vVenda)
    spent = spent.plus(vCusto)
    return reportLine(line.id, vVenda, vCusto)
  })
  return { lines: rows, total: reportLine('total', sold, spent) }
}

function reportLine(id: string | number, vVenda: Decimal, vCusto: Decimal): MarginReportLine {
  const vLucro = vVenda.minus(vCusto)
  return {
    id,
    vVenda,
    vCusto,
    vLucro,
    pMargem: vVenda.isZero() ? ZERO : fraction(vLucro.div(vVenda)),
    pMarkup: vCusto.isZero() ? null : fraction(vLucro.div(vCusto)),
  }
}

function fraction(value: Decimal): Decimal {
  return value.round(FRACTION_DECIMALS, 'half-up')
}
