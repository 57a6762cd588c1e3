import { number, object, optional, safeParse, string, unknown, type InferOutput } from 'valibot'
import { newKey } from '../app/plain-http'

/** Times in milliseconds. */
const BEAT = { every: 1_000, dead: 3_500 } as const

const Envelope = object({ type: string(), from: string(), term: optional(number(), 0), data: optional(unknown()) })
type Letter = InferOutput<typeof Envelope>

export interface TabHandlers {
  /** This tab holds the connection from now on. Answers with what to do when it no longer does. */
  readonly onLead: () => () => void
  readonly onMessage: (type: string, data: unknown) => void
}

export interface Tabs {
  /** This tab's name. */
  readonly id: string
  /** Tells the other tabs of the same user. */
  post(type: string, data?: unknown): void
  stop(): void
}

/**
 * Tabs of one user in one browser: one of them leads, and when it closes or dies another takes over. With the browser's own locks where it has them (it
 * frees the lock of a tab that is gone); on plain HTTP, where it has none, by beats over the channel. Without a channel every tab leads for itself.
 */
export function joinTabs(name: string, handlers: TabHandlers): Tabs {
  const id = newKey()
  if (typeof BroadcastChannel !== 'function') {
    const release = handlers.onLead()
    return { id, post: () => undefined, stop: release }
  }
  const channel = new BroadcastChannel(name)
  const post = (type: string, data?: unknown, term = 0): void => {
    // A channel reaches pages of this origin alone and takes no target, unlike a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage({ type, from: id, term, data })
  }
  const election =
    'locks' in navigator ? lockElection(name, handlers.onLead) : new BeatElection(id, post, handlers.onLead)
  channel.addEventListener('message', ({ data }) => {
    const letter = safeParse(Envelope, data)
    if (!letter.success) return
    if (letter.output.type === 'beat') election.heard(letter.output)
    else handlers.onMessage(letter.output.type, letter.output.data)
  })
  return {
    id,
    post: (type, data) => post(type, data),
    stop: () => {
      election.stop()
      channel.close()
    },
  }
}

interface Election {
  heard(beat: Letter): void
  stop(): void
}

function lockElection(name: string, onLead: () => () => void): Election {
  const leaving = new AbortController()
  const hold = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      const release = onLead()
      leaving.signal.addEventListener('abort', () => {
        release()
        resolve()
      })
    })
  }
  const wait = async (): Promise<void> => {
    try {
      await navigator.locks.request(name, { signal: leaving.signal }, hold)
    } catch {
      // Left while waiting for its turn.
    }
  }
  void wait()
  return { heard: () => undefined, stop: () => leaving.abort() }
}

/**
 * The leader beats every second. Who has heard none for a while leads, in a higher term; of two leaders the one of the lower term (of one term, the one
 * whose name comes later) steps back. For a moment there may be two: what both are told is the same, and is counted once.
 */
class BeatElection implements Election {
  #term = 0
  #heardAt = performance.now()
  #release: (() => void) | null = null
  readonly #timer: ReturnType<typeof setInterval>

  constructor(
    readonly id: string,
    readonly post: (type: string, data?: unknown, term?: number) => void,
    readonly onLead: () => () => void,
  ) {
    this.#timer = setInterval(() => this.#tick(), BEAT.every)
  }

  heard({ from, term }: Letter): void {
    const outranked = term > this.#term || (term === this.#term && from < this.id)
    if (this.#release !== null && !outranked) return
    this.#heardAt = performance.now()
    this.#term = Math.max(term, this.#term)
    this.#stepBack()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#stepBack()
  }

  #tick(): void {
    if (this.#release === null && performance.now() - this.#heardAt > BEAT.dead) {
      this.#term += 1
      this.#release = this.onLead()
    }
    if (this.#release !== null) this.post('beat', undefined, this.#term)
  }

  #stepBack(): void {
    this.#release?.()
    this.#release = null
  }
}
