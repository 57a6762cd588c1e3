/** How long a code must be out of sight before it counts as another reading, in milliseconds. */
const GONE_MS = 1_200
/** In so many pictures one after another it is seen before it is believed: a single one may be misread. */
const TIMES = 2

interface Sighting {
  readonly times: number
  /** When it was seen last. */
  readonly at: number
}

/** Makes readings of what a camera sees many times a second: each code once as it comes into sight, and again when it comes back. */
export class Sightings {
  #seen: ReadonlyMap<string, Sighting> = new Map()

  /** The codes of a picture that was taken at `now`, in milliseconds; answers those that are read by it. */
  see(codes: readonly string[], now: number): readonly string[] {
    const believed = [...this.#seen].filter(([, { times, at }]) => times >= TIMES && now - at <= GONE_MS)
    const known = new Map(believed)
    const here = [...new Set(codes)].map((code): [string, Sighting] => {
      const before = known.get(code) ?? this.#seen.get(code)
      const isOld = before !== undefined && now - before.at > GONE_MS
      return [code, { times: (isOld ? 0 : (before?.times ?? 0)) + 1, at: now }]
    })
    this.#seen = new Map([...believed, ...here])
    return here.filter(([, { times }]) => times === TIMES).map(([code]) => code)
  }
}
