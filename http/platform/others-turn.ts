/** Lets what else waits have its turn, between slices of work that would hold it up. */
export const othersTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
