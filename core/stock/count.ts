import { CoreError } from '../errors'
import { type Amount, decimal, type Decimal, roundHalfUp, sum, ZERO } from '../money/decimal'
import type { Balance } from './balance'

/** Counts: what somebody counted against what the books said at that moment, and what is made of the difference. */

/** How a difference is judged: against the moment of its own count, or as what lies there in the end. */
export const AT_COUNT = 1
export const AS_COUNTED = 0

/** What lies in one place, of one lot or of none, as it was counted; null where nobody has: not counted is not zero. */
export interface Counted {
  readonly counted: Decimal | null
  /** What the books said when it was counted, with what had been dispatched by then and not yet been picked. */
  readonly expected: Decimal
  /** What they say now, with what waits to be picked now. */
  readonly now: Decimal
}

/** What is there beyond the books; below zero, what is missing. Null where nobody counted. */
export function differenceOf({ counted, expected, now }: Counted, tpAjuste: number): Decimal | null {
  if (counted === null) return null
  return counted.minus(tpAjuste === AS_COUNTED ? now : expected)
}

/** A difference, and where it is. */
export interface Difference<K> {
  readonly at: K
  readonly difference: Decimal
}

/** What differences of one product come to. */
export interface Settled<K> {
  /** What is too much in one place and missing in another: it lies on the wrong shelf. */
  readonly moved: readonly { readonly from: K; readonly to: K; readonly quantity: Decimal }[]
  readonly gained: readonly { readonly at: K; readonly quantity: Decimal }[]
  readonly lost: readonly { readonly at: K; readonly quantity: Decimal }[]
}

/** Settles the differences of one product: what balances is moved, in the order in which it is told, and only the net is gained or lost. */
export function settleDifferences<K>(differences: readonly Difference<K>[]): Settled<K> {
  const more = differences.filter(({ difference }) => difference.sign() > 0).map(open)
  const less = differences.filter(({ difference }) => difference.sign() < 0).map(open)
  const moved: { from: K; to: K; quantity: Decimal }[] = []
  let [a, b] = [0, 0]
  for (let [to, from] = [more[a], less[b]]; to && from; [to, from] = [more[a], less[b]]) {
    const quantity = to.left.lt(from.left) ? to.left : from.left
    moved.push({ from: from.at, to: to.at, quantity })
    to.left = to.left.minus(quantity)
    from.left = from.left.minus(quantity)
    if (to.left.isZero()) a += 1
    if (from.left.isZero()) b += 1
  }
  return { moved, gained: rest(more), lost: rest(less) }
}

const open = <K>({ at, difference }: Difference<K>) => ({ at, left: difference.abs() })

const rest = <K>(all: readonly { readonly at: K; readonly left: Decimal }[]) =>
  all.flatMap(({ at, left }) => (left.isZero() ? [] : [{ at, quantity: left }]))

/**
 * What goods that were found are worth: as those that are there, else at the last average or the register's cost, else at what is told for a unit; nothing where that is
 * nothing, or where what is there is worth nothing. Throws `cost_required` where no cost is known: it is asked for, never invented.
 */
export function foundValue(from: Balance, quantity: Decimal, told: Amount | null): Decimal {
  const isThere = from.quantity.sign() > 0
  if (isThere && from.value.sign() > 0) return roundHalfUp(from.value.times(quantity).div(from.quantity))
  const known = from.averageCost.isZero() ? told : from.averageCost
  const unit = known === null && isThere && from.value.isZero() ? ZERO : known
  if (unit === null || decimal(unit).sign() < 0)
    throw new CoreError('cost_required', 'Informe o custo do que foi encontrado.')
  return roundHalfUp(quantity.times(unit))
}

/** The count of one person, the last one that they made. */
export interface PersonCount {
  readonly user: number
  readonly q: Decimal
}

/** What counts of different people come to: nobody yet, one more person, somebody who decides, or a quantity that two agree on. */
export type Resolution =
  | { readonly status: 'contar' | 'recontar' | 'supervisor' }
  | { readonly status: 'aceita'; readonly counted: Decimal }

/** People that have to agree before somebody decides. */
const MOST_PEOPLE = 3

/**
 * Accepts a quantity as soon as two agree, of the books (within a tolerance, in units) and the people, each with one count, in the order of their counts.
 * Three people that do not agree need somebody who decides.
 */
export function resolveCounts(expected: Amount, tolerance: Amount, counts: readonly PersonCount[]): Resolution {
  const last = [...new Map(counts.map((one) => [one.user, one.q]))].map(([, q]) => q)
  if (last.length === 0) return { status: 'contar' }
  const agreed = last.find(
    (q, at) => q.minus(expected).abs().cmp(tolerance) <= 0 || last.slice(0, at).some((other) => other.cmp(q) === 0),
  )
  if (agreed) return { status: 'aceita', counted: agreed }
  return { status: last.length < MOST_PEOPLE ? 'recontar' : 'supervisor' }
}

/** What the books say at a moment: what lay there when the count began, and what moved until then. */
export const booksAt = (
  opening: Amount,
  moves: readonly { readonly t: number; readonly q: Amount }[],
  moment: number,
): Decimal => sum([opening, ...moves.filter(({ t }) => t <= moment).map(({ q }) => q)])
