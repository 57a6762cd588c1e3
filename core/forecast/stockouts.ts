import { type CivilDate, dateOfDayNumber, dayNumber } from '../br/civil-date'
import type { Dated } from './periods'
import type { Span } from './spans'

export interface StockHistory {
  /** Movements of the stock ledger by day, with their signs; those before the span may be summed on any day before it. */
  readonly movements: readonly Dated[]
  /** Days on which something was sold. */
  readonly sold: ReadonlySet<CivilDate>
  readonly span: Span
}

/**
 * The days on which nothing could be sold: those that begin and end without stock. A run of such days in which something was sold
 * all the same is none (a company that sells before it books its purchases), and nothing is known of days before the first movement.
 */
export function daysWithoutStock({ movements, sold, span }: StockHistory): CivilDate[] {
  const [first, last] = [dayNumber(span.from), dayNumber(span.to)]
  const byDay = new Map<number, number>()
  let balance = 0
  let known = false
  for (const { date, quantity } of movements) {
    const day = dayNumber(date)
    if (day < first) {
      balance += quantity
      known = true
    } else byDay.set(day, (byDay.get(day) ?? 0) + quantity)
  }
  const days: CivilDate[] = []
  let run: CivilDate[] = []
  let broken = false
  const close = () => {
    if (!broken) days.push(...run)
    run = []
    broken = false
  }
  for (let day = first; day <= last; day++) {
    const opening = balance
    const wasKnown = known
    const moved = byDay.get(day)
    if (moved !== undefined) known = true
    balance = exact(balance + (moved ?? 0))
    if (!wasKnown || opening > 0 || balance > 0) {
      close()
      continue
    }
    const date = dateOfDayNumber(day)
    run.push(date)
    broken ||= sold.has(date)
  }
  close()
  return days
}

/** Stock has four decimals: a sum of doubles that should be zero is made so. */
const exact = (value: number) => Math.round(value * 10_000) / 10_000

/** Consecutive days as spans. */
export function runsOf(days: readonly CivilDate[]): Span[] {
  const runs: { from: CivilDate; to: CivilDate }[] = []
  for (const date of days) {
    const last = runs.at(-1)
    if (last && dayNumber(date) === dayNumber(last.to) + 1) last.to = date
    else runs.push({ from: date, to: date })
  }
  return runs
}
