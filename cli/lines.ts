/** A line of a stream, or undefined in the place of one that was too long to keep. */
export type Line = string | undefined

const NEWLINE = 10

/**
 * Splits a stream of bytes into lines, chunk by chunk: at most one line is held, and what goes beyond `maxBytes` is not.
 * A `\r` before the line end is dropped.
 */
export class LineSplitter {
  readonly #maxBytes: number
  readonly #decoder = new TextDecoder()
  #held: Uint8Array[] = []
  #heldBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The lines that end in this chunk. */
  push(chunk: Uint8Array): Line[] {
    const lines: Line[] = []
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      const part = chunk.subarray(from, at)
      lines.push(this.#heldBytes === 0 && part.length <= this.#maxBytes ? this.#text(part) : this.#take(part))
      from = at + 1
    }
    if (from < chunk.length) this.#hold(chunk.slice(from))
    return lines
  }

  /** The last line, when the stream does not end with a line end. */
  end(): Line[] {
    return this.#heldBytes === 0 ? [] : [this.#take(new Uint8Array())]
  }

  #hold(part: Uint8Array): void {
    this.#heldBytes += part.length
    if (this.#heldBytes <= this.#maxBytes) this.#held.push(part)
    else this.#held = []
  }

  #take(last: Uint8Array): Line {
    this.#hold(last)
    const line = this.#heldBytes > this.#maxBytes ? undefined : this.#text(Buffer.concat(this.#held))
    this.#held = []
    this.#heldBytes = 0
    return line
  }

  #text(bytes: Uint8Array): string {
    return this.#decoder.decode(bytes).replace(/\r$/, '')
  }
}
