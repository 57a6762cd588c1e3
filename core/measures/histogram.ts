/** Upper ends of the slots that durations are counted in, in seconds; what is longer than all of them falls in one more. */
export const BOUNDS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** As many empty slots as there are. */
export const emptySlots = (): number[] => Array.from({ length: BOUNDS.length + 1 }, () => 0)

/** The slot of a duration in seconds: each holds what is as long as its end, or shorter. */
export function slotOf(seconds: number): number {
  const at = BOUNDS.findIndex((end) => seconds <= end)
  return at === -1 ? BOUNDS.length : at
}

/**
 * About how many seconds the given share (0 to 1) of what was counted took at most: spread evenly within the slot that it falls in, and the longest end
 * for what is longer than all. `null` where nothing was counted.
 */
export function quantile(slots: readonly number[], share: number): number | null {
  const total = slots.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const wanted = total * share
  let before = 0
  for (const [at, count] of slots.entries()) {
    const end = BOUNDS[at]
    if (end === undefined) break
    if (count > 0 && before + count >= wanted) {
      const begin = BOUNDS[at - 1] ?? 0
      return begin + (end - begin) * ((wanted - before) / count)
    }
    before += count
  }
  return BOUNDS.at(-1) ?? null
}
