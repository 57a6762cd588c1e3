import { CoreError } from '../errors'
import { type Decimal, decimal, HUNDRED, roundHalfUp, ZERO } from '../money/decimal'
import type { AmountField, ItemTaxes, ItemTaxInput, RateField, TaxField } from './types'

/** Rates that may pass 100 %: margins and the IPI of some goods. */
const OPEN_RATES: ReadonlySet<string> = new Set(['mvaOriginal', 'pMVAST', 'pIPI', 'pIS'])
const MAX_OPEN_RATE = 100_000

/** Rates repeat from line to line: the first ones met, all from 0 to 100, are kept read. */
const usualRates = new Map<string, Decimal>()
const MAX_USUAL_RATES = 500

const CENTESIMAL = decimal('0.01')

/** `rate` percent of a value, rounded half up to 2 decimals: how every tax value comes about. */
export function percentOf(value: Decimal, rate: Decimal): Decimal {
  return roundHalfUp(value.times(rate).times(CENTESIMAL))
}

/** A value less `rate` percent of it, not rounded. */
export function reduced(value: Decimal, rate: Decimal): Decimal {
  return rate.isZero() ? value : value.times(HUNDRED.minus(rate)).times(CENTESIMAL)
}

/** A value plus `rate` percent of it, not rounded. */
export function increased(value: Decimal, rate: Decimal): Decimal {
  return rate.isZero() ? value : value.times(HUNDRED.plus(rate)).times(CENTESIMAL)
}

/** Never below zero: a tax that would be negative is not due. */
export function notNegative(value: Decimal): Decimal {
  return value.sign() < 0 ? ZERO : value
}

/** Goods that come from abroad: their ICMS is inside its own base, or they bear the duty. */
export const isImport = ({ icmsInside, vII }: ItemTaxInput): boolean =>
  icmsInside === true || (vII !== undefined && !decimal(vII).isZero())

/** The working sheet of one item: reads its inputs once and keeps every figure with the formula it came from. */
export class Sheet implements ItemTaxes {
  readonly values: Partial<Record<TaxField, Decimal>> = {}
  readonly formulas: Partial<Record<TaxField, string>> = {}

  constructor(readonly input: ItemTaxInput) {}

  has(name: AmountField | RateField): boolean {
    return this.input[name] !== undefined
  }

  /** An amount of the input, zero when absent. Throws `invalid_amount` for a negative one. */
  amount(name: AmountField): Decimal {
    const given = this.input[name]
    if (given === undefined) return ZERO
    const value = decimal(given)
    if (value.sign() < 0) throw new CoreError('invalid_amount', `O valor de ${name} não pode ser negativo.`)
    return value
  }

  /** A percentage of the input, zero when absent. Throws `invalid_rate` outside 0 to 100 (margins, IPI and IS may pass 100). */
  rate(name: RateField): Decimal {
    const given = this.input[name]
    if (given === undefined) return ZERO
    const known = typeof given === 'string' ? usualRates.get(given) : undefined
    if (known) return known
    const value = decimal(given)
    if (value.sign() < 0 || value.gt(OPEN_RATES.has(name) ? MAX_OPEN_RATE : HUNDRED)) {
      throw new CoreError('invalid_rate', `O percentual de ${name} está fora dos limites.`)
    }
    if (typeof given === 'string' && usualRates.size < MAX_USUAL_RATES && value.lte(HUNDRED))
      usualRates.set(given, value)
    return value
  }

  /** A figure already on the sheet, zero when there is none. */
  value(name: TaxField): Decimal {
    return this.values[name] ?? ZERO
  }

  /** Puts a figure on the sheet with its formula and gives it back. */
  put(name: TaxField, value: Decimal, formula: string): Decimal {
    this.values[name] = value
    this.formulas[name] = formula
    return value
  }

  /** Repeats a percentage of the input among the figures, as the document does. */
  echo(name: RateField & TaxField): Decimal {
    return this.put(name, this.rate(name), 'regra')
  }
}
