import { type Amount, type Decimal, decimal, sum } from '../money/decimal'

/** Slices of a pie, its rest among them: more are not told apart. */
export const MOST_SLICES = 12

/** What the rest of a pie is called. */
export const REST = 'Outros'

/** A part of a whole. */
export interface Slice<T> {
  /** What it is of; none for the rest. */
  readonly of: T | undefined
  readonly value: Decimal
}

/**
 * The slices of a pie, the greatest first, what is beyond `MOST_SLICES` together at the end, nothing that is zero; undefined where a value is below zero, or the parts come
 * to more than the whole, which no pie shows. `whole` is what all is, where the parts that are given are not all of it.
 */
export function slicesOf<T>(
  parts: readonly T[],
  valueOf: (part: T) => Amount,
  whole?: Amount,
): readonly Slice<T>[] | undefined {
  const all = parts.map((of) => ({ of, value: decimal(valueOf(of)) }))
  if (all.some(({ value }) => value.sign() < 0)) return undefined
  const known = sum(all.map(({ value }) => value))
  const beyond = decimal(whole ?? known).minus(known)
  if (beyond.sign() < 0) return undefined
  const told = all.filter(({ value }) => value.sign() > 0).toSorted((a, b) => b.value.cmp(a.value))
  const own =
    told.length > MOST_SLICES || (beyond.sign() > 0 && told.length === MOST_SLICES) ? MOST_SLICES - 1 : MOST_SLICES
  const rest = sum(told.slice(own).map(({ value }) => value)).plus(beyond)
  return [...told.slice(0, own), ...(rest.sign() > 0 ? [{ of: undefined, value: rest }] : [])]
}
