import Big from 'big.js'
import { CoreError } from '../errors'

const Strict = Big()
Strict.DP = 20
Strict.RM = Big.roundHalfUp
Strict.NE = -40
Strict.PE = 40

/** An exact decimal. Immutable; `plus`, `minus`, `times`, `div`, `cmp` as in big.js. Division keeps 20 decimals, half up. */
export type Decimal = Big

/** What can be read as a decimal: a decimal, a number (its shortest text is taken, so 0.1 is 0.1) or a plain decimal string. */
export type Amount = Decimal | number | string

const PLAIN = /^[+-]?\d{1,30}(?:\.\d{1,30})?$/

/** Reads an amount. Throws CoreError `invalid_amount` for anything that is not a finite plain decimal. */
export function decimal(value: Amount): Decimal {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new CoreError('invalid_amount', 'Valor numérico inválido.')
    return new Strict(value)
  }
  if (typeof value === 'string') {
    const text = value.trim()
    if (!PLAIN.test(text)) throw new CoreError('invalid_amount', `Valor numérico inválido: '${text.slice(0, 40)}'.`)
    return new Strict(text)
  }
  return value
}

/** Rounds half up, away from zero (2.345 → 2.35, -2.345 → -2.35): the rule of every amount of a document. */
export function roundHalfUp(value: Amount, decimals = 2): Decimal {
  return decimal(value).round(decimals, Strict.roundHalfUp)
}

export const ZERO: Decimal = new Strict(0)
export const ONE: Decimal = new Strict(1)
export const HUNDRED: Decimal = new Strict(100)
