import { CoreError } from '../errors'

/** What can be read as a decimal: a decimal, a number (its shortest text is taken, so 0.1 is 0.1) or a plain decimal string. */
export type Amount = Decimal | number | string

/** How a digit on the edge is dropped: towards zero, half away from zero, half to even, away from zero. */
export type Rounding = 'down' | 'half-up' | 'half-even' | 'up'

/** Division keeps this many decimals, half up. */
const DIVISION_DECIMALS = 20
const MAX_POWER = 1000
const PLAIN = /^([+-]?)(\d{1,30})(?:\.(\d{1,30}))?$/
const SMALL_DIGITS = 15
const POW10 = Array.from({ length: SMALL_DIGITS + 1 }, (_, power) => 10 ** power)
const BIG_POW10: bigint[] = []
const LEAST_SAFE = BigInt(Number.MIN_SAFE_INTEGER)
const MOST_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

function bigPow10(power: number): bigint {
  return (BIG_POW10[power] ??= 10n ** BigInt(power))
}

function smallPow10(power: number): number {
  return POW10[power] ?? 0
}

/**
 * An exact decimal: an integer coefficient over a power of ten. Immutable. The coefficient is a number while it is a safe
 * integer, which nearly every amount of a document is, and a bigint beyond that; results are the same either way.
 */
export class Decimal {
  private constructor(
    /** Coefficient; meaningless when `big` is set. */
    private readonly small: number,
    private readonly big: bigint | undefined,
    private readonly scale: number,
  ) {}

  /** The decimal `coefficient / 10^scale`, in its shortest form. */
  static of(coefficient: bigint, scale: number): Decimal {
    if (coefficient >= LEAST_SAFE && coefficient <= MOST_SAFE) {
      return new Decimal(Number(coefficient), undefined, scale)
    }
    return new Decimal(0, coefficient, scale)
  }

  /** The decimal `coefficient / 10^scale` of a coefficient known to be a safe integer. */
  static ofSafe(coefficient: number, scale: number): Decimal {
    return new Decimal(coefficient + 0, undefined, scale)
  }

  private coefficient(): bigint {
    return this.big ?? BigInt(this.small)
  }

  private coefficientAt(scale: number): bigint {
    return scale === this.scale ? this.coefficient() : this.coefficient() * bigPow10(scale - this.scale)
  }

  private smallAt(scale: number): number {
    const shift = scale - this.scale
    if (shift === 0) return this.small
    return shift <= SMALL_DIGITS ? this.small * smallPow10(shift) : Number.NaN
  }

  plus(other: Amount): Decimal {
    const o = decimal(other)
    const scale = Math.max(this.scale, o.scale)
    if (this.big === undefined && o.big === undefined) {
      const a = this.smallAt(scale)
      const b = o.smallAt(scale)
      if (Number.isSafeInteger(a) && Number.isSafeInteger(b) && Number.isSafeInteger(a + b)) {
        return Decimal.ofSafe(a + b, scale)
      }
    }
    return Decimal.of(this.coefficientAt(scale) + o.coefficientAt(scale), scale)
  }

  minus(other: Amount): Decimal {
    return this.plus(decimal(other).neg())
  }

  times(other: Amount): Decimal {
    const o = decimal(other)
    const scale = this.scale + o.scale
    if (this.big === undefined && o.big === undefined) {
      const product = this.small * o.small
      if (Number.isSafeInteger(product)) return Decimal.ofSafe(product, scale)
    }
    return Decimal.of(this.coefficient() * o.coefficient(), scale)
  }

  /** The quotient to 20 decimals, half up. Throws `division_by_zero`. */
  div(other: Amount): Decimal {
    const o = decimal(other)
    if (o.isZero()) throw new CoreError('division_by_zero', 'Divisão por zero.')
    const power = o.big === undefined ? POW10.indexOf(o.small) : -1
    if (power >= 0) {
      const scale = this.scale + power - o.scale
      if (scale >= 0) return new Decimal(this.small, this.big, scale).round(DIVISION_DECIMALS)
    }
    const shift = DIVISION_DECIMALS + o.scale - this.scale
    const top = shift > 0 ? this.coefficient() * bigPow10(shift) : this.coefficient()
    const bottom = shift < 0 ? o.coefficient() * bigPow10(-shift) : o.coefficient()
    return shortest(divideRounded(top, bottom, 'half-up'), DIVISION_DECIMALS)
  }

