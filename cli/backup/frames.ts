import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { refused } from '../exit'

/** A frame is its length (four bytes, big end first) and its bytes. An empty frame ends a table's data. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024

/** Writes frames, waiting when the writer behind is slow. */
export class FrameWriter {
  readonly #out: Writable

  constructor(out: Writable) {
    this.#out = out
  }

  async write(payload: Uint8Array): Promise<void> {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(payload.length)
    this.#out.write(length)
    if (!this.#out.write(payload)) await once(this.#out, 'drain')
  }
}

/** Reads frames one after another. Throws when the stream ends inside one. */
export class FrameReader {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  async read(): Promise<Buffer> {
    const length = (await this.#take(4)).readUInt32BE()
    if (length > MAX_FRAME_BYTES) throw damaged()
    return this.#take(length)
  }

  async #take(length: number): Promise<Buffer> {
    const parts = [this.#held]
    let have = this.#held.length
    while (have < length) {
      const next = await this.#chunks.next()
      if (next.done) throw damaged()
      parts.push(next.value)
      have += next.value.length
    }
    const whole = parts.length === 1 ? this.#held : Buffer.concat(parts)
    this.#held = whole.subarray(length)
    return whole.subarray(0, length)
  }
}

/** The file is not whole. */
export const damaged = () => refused('O arquivo está danificado ou incompleto: nada foi restaurado.')
