import { Connection } from './connection'
import { Silence } from './faults'

const RETRY_MS = 250
const BEAT_MS = 5_000

interface Heard {
  readonly onMessage: (payload: string) => void
  readonly onListen: (() => void) | undefined
}

/** What the database says to whoever listens (NOTIFY), on one connection, which is opened again for as long as anybody listens. */
export class Listener {
  readonly #channels = new Map<string, Set<Heard>>()
  #connection: Promise<Connection> | undefined
  #beat: ReturnType<typeof setInterval> | undefined
  #closed = false
  #trying = false

  constructor(readonly url: string) {}

  /** Calls back on every message of the channel, and on `onListen` whenever listening begins: what was said before was not heard. Answers how to end it. */
  async listen(channel: string, onMessage: Heard['onMessage'], onListen?: () => void): Promise<() => Promise<void>> {
    const heard = { onMessage, onListen }
    const known = this.#channels.get(channel)
    if (known) known.add(heard)
    else this.#channels.set(channel, new Set([heard]))
    const forget = (): void => {
      const left = this.#channels.get(channel)
      left?.delete(heard)
      if (left?.size === 0) this.#channels.delete(channel)
      if (this.#channels.size === 0) this.close()
    }
    try {
      const connection = await this.#open()
      await connection.run(`listen "${channel}"`)
    } catch (error) {
      forget()
      throw error
    }
    onListen?.()
    return async () => forget()
  }

  #open(): Promise<Connection> {
    this.#closed = false
    this.#connection ??= this.#connect()
    return this.#connection
  }

  async #connect(): Promise<Connection> {
    try {
      const made = await Connection.open(this.url, {
        session: {},
        onNotify: (channel, payload) => {
          for (const { onMessage } of this.#channels.get(channel) ?? []) onMessage(payload)
        },
      })
      made.onLost(() => {
        clearInterval(this.#beat)
        this.#connection = undefined
        if (!this.#closed) void this.#again()
      })
      this.#beat = setInterval(() => beat(made), BEAT_MS)
      return made
    } catch (error) {
      this.#connection = undefined
      throw error
    }
  }

  /** Listens again as soon as the database is back, to everything. */
  async #again(): Promise<void> {
    if (this.#trying) return
    this.#trying = true
    while (!this.#closed) {
      await Bun.sleep(RETRY_MS)
      try {
        const connection = await this.#open()
        for (const channel of this.#channels.keys()) await connection.run(`listen "${channel}"`)
        for (const heard of this.#channels.values()) for (const { onListen } of heard) onListen?.()
        break
      } catch {
        // It is not back yet.
      }
    }
    this.#trying = false
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#beat)
    void this.#connection?.then((connection) => connection.lose()).catch(() => undefined)
    this.#connection = undefined
  }
}

/** A connection that was cut off without a word hears nothing, and would not know. */
function beat(connection: Connection): void {
  if (connection.silence > BEAT_MS - 500) return connection.lose(new Silence())
  connection.run('select').catch(() => undefined)
}