  /** What is left of the truncated division, with the sign of this. Throws `division_by_zero`. */
  mod(other: Amount): Decimal {
    const o = decimal(other)
    if (o.isZero()) throw new CoreError('division_by_zero', 'Divisão por zero.')
    const scale = Math.max(this.scale, o.scale)
    return Decimal.of(this.coefficientAt(scale) % o.coefficientAt(scale), scale)
  }

  /** This to a whole power from 0 to 1000, exact. */
  pow(exponent: number): Decimal {
    if (!Number.isInteger(exponent) || exponent < 0 || exponent > MAX_POWER) {
      throw new CoreError('invalid_amount', `Expoente inválido: informe um inteiro de 0 a ${MAX_POWER}.`)
    }
    return Decimal.of(this.coefficient() ** BigInt(exponent), this.scale * exponent)
  }

  neg(): Decimal {
    return this.big === undefined ? Decimal.ofSafe(-this.small, this.scale) : Decimal.of(-this.big, this.scale)
  }

  abs(): Decimal {
    return this.sign() < 0 ? this.neg() : this
  }

  sign(): -1 | 0 | 1 {
    const value = this.big ?? this.small
    if (value < 0) return -1
    return value > 0 ? 1 : 0
  }

  isZero(): boolean {
    return this.big === undefined ? this.small === 0 : this.big === 0n
  }

  cmp(other: Amount): -1 | 0 | 1 {
    const o = decimal(other)
    if (this.big === undefined && o.big === undefined) {
      const scale = this.scale > o.scale ? this.scale : o.scale
      const a = this.smallAt(scale)
      const b = o.smallAt(scale)
      if (Number.isSafeInteger(a) && Number.isSafeInteger(b)) return a < b ? -1 : a > b ? 1 : 0
    }
    return this.minus(o).sign()
  }

  eq(other: Amount): boolean {
    return this.cmp(other) === 0
  }

  gt(other: Amount): boolean {
    return this.cmp(other) > 0
  }

  gte(other: Amount): boolean {
    return this.cmp(other) >= 0
  }

  lt(other: Amount): boolean {
    return this.cmp(other) < 0
  }

  lte(other: Amount): boolean {
    return this.cmp(other) <= 0
  }

  /** Keeps `decimals` decimals; half up, away from zero, unless another rounding is named. */
  round(decimals = 0, rounding: Rounding = 'half-up'): Decimal {
    const drop = this.scale - decimals
    if (drop <= 0) return this
    if (this.big === undefined && drop <= SMALL_DIGITS) {
      const unit = smallPow10(drop)
      const rest = Math.abs(this.small % unit)
      const kept = (this.small - (this.small % unit)) / unit
      return Decimal.ofSafe(
        awayFromZero(rest * 2 - unit, rest, kept % 2 !== 0, rounding) ? kept + Math.sign(this.small) : kept,
        decimals,
      )
    }
    return Decimal.of(divideRounded(this.coefficient(), bigPow10(drop), rounding), decimals)
  }

  /** Plain text with exactly `decimals` decimals, half up. */
  toFixed(decimals = 0): string {
    const rounded = this.round(decimals)
    const text = rounded.plain()
    const missing = decimals - rounded.scale
    if (missing <= 0) return text
    return `${text}${rounded.scale === 0 ? '.' : ''}${'0'.repeat(missing)}`
  }

  private plain(): string {
    const digits = String(this.big ?? this.small)
    if (this.scale === 0) return digits
    const sign = digits.startsWith('-') ? '-' : ''
    const padded = digits.slice(sign.length).padStart(this.scale + 1, '0')
    return `${sign}${padded.slice(0, -this.scale)}.${padded.slice(-this.scale)}`
  }

  /** Plain text, never in exponent form, without zeros at the end. */
  toString(): string {
    const text = this.plain()
    return this.scale === 0 ? text : text.replace(/\.?0+$/, '')
  }

  toJSON(): string {
    return this.toString()
  }

  valueOf(): string {
    return this.toString()
  }

  /** The nearest double. For charts and statistics; never for money. */
  toNumber(): number {
    return Number(this.toString())
  }
}

function awayFromZero<T extends number | bigint>(
  twiceRestLessUnit: T,
  rest: T,
  odd: boolean,
  rounding: Rounding,
): boolean {
  switch (rounding) {
    case 'down':
      return false
    case 'up':
      return rest > 0
    case 'half-even':
      return twiceRestLessUnit > 0 || (odd && !(twiceRestLessUnit < 0))
    case 'half-up':
      return !(twiceRestLessUnit < 0)
  }
}

