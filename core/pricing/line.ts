import { CoreError } from '../errors'
import { type Amount, type Decimal, ONE, ZERO, decimal } from '../money/decimal'

/** tp_desconto: how a discount is typed, and what is kept of it: the percentage, or the amount. */
export const PERCENT = 0
export const MONEY = 1
export type DiscountType = typeof PERCENT | typeof MONEY

/** The four discounts, each a fraction, and the amounts that those in money are. */
export const DISCOUNTS = ['vDesc', 'vDesc2', 'vDesc3', 'vDesc4'] as const
export const DISCOUNT_AMOUNTS = {
  vDesc: 'vDescValor',
  vDesc2: 'vDescValor2',
  vDesc3: 'vDescValor3',
  vDesc4: 'vDescValor4',
} as const

/** What a sale or quote line is priced from. Discounts and pIPI are fractions (0.1 is 10 %). */
export interface LineInput {
  readonly vUnTrib: Amount
  readonly qTrib: Amount
  /** PERCENT unless told. Discounts of either type are fractions. */
  readonly tp_desconto?: DiscountType | null | undefined
  readonly vDesc?: Amount | null | undefined
  readonly vDesc2?: Amount | null | undefined
  readonly vDesc3?: Amount | null | undefined
  readonly vDesc4?: Amount | null | undefined
  /** What a discount in money takes off, R$: it stays as quantity and price change. Where it is not told, its fraction is. */
  readonly vDescValor?: Amount | null | undefined
  readonly vDescValor2?: Amount | null | undefined
  readonly vDescValor3?: Amount | null | undefined
  readonly vDescValor4?: Amount | null | undefined
  readonly pIPI?: Amount | null | undefined
  /** Decimals of the net price, 0 to 10; 2 unless told. */
  readonly decimal_preco?: number | null | undefined
  readonly vICMSST?: Amount | null | undefined
  readonly vFCPST?: Amount | null | undefined
  /** Base units in one auxiliary unit (a box of 12: 12). */
  readonly fatorConversao?: Amount | null | undefined
}

export interface PricedLine {
  /** Unit price after the four discounts; of discounts in money what the goods come to by unit, up to 10 decimals. */
  readonly vUnLiquido: Decimal
  /** Unit price times quantity, before discounts. */
  readonly vBruto: Decimal
  /** Goods after discounts, without IPI. */
  readonly vProd: Decimal
  readonly vIPI: Decimal
  /** Goods and IPI. */
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
 * Prices a line in rounded parts and their sums, as the NF-e adds (its rejection 610): goods = net price × qTrib, IPI on the goods, ICMS-ST and
 * its FCP, each half up to 2 decimals; subtotal = goods + IPI, total = subtotal + ST + FCP-ST. The net price is vUnTrib × Π(1 − d), half up to
 * `decimal_preco` (document 2, section 9); discounts in money come off the goods as amounts and never pass through it.
 */
export function priceLine(line: LineInput): PricedLine {
  const vUnTrib = amountOf(line.vUnTrib, 'O preço')
  const qTrib = amountOf(line.qTrib, 'A quantidade')
  const pIPI = ipiOf(line.pIPI)
  const { vUnLiquido, vProd } =
    line.tp_desconto === MONEY ? lessMoney(vUnTrib, qTrib, line) : byNetPrice(vUnTrib, qTrib, line)
  const vIPI = pIPI.isZero() ? ZERO : vProd.times(pIPI).round(2, 'half-up')
  const vSubtotal = vProd.plus(vIPI)
  const st = [amountOf(line.vICMSST ?? ZERO, 'O ICMS-ST'), amountOf(line.vFCPST ?? ZERO, 'O FCP-ST')]
  return {
    vUnLiquido,
    vBruto: vUnTrib.times(qTrib).round(2, 'half-up'),
    vProd,
    vIPI,
    vSubtotal,
    vTotal: st.reduce((added, one) => added.plus(one.round(2, 'half-up')), vSubtotal),
    qAuxiliar:
      line.fatorConversao === undefined || line.fatorConversao === null
        ? null
        : auxiliaryUnits(qTrib, line.fatorConversao),
  }
}

type Goods = Pick<PricedLine, 'vUnLiquido' | 'vProd'>

function byNetPrice(vUnTrib: Decimal, qTrib: Decimal, line: LineInput): Goods {
  const vUnLiquido = netPrice(vUnTrib, line)
  return { vUnLiquido, vProd: vUnLiquido.times(qTrib).round(2, 'half-up') }
}

/** The order in which discounts in money come off: the first comes last, off what the others leave. */
const MONEY_ORDER = ['vDesc2', 'vDesc3', 'vDesc4', 'vDesc'] as const

/** A discount in money: what it takes, of what the ones before it left. */
interface MoneyStep {
  readonly name: (typeof DISCOUNTS)[number]
  readonly amount: Decimal
  readonly of: Decimal
}

/** The goods of a line before its discounts in money, and each of them. Throws `invalid_discount` for more than there is. */
export function moneyDiscounts(line: LineInput): { readonly full: Decimal; readonly steps: readonly MoneyStep[] } {
  const price = decimal(line.vUnTrib).round(priceDecimals(line.decimal_preco), 'half-up')
  const full = price.times(line.qTrib).round(2, 'half-up')
  let left = full
  const steps = MONEY_ORDER.map((name): MoneyStep => {
    const told = line[DISCOUNT_AMOUNTS[name]]
    const of = left
    const amount =
      told === undefined || told === null
        ? of.times(readDiscount(line[name] ?? ZERO)).round(2, 'half-up')
        : decimal(told).round(2, 'half-up')
    if (amount.sign() < 0 || amount.gt(of)) throw new CoreError('invalid_discount', 'Valor inválido.')
    left = of.minus(amount)
    return { name, amount, of }
  })
  return { full, steps }
}

function lessMoney(vUnTrib: Decimal, qTrib: Decimal, line: LineInput): Goods {
  const { full, steps } = moneyDiscounts(line)
  const vProd = steps.reduce((left, { amount }) => left.minus(amount), full)
  const isWhole = vProd.eq(full) || qTrib.isZero()
  const price = vUnTrib.round(priceDecimals(line.decimal_preco), 'half-up')
  return { vProd, vUnLiquido: isWhole ? price : vProd.div(qTrib).round(MAX_PRICE_DECIMALS, 'half-up') }
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

/** The quantity in auxiliary units: quantity ÷ conversion factor, 4 decimals. Throws `invalid_factor`. */
export function auxiliaryUnits(qTrib: Amount, factor: Amount): Decimal {
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
