import { CoreError } from '../errors'
import { type Amount, type Decimal, ONE, ZERO, decimal } from '../money/decimal'

/** What a sale or quote line is priced from. Discounts and pIPI are fractions (0.1 is 10 %). */
export interface LineInput {
  readonly vUnTrib: Amount
  readonly qTrib: Amount
  readonly vDesc?: Amount | null | undefined
  readonly vDesc2?: Amount | null | undefined
  readonly vDesc3?: Amount | null | undefined
  readonly vDesc4?: Amount | null | undefined
  readonly pIPI?: Amount | null | undefined
  /** Decimals of the net price, 0 to 10; 2 unless told. */
  readonly decimal_preco?: number | null | undefined
  readonly vICMSST?: Amount | null | undefined
  readonly vFCPST?: Amount | null | undefined
  /** Base units in one auxiliary unit (a box of 12: 12). */
  readonly fatorConversao?: Amount | null | undefined
}

export interface PricedLine {
  /** Unit price after the four discounts. */
  readonly vUnLiquido: Decimal
  /** Unit price times quantity, before discounts. */
  readonly vBruto: Decimal
  /** Net price times quantity, without IPI. */
  readonly vProd: Decimal
  readonly vIPI: Decimal
  /** Net price with IPI times quantity. */
  readonly vSubtotal: Decimal
  /** Subtotal with ICMS-ST and its FCP. */
  readonly vTotal: Decimal
  /** Quantity in auxiliary units, 4 decimals; null when the line has none. */
  readonly qAuxiliar: Decimal | null
}

const MAX_PRICE_DECIMALS = 10
const MAX_IPI = 10
const DEFAULT_PRICE_DECIMALS = 2

/** A discount as a fraction from 0 to 1. Throws `invalid_discount`. */
export function readDiscount(value: Amount): Decimal {
  const fraction = decimal(value)
  if (fraction.sign() < 0 || fraction.gt(ONE)) throw new CoreError('invalid_discount', 'Valor inválido.')
  return fraction
}

/**
 * Prices a line: net = vUnTrib × Π(1 − d), half up to `decimal_preco`; subtotal = net × (1 + pIPI) × qTrib; each amount half up
 * to 2 decimals from the net price. Source: document 2, section 9.
 */
export function priceLine(line: LineInput): PricedLine {
  const vUnTrib = amountOf(line.vUnTrib, 'O preço')
  const qTrib = amountOf(line.qTrib, 'A quantidade')
  const pIPI = ipiOf(line.pIPI)
  const vUnLiquido = netPrice(vUnTrib, line)
  const exact = vUnLiquido.times(qTrib)
  const vProd = exact.round(2, 'half-up')
  const vIPI = pIPI.isZero() ? ZERO : exact.times(pIPI).round(2, 'half-up')
  const vSubtotal = pIPI.isZero() ? vProd : exact.times(ONE.plus(pIPI)).round(2, 'half-up')
  const st = amountOf(line.vICMSST ?? ZERO, 'O ICMS-ST').plus(amountOf(line.vFCPST ?? ZERO, 'O FCP-ST'))
  return {
    vUnLiquido,
    vBruto: vUnTrib.times(qTrib).round(2, 'half-up'),
    vProd,
    vIPI,
    vSubtotal,
    vTotal: st.isZero() ? vSubtotal : vSubtotal.plus(st.round(2, 'half-up')),
    qAuxiliar: auxiliaryUnits(qTrib, line.fatorConversao),
  }
}

/** The unit price after the four discounts, one after another. */
export function netPrice(vUnTrib: Decimal, line: Omit<LineInput, 'vUnTrib' | 'qTrib'>): Decimal {
  let net = vUnTrib
  for (const discount of [line.vDesc, line.vDesc2, line.vDesc3, line.vDesc4]) {
    if (discount === undefined || discount === null) continue
    const fraction = readDiscount(discount)
    if (!fraction.isZero()) net = net.times(ONE.minus(fraction))
  }
  return net.round(priceDecimals(line.decimal_preco), 'half-up')
}

/** Decimals of a price: 0 to 10, 2 when nothing is said. Throws `invalid_price_decimals`. */
export function priceDecimals(decimals: number | null | undefined): number {
  const wanted = decimals ?? DEFAULT_PRICE_DECIMALS
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > MAX_PRICE_DECIMALS) {
    throw new CoreError('invalid_price_decimals', `As casas do preço vão de 0 a ${MAX_PRICE_DECIMALS}.`)
  }
  return wanted
}

/** The quantity in auxiliary units: quantity ÷ conversion factor, 4 decimals. Null without a factor; throws `invalid_factor`. */
export function auxiliaryUnits(qTrib: Amount, factor: Amount | null | undefined): Decimal | null {
  if (factor === undefined || factor === null) return null
  const perUnit = decimal(factor)
  if (perUnit.sign() <= 0) throw new CoreError('invalid_factor', 'O fator de conversão precisa ser maior que zero.')
  return decimal(qTrib).div(perUnit).round(4, 'half-up')
}

/** An amount that is not negative. Throws `invalid_amount`, naming what it is. */
export function amountOf(value: Amount, what: string): Decimal {
  const amount = decimal(value)
  if (amount.sign() < 0) throw new CoreError('invalid_amount', `${what} não pode ser negativo.`)
  return amount
}

function ipiOf(value: Amount | null | undefined): Decimal {
  if (value === undefined || value === null) return ZERO
  const rate = decimal(value)
  if (rate.sign() < 0 || rate.gt(MAX_IPI)) {
    throw new CoreError('invalid_rate', 'A alíquota de IPI é uma fração de 0 a 10 (0,1 é 10 %).')
  }
  return rate
}