function divideRounded(top: bigint, bottom: bigint, rounding: Rounding): bigint {
  const quotient = top / bottom
  const rest = magnitude(top % bottom)
  if (rest === 0n) return quotient
  if (!awayFromZero(rest * 2n - magnitude(bottom), rest, quotient % 2n !== 0n, rounding)) return quotient
  return top < 0n === bottom < 0n ? quotient + 1n : quotient - 1n
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** Drops the zeros at the end, so that later steps stay in small numbers. */
function shortest(coefficient: bigint, scale: number): Decimal {
  let value = coefficient
  let left = scale
  for (const step of [10, 5, 2, 1]) {
    while (left >= step && value % bigPow10(step) === 0n) {
      value /= bigPow10(step)
      left -= step
    }
  }
  return Decimal.of(value, left)
}

/** Reads an amount. Throws CoreError `invalid_amount` for anything that is not a finite plain decimal below 10^30. */
export function decimal(value: Amount): Decimal {
  if (typeof value === 'object') return value
  if (typeof value === 'number') return fromNumber(value)
  return fromShortText(value) ?? fromText(value)
}

const MINUS = 45
const POINT = 46
const NINE = 9

/** The texts nearly every amount is, read in one pass: up to fifteen digits, a minus, a point inside. Null for any other. */
function fromShortText(text: string): Decimal | null {
  const negative = text.charCodeAt(0) === MINUS
  const start = negative ? 1 : 0
  if (text.length - start > SMALL_DIGITS) return null
  let coefficient = 0
  let point = -1
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === POINT && point < 0 && index > start) {
      point = index
      continue
    }
    const digit = code - 48
    if (digit < 0 || digit > NINE) return null
    coefficient = coefficient * 10 + digit
  }
  if (text.length === start || point === text.length - 1) return null
  return Decimal.ofSafe(negative ? -coefficient : coefficient, point < 0 ? 0 : text.length - point - 1)
}

function fromText(value: string): Decimal {
  const match = PLAIN.exec(value.trim())
  if (!match) throw new CoreError('invalid_amount', `Valor numérico inválido: '${value.slice(0, 40)}'.`)
  return fromDigits(match[1] ?? '', match[2] ?? '', match[3] ?? '')
}

function fromDigits(sign: string, whole: string, fraction: string): Decimal {
  if (whole.length + fraction.length <= SMALL_DIGITS) {
    return Decimal.ofSafe(Number(`${sign}${whole}${fraction}`), fraction.length)
  }
  const digits = BigInt(whole + fraction)
  return Decimal.of(sign === '-' ? -digits : digits, fraction.length)
}

function fromNumber(value: number): Decimal {
  if (Number.isSafeInteger(value)) return Decimal.ofSafe(value, 0)
  if (!Number.isFinite(value) || Math.abs(value) >= 1e30) {
    throw new CoreError('invalid_amount', 'Valor numérico inválido.')
  }
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const sign = mantissa.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = mantissa.slice(sign.length).split('.')
  const power = Number(exponent)
  if (power === 0) return fromDigits(sign, whole, fraction)
  const scale = fraction.length - power
  const digits = BigInt(`${sign}${whole}${fraction}`)
  return scale >= 0 ? Decimal.of(digits, scale) : Decimal.of(digits * bigPow10(-scale), 0)
}

/** Rounds half up, away from zero (2.345 → 2.35, -2.345 → -2.35): the rule of every amount of a document. */
export function roundHalfUp(value: Amount, decimals = 2): Decimal {
  return decimal(value).round(decimals, 'half-up')
}

/** The sum of amounts, exact. */
export function sum(values: Iterable<Amount>): Decimal {
  let total = ZERO
  for (const value of values) total = total.plus(value)
  return total
}

/** The amount in whole units of 10^-decimals (cents by default). Throws `too_many_decimals` rather than round. */
export function toUnits(value: Amount, decimals = 2): bigint {
  const amount = decimal(value)
  if (!amount.round(decimals, 'down').eq(amount)) {
    throw new CoreError(
      'too_many_decimals',
      `O valor ${amount.toString()} precisa ter no máximo ${decimals} casas decimais.`,
    )
  }
  return BigInt(amount.toFixed(decimals).replace('.', ''))
}

/** The amount of `units` times 10^-decimals. */
export function fromUnits(units: bigint, decimals = 2): Decimal {
  return Decimal.of(units, decimals)
}

export const ZERO: Decimal = Decimal.ofSafe(0, 0)
export const ONE: Decimal = Decimal.ofSafe(1, 0)
export const HUNDRED: Decimal = Decimal.ofSafe(100, 0)
