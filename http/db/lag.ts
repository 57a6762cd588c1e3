/** A place in the primary's log (WAL), as bytes since its beginning. */
export type Place = bigint

interface Seen {
  readonly place: Place
  /** Milliseconds. */
  readonly at: number
}

/** Places that are remembered: an hour of looks. Of older ones the first is, so that a replica that stands still is told from when on. */
const MOST = 3_600

/**
 * How far behind a replica is, by what this server has seen itself: for how long the primary has already been beyond the place that the replica has reached. Neither's
 * clock is asked, and where nothing is written nobody is late.
 */
export class Lag {
  readonly #ahead: Seen[] = []

  /** The primary was at a place, and then the replica had reached another. Answers the lag in milliseconds. */
  seen(primary: Place, replica: Place, at: number): number {
    if (primary !== this.#ahead.at(-1)?.place) this.#ahead.push({ place: primary, at })
    if (this.#ahead.length > MOST) this.#ahead.splice(1, 1)
    while (this.#ahead[0] && this.#ahead[0].place <= replica) this.#ahead.shift()
    const [first] = this.#ahead
    return first ? at - first.at : 0
  }
}
