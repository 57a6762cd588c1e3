/** Lets what else waits have its turn, between slices of work that would hold it up. */
export const othersTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Called between small pieces of long work: whenever the work has held everybody up for a moment, others have their turn. */
export function inTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < MOMENT) return
    await othersTurn()
    since = performance.now()
  }
}

/** In milliseconds. */
const MOMENT = 20
