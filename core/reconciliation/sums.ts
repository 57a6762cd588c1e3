const MOST_TERMS = 6
/** Steps of one search: all subsets of two to six of twenty take fewer. */
const MOST_STEPS = 70_000

/**
 * Sets of two to six of the amounts (whole cents, above zero) that make the target exactly: smaller sets first, then by the order of the amounts; at most `most`.
 * Answers places in `amounts`.
 */
export function sumsTo(target: number, amounts: readonly number[], most: number): number[][] {
  const found: number[][] = []
  let steps = 0
  const search = (from: number, left: number, count: number, taken: readonly number[]): void => {
    for (let at = from; at <= amounts.length - count; at++) {
      if (found.length >= most || ++steps > MOST_STEPS) return
      const amount = amounts[at] ?? 0
      if (amount > left) continue
      if (count === 1) {
        if (amount === left) found.push([...taken, at])
      } else search(at + 1, left - amount, count - 1, [...taken, at])
    }
  }
  for (let count = 2; count <= Math.min(MOST_TERMS, amounts.length); count++) search(0, target, count, [])
  return found
}
