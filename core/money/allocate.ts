import { CoreError } from '../errors'
import { type Amount, type Decimal, decimal, fromUnits, sum, toUnits } from './decimal'

/** Who takes the units that do not divide: the largest fractions (ties to the first), the first share or the last one. */
export type Remainder = 'largest' | 'first' | 'last'

export interface AllocateOptions {
  /** Decimals of every share, 2 unless told. */
  readonly decimals?: number
  readonly remainder?: Remainder
}

const MAX_SHARES = 100_000

/**
 * Shares `total` by weight without losing a unit: every share is cut to `decimals` and the missing units go where `remainder`
 * says. Weights are zero or more and not all zero. A negative total mirrors the positive one.
 * Throws `invalid_weights`, `too_many_decimals`.
 */
export function allocate(total: Amount, weights: readonly Amount[], options: AllocateOptions = {}): Decimal[] {
  const { decimals = 2, remainder = 'largest' } = options
  const scaled = commonScale(weights)
  const whole = scaled.reduce((a, b) => a + b, 0n)
  if (whole === 0n) throw new CoreError('invalid_weights', 'Informe ao menos um peso maior que zero para o rateio.')
  const units = toUnits(total, decimals)
  const sign = units < 0n ? -1n : 1n
  const size = units * sign
  const shares = scaled.map((weight) => (size * weight) / whole)
  const missing = size - shares.reduce((a, b) => a + b, 0n)
  if (remainder === 'largest') {
    const rests = scaled.map((weight, index) => ({ index, rest: (size * weight) % whole }))
    rests.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
    for (const { index } of rests.slice(0, Number(missing))) shares[index] = (shares[index] ?? 0n) + 1n
  } else {
    const weighty = scaled.map((weight) => weight > 0n)
    const target = remainder === 'first' ? weighty.indexOf(true) : weighty.lastIndexOf(true)
    shares[target] = (shares[target] ?? 0n) + missing
  }
  return shares.map((share) => fromUnits(share * sign, decimals))
}

/** As `allocate`, with weights that are percentages. Throws `invalid_weights` unless they add up to 100 exactly. */
export function allocatePercent(total: Amount, percents: readonly Amount[], options: AllocateOptions = {}): Decimal[] {
  const added = sum(percents)
  if (!added.eq(100)) {
    throw new CoreError(
      'invalid_weights',
      `Os percentuais do rateio precisam somar 100 %; somam ${added.toString()} %.`,
    )
  }
  return allocate(total, percents, options)
}

/** `total` in `count` shares of which the largest and the smallest differ by one unit at most: the first ones take it. */
export function splitEvenly(total: Amount, count: number, options: AllocateOptions = {}): Decimal[] {
  if (!Number.isInteger(count) || count < 1 || count > MAX_SHARES) {
    throw new CoreError('invalid_weights', `Informe de 1 a ${MAX_SHARES} partes.`)
  }
  return allocate(total, Array.from<number>({ length: count }).fill(1), options)
}

function commonScale(weights: readonly Amount[]): bigint[] {
  if (weights.length === 0 || weights.length > MAX_SHARES) {
    throw new CoreError('invalid_weights', `Informe de 1 a ${MAX_SHARES} pesos.`)
  }
  const read = weights.map((weight) => decimal(weight))
  if (read.some((weight) => weight.sign() < 0)) {
    throw new CoreError('invalid_weights', 'Os pesos do rateio não podem ser negativos.')
  }
  const decimals = read.reduce((most, weight) => Math.max(most, decimalsOf(weight)), 0)
  return read.map((weight) => toUnits(weight, decimals))
}

function decimalsOf(value: Decimal): number {
  return value.toString().split('.')[1]?.length ?? 0
}
