import { GAP_MS } from '../lines/burst'

/** A scanner that types while nothing is taken, and goes on when it is: the rest of a code is no code. */
export class CutReading {
  #last = -Infinity

  /** A key was typed at that time, in milliseconds, which nobody took. */
  lose(at: number): void {
    this.#last = at
  }

  /** Does a key that is taken belong to what was lost before? */
  isRest(at: number): boolean {
    const rest = at - this.#last < GAP_MS
    this.#last = rest ? at : -Infinity
    return rest
  }
}
