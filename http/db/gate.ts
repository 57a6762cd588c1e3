import { CallerGone, PoolBusy } from './faults'

/** How long one waits, at most. */
export interface Wait {
  /** As `performance.now()` counts. */
  readonly until: number
  /** Aborted when whoever waits has left. */
  readonly signal?: AbortSignal | undefined
}

/** Lets in so many at a time; who comes later waits, in order. */
export class Gate {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(size: number) {
    this.#free = size
  }

  /** Waits for a place; whoever has one gives it back by `leave`. Throws `PoolBusy`, `CallerGone`. */
  enter({ until, signal }: Wait): Promise<void> {
    if (signal?.aborted) return Promise.reject(new CallerGone())
    if (this.#free > 0) {
      this.#free--
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(late)
        signal?.removeEventListener('abort', left)
      }
      const given = (): void => {
        settle()
        resolve()
      }
      const give = (error: Error): void => {
        settle()
        this.#waiting.splice(this.#waiting.indexOf(given), 1)
        reject(error)
      }
      const left = (): void => give(new CallerGone())
      const late = setTimeout(() => give(new PoolBusy()), until - performance.now())
      signal?.addEventListener('abort', left)
      this.#waiting.push(given)
    })
  }

  leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}
