/** What comes from a scale's line. */
export interface LineEvents {
  readonly data: (bytes: Uint8Array) => void
  /** The line is gone: unplugged, or closed by the other side. Told once, and not after `close`. */
  readonly lost: (why: string) => void
}

/** An open way to a scale. */
export interface Line {
  readonly write: (bytes: Uint8Array) => void
  readonly close: () => void
}

/** Opens a way to a scale. Throws where there is none, with what is wrong in Portuguese. */
export type OpenLine = (on: LineEvents) => Promise<Line>
