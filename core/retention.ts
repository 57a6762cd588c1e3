/** How many copies are kept: the newest of each of so many days, weeks and months. */
export interface Keep {
  readonly days: number
  readonly weeks: number
  readonly months: number
}

/**
 * Which copies stay, of those made at these instants (ISO 8601 in UTC): of each of the last days that have any, the newest, and so of weeks and months; the newest of
 * all always stays. Periods are those that have copies, so that a time without any forgets none of the older ones.
 */
export function kept(instants: readonly string[], { days, weeks, months }: Keep): readonly string[] {
  const newestFirst = instants.toSorted().toReversed()
  const stays = new Set(newestFirst.slice(0, 1))
  const rules: readonly (readonly [number, (instant: string) => string])[] = [
    [days, (instant) => instant.slice(0, 10)],
    [weeks, weekOf],
    [months, (instant) => instant.slice(0, 7)],
  ]
  for (const [count, periodOf] of rules) {
    const periods = new Set<string>()
    for (const instant of newestFirst) {
      if (periods.size >= count) break
      const period = periodOf(instant)
      if (!periods.has(period)) stays.add(instant)
      periods.add(period)
    }
  }
  return newestFirst.filter((instant) => stays.has(instant))
}

const DAY_MS = 86_400_000

/** The Monday of its week. */
function weekOf(instant: string): string {
  const day = new Date(instant)
  const sinceMonday = (day.getUTCDay() + 6) % 7
  return new Date(day.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}
