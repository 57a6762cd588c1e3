import { computed, signal } from '@preact/signals-react'
import { ApiError } from '../../app/api'
import { isRecord, textOf, type Values } from '../row'

/** A call that a device still has to send. It is sent under its key until the server answers: sent twice, it counts once. */
export interface Call {
  readonly key: string
  /** Under `/api/`. */
  readonly path: string
  readonly body: Values
  /** What people see of it while it waits. */
  readonly text: string
  /** Whose it is: nobody else sends it. */
  readonly user: number
  readonly company: number
  /** What the server said when it refused it, or what it asks, and the code for that; it waits for somebody to look. */
  readonly refused?: string
  readonly code?: string
  /** What came with a question. */
  readonly answer?: Values
}

/** What takes a call off again is sent under its key with this behind it: it counts once, however often it is asked for. */
const OFF = '-'
export const isUndo = ({ key }: Pick<Call, 'key'>): boolean => key.endsWith(OFF)
export const undoKey = ({ key }: Pick<Call, 'key'>): string => key + OFF

/** What becomes of a call that is added: kept until it is answered, sent without being kept (the device stores nothing), or not taken at all. */
export type Added = 'kept' | 'unkept' | 'refused'

/** What the queue works with: where calls are kept, how one is sent, and how long it waits for a server that is away. */
export interface QueuePorts {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Throws ApiError. */
  readonly send: (call: Call) => Promise<unknown>
  /** The signed-in user and company; null while there is none. */
  readonly who: () => Pick<Call, 'user' | 'company'> | null
  readonly wait: (ms: number) => Promise<void>
  /** What an answer asks before its call is done; undefined where it is done. */
  readonly asks?: (answer: unknown) => Pick<ApiError, 'code' | 'message'> | undefined
  readonly answered?: (call: Call, answer: unknown) => void
  /** It was refused, or something is asked, as the call says now. */
  readonly parked?: (call: Call) => void
  /** It did not count, and what was to take it off again is gone with it. */
  readonly undone?: (call: Call) => void
  /** The server did not answer a call, said once of each: it waits, and all behind it. */
  readonly stalled?: (call: Call) => void
}

/** More than a day of scans: who is away for longer is told. */
const MOST = 2_000
const RETRY_MS = 3_000

/** Is it the server's judgement of the call? All else (no connection, no session, too busy, a fault) is asked again. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 408, 419, 429].includes(error.status)

/**
 * Calls of a device that are sent one after another and kept on it until the server has answered each, through reloads and sign-ins. One that is refused,
 * or of which something is asked, is parked with what was said, and the others go on; with what takes it off again behind it, it is gone.
 */
export class DeviceQueue {
  private readonly calls = signal<readonly Call[]>([])
  private running = false
  /** The device keeps nothing (its storage is full, or there is none): calls live as long as the page. */
  private lost = false
  /** The call that the server did not answer, and is asked again. */
  private readonly stuck = signal<string | null>(null)
  /** The server does not answer now: what is added waits. */
  readonly stalled = computed(() => this.stuck.value !== null)
  readonly waiting = computed(() => this.mine().filter(({ refused }) => refused === undefined))
  readonly parked = computed(() => this.mine().filter(({ refused }) => refused !== undefined))

  constructor(
    private readonly name: string,
    private readonly ports: QueuePorts,
  ) {
    this.calls.value = this.stored()
  }

  /** Keeps a call, then sends it as soon as those before it are. It is refused where nobody is signed in or too many wait. */
  add(call: Pick<Call, 'key' | 'path' | 'body' | 'text'>): Added {
    const who = this.ports.who()
    if (who === null || this.stored().length >= MOST) return 'refused'
    const kept = this.write((all) => [...all, { ...call, ...who }])
    void this.run()
    return kept ? 'kept' : 'unkept'
  }

  /** Takes out what waits or was refused. */
  drop(key: string): void {
    this.write((all) => all.filter((call) => call.key !== key))
  }

  /** Sends what was parked once more, changed where something is told of it now. What came with a question stays: it may be asked again. */
  retry(key: string, body: Values = {}): void {
    this.write((all) =>
      all.map((call) => {
        if (call.key !== key) return call
        const { refused: _, code: __, ...again } = call
        return { ...again, body: { ...call.body, ...body } }
      }),
    )
    void this.run()
  }

  /** Sends all that waits. */
  async run(): Promise<void> {
    if (this.running) return
    this.running = true
    try {
      for (let [call] = this.waiting.peek(); call !== undefined; [call] = this.waiting.peek()) {
        if (this.ports.who() === null || !(await this.sendOne(call))) break
      }
    } finally {
      this.running = false
    }
  }

  /** False where nobody is signed in any more. */
  private async sendOne(call: Call): Promise<boolean> {
    try {
      const answer = await this.ports.send(call)
      this.stuck.value = null
      const asked = this.ports.asks?.(answer)
      if (asked === undefined) {
        this.drop(call.key)
        this.ports.answered?.(call, answer)
      } else this.park(call, { ...asked, answer: isRecord(answer) ? answer : {} })
    } catch (error) {
      if (isRefusal(error)) {
        this.stuck.value = null
        this.park(call, error)
      } else {
        const told = this.stuck.peek() === call.key
        this.stuck.value = call.key
        if (!told) this.ports.stalled?.(call)
        await this.ports.wait(RETRY_MS)
      }
    }
    return this.ports.who() !== null
  }

  private park(
    call: Call,
    { code, message, answer }: Pick<ApiError, 'code' | 'message'> & { readonly answer?: Values },
  ): void {
    const off = undoKey(call)
    if (this.waiting.peek().some(({ key }) => key === off)) {
      this.write((all) => all.filter(({ key }) => key !== off && key !== call.key))
      this.ports.undone?.(call)
      return
    }
    const parked = { ...call, refused: message, code, ...(answer === undefined ? {} : { answer }) }
    this.write((all) => all.map((one) => (one.key === call.key ? parked : one)))
    this.ports.parked?.(parked)
  }

  private mine(): readonly Call[] {
    const calls = this.calls.value
    const who = this.ports.who()
    return who === null ? [] : calls.filter(({ user, company }) => user === who.user && company === who.company)
  }

  /** Other windows keep their calls in the same place: it is read anew before each change. */
  private write(change: (calls: readonly Call[]) => readonly Call[]): boolean {
    const next = change(this.stored())
    this.calls.value = next
    try {
      this.ports.storage.setItem(this.name, JSON.stringify(next))
      this.lost = false
    } catch {
      this.lost = true
    }
    return !this.lost
  }

  private stored(): readonly Call[] {
    if (this.lost) return this.calls.peek()
    try {
      const list: unknown = JSON.parse(this.ports.storage.getItem(this.name) ?? '[]')
      return Array.isArray(list) ? list.flatMap((one) => readCall(one) ?? []) : []
    } catch {
      return this.calls.peek()
    }
  }
}

function readCall(value: unknown): Call | null {
  if (!isRecord(value) || typeof value.user !== 'number' || typeof value.company !== 'number') return null
  const [key, path] = [textOf(value.key), textOf(value.path)]
  if (key === '' || path === '') return null
  return {
    key,
    path,
    body: isRecord(value.body) ? value.body : {},
    text: textOf(value.text),
    user: value.user,
    company: value.company,
    ...(typeof value.refused === 'string' ? { refused: value.refused, code: textOf(value.code) } : {}),
    ...(isRecord(value.answer) ? { answer: value.answer } : {}),
  }
}
