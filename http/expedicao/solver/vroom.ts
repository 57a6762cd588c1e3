import { call, CallFailed, isObject, jsonIn } from '../../platform/outside/call'

/** A problem in VROOM's JSON, with matrices: VROOM is never asked to find distances. */
export interface VroomProblem {
  readonly jobs?: readonly object[]
  readonly shipments?: readonly object[]
  readonly vehicles: readonly object[]
  readonly matrices: Readonly<Record<string, { readonly durations: readonly (readonly number[])[] }>>
}

/** A VROOM server could not or would not solve: `reason` is for people, in Portuguese. */
export class VroomFailed extends Error {
  override readonly name = 'VroomFailed'
  /** Whether the problem itself was refused, which another try would not change. */
  readonly refused: boolean

  constructor(
    message: string,
    { cause, refused = false }: { readonly cause?: unknown; readonly refused?: boolean } = {},
  ) {
    super(message, { cause })
    this.refused = refused
  }
}

const refused = (message: string) => new VroomFailed(message, { refused: true })

/** How a VROOM server (vroom-express) is set up unless told otherwise: what is over these it refuses, or does not answer at all. */
export interface VroomLimits {
  /** Bytes of a request. Above its own limit vroom-express answers nothing and lets the caller hang. */
  readonly bytes: number
  readonly locations: number
  readonly vehicles: number
  /** Requests that this process sends at a time: each one is a process of its own there. */
  readonly concurrency: number
}

export const VROOM_LIMITS: VroomLimits = { bytes: 1_000_000, locations: 1000, vehicles: 200, concurrency: 2 }

/** What the server takes beyond its time for solving: reading, loading, answering. */
const GRACE_MS = 10_000
const ANSWER_LIMIT = 32 * 1024 * 1024
const EXPLORATION = 5

/** Our own options beside VROOM's, which a VROOM server does not know: not sent. */
const OWN_KEYS = new Set(['pinned', 'roadFactor', 'speedKmh', 'balance', 'seed', 'threads', 'iterations'])

/**
 * A thin client of vroom-express. The time limit (`options.l`) always goes along, since a dropped connection does not stop the solver; a request
 * that the server would not answer is not sent.
 */
export class VroomClient {
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(
    private readonly url: string,
    private readonly limits: VroomLimits = VROOM_LIMITS,
  ) {}

  /** Solves within so many seconds (1 to 300) and gives VROOM's own answer. Throws VroomFailed, or the reason of `cancel`. */
  async solve(problem: object, seconds: number, cancel?: AbortSignal): Promise<unknown> {
    const limit = Math.min(300, Math.max(1, Math.round(seconds)))
    const body = JSON.stringify(
      { ...problem, options: { g: false, l: limit, x: EXPLORATION } },
      (key, value: unknown) => (OWN_KEYS.has(key) ? undefined : value),
    )
    this.#assertFits(problem, body)
    cancel?.throwIfAborted()
    await this.#enter(cancel)
    try {
      return await this.#post(body, limit * 1000 + GRACE_MS, cancel)
    } finally {
      this.#leave()
    }
  }

  #assertFits(problem: object, body: string): void {
    const { bytes, locations, vehicles } = this.limits
    const parts = new Map<string, unknown>(Object.entries(problem))
    const count = (name: string): number => {
      const list = parts.get(name)
      return Array.isArray(list) ? list.length : 0
    }
    const stops = count('jobs') + 2 * count('shipments')
    if (stops > locations) throw refused(`São ${stops} paradas, e o servidor VROOM aceita ${locations}.`)
    if (count('vehicles') > vehicles)
      throw refused(`São ${count('vehicles')} veículos, e o servidor VROOM aceita ${vehicles}.`)
    if (Buffer.byteLength(body) > bytes)
      throw refused(`O problema tem mais de ${Math.round(bytes / 1000)} kB, que o servidor VROOM não responde.`)
  }

  async #post(body: string, timeoutMs: number, cancel: AbortSignal | undefined): Promise<unknown> {
    try {
      const answer = await call({
        url: this.url,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
        timeoutMs,
        limit: ANSWER_LIMIT,
        allowPrivate: true,
        cancel,
      })
      const solution = jsonIn(answer.text)
      if (answer.status === 200 && isObject(solution) && solution.code === 0) return solution
      throw refusal(answer.status, solution)
    } catch (error) {
      if (error instanceof CallFailed) throw new VroomFailed(error.message, { cause: error })
      throw error
    }
  }

  /** Waits for its turn, or for being called off. */
  async #enter(cancel: AbortSignal | undefined): Promise<void> {
    if (this.#running < this.limits.concurrency) return void this.#running++
    await new Promise<void>((go, fail) => {
      const turn = (): void => {
        cancel?.removeEventListener('abort', leave)
        go()
      }
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1)
        fail(cancel?.reason instanceof Error ? cancel.reason : new Error('cancelled'))
      }
      this.#waiting.push(turn)
      cancel?.addEventListener('abort', leave, { once: true })
    })
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }
}

/** What VROOM's own codes mean: 1 internal, 2 input, 3 routing, 4 too large. */
function refusal(status: number, body: unknown): VroomFailed {
  const { code, error } = isObject(body) ? body : {}
  const told = typeof error === 'string' ? `: ${error.slice(0, 200)}` : ''
  if (code === 2) return refused(`O servidor VROOM recusou o problema${told}.`)
  if (code === 4 || status === 413) return refused(`O problema é grande demais para o servidor VROOM${told}.`)
  return new VroomFailed(`O servidor VROOM falhou (${status})${told}.`)
}
