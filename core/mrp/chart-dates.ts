import type { CivilDate } from '../br/civil-date'

/**
 * The days a stock-evolution chart draws (document 3, section 9): every third day from the first, the last one, and the key dates among them,
 * in order. Only how it is drawn: the figures are of every day.
 */
export function chartDates(dates: readonly CivilDate[], key: Iterable<CivilDate>): CivilDate[] {
  const keys = new Set(key)
  return dates.filter((date, at) => at % 3 === 0 || at === dates.length - 1 || keys.has(date))
}
