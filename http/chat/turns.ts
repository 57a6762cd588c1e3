/** What one socket may say in a window of time; its own page needs a tenth of it. */
const LIMIT = { messages: 30, windowMs: 10_000 }

/** Counts what sockets say. */
export class Turns {
  readonly #said = new WeakMap<object, { from: number; count: number }>()

  /** False when the socket has said too much. */
  take(socket: object): boolean {
    const now = performance.now()
    const known = this.#said.get(socket)
    const window = known && now - known.from < LIMIT.windowMs ? known : { from: now, count: 0 }
    window.count++
    this.#said.set(socket, window)
    return window.count <= LIMIT.messages
  }
}
