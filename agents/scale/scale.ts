import { LINE_SETTINGS, ScaleReader, type ScaleReading, type ScaleStatus } from '../../core/scale'
import type { Line, OpenLine } from './line'

/** A weight that was not read: why, in Portuguese. `away`: there is no scale to ask. */
export class NoWeight extends Error {
  constructor(
    readonly status: Exclude<ScaleStatus, 'stable'> | 'away',
    message: string,
  ) {
    super(message)
  }
}

const SAYS: Readonly<Record<Exclude<ScaleStatus, 'stable'>, string>> = {
  unstable: 'O peso não estabilizou.',
  negative: 'O peso está negativo: zere a balança.',
  overload: 'O peso passa da capacidade da balança.',
  'no-weight': 'A balança não informou o peso.',
  invalid: 'A resposta da balança não foi entendida: confira o protocolo e a velocidade.',
  timeout: 'A balança não respondeu.',
}

/** Scales that do not say when a weight stands still: it does when it was read twice. */
const UNMARKED: ReadonlySet<string> = new Set(['digitron', 'urano-pop', 'adam'])
/** What a scale that sends by itself said last is believed for so long. */
const FRESH_MS = 500
/** A scale that is asked is asked again after so long. */
const ASK_MS = 200
/** A line that has been quiet for so long has sent all of a frame. */
const QUIET_MS = 50
/** Pauses before a line that was lost is opened again. */
const AGAIN_MS = [250, 500, 1_000, 2_000, 5_000] as const

interface ScaleOptions {
  /** As `core/scale` names it. */
  readonly protocol: string
  readonly open: OpenLine
  /** What the scale is asked with, in hexadecimal; '' for one that sends by itself. The protocol's usual one where nothing is said. */
  readonly request?: string
}

/** Who waits for a weight. */
interface Waiting {
  readonly resolve: (weightKg: string) => void
  readonly reject: (error: NoWeight) => void
}

/** One scale: its line is kept open, and opened again when it was lost. */
export class Scale {
  readonly #open: OpenLine
  readonly #protocol: string
  readonly #request: Uint8Array | undefined
  readonly #waiting = new Set<Waiting>()
  #reader: ScaleReader
  #line: Line | undefined
  #why = 'A balança ainda não foi aberta.'
  #last: { readonly reading: ScaleReading; readonly at: number } | undefined
  #tries = 0
  #isOver = false
  #again: ReturnType<typeof setTimeout> | undefined
  #asking: ReturnType<typeof setInterval> | undefined
  #quiet: ReturnType<typeof setTimeout> | undefined

  /** Throws CoreError `unknown_protocol`. */
  constructor({ protocol, open, request = LINE_SETTINGS.get(protocol)?.request ?? '' }: ScaleOptions) {
    this.#protocol = protocol
    this.#open = open
    this.#request = request === '' ? undefined : Uint8Array.fromHex(request)
    this.#reader = new ScaleReader(protocol)
  }

  /** It sends by itself, and says when a weight stands still. */
  get #saysItself(): boolean {
    return this.#request === undefined && !UNMARKED.has(this.#protocol)
  }

  /** Why there is nothing to ask now; undefined where there is. */
  get fault(): string | undefined {
    return this.#line ? undefined : this.#why
  }

  /** Opens the line, the first time and after each loss, until `stop`. Never throws: `fault` tells what is wrong. */
  async start(): Promise<void> {
    this.#reader = new ScaleReader(this.#protocol)
    this.#last = undefined
    try {
      const line = await this.#open({ data: (bytes) => this.#heard(bytes), lost: (why) => this.#lost(why) })
      if (this.#isOver) return line.close()
      this.#line = line
      this.#tries = 0
    } catch (error) {
      this.#lost(error instanceof Error ? error.message : String(error))
    }
  }

  stop(): void {
    this.#isOver = true
    clearTimeout(this.#again)
    clearTimeout(this.#quiet)
    this.#line?.close()
    this.#line = undefined
    this.#refuse(new NoWeight('away', 'O agente está parando.'))
  }

  /**
   * The weight that stands still on the scale, in kilograms as decimal text. What is asked at once gets one answer. Throws NoWeight: after `limitMs` with what the scale said
   * last, at once where there is no line.
   */
  async weigh(limitMs: number): Promise<string> {
    if (!this.#line) throw new NoWeight('away', this.#why)
    const fresh = this.#last && performance.now() - this.#last.at < FRESH_MS ? this.#last.reading : undefined
    if (this.#saysItself && fresh?.status === 'stable' && fresh.weightKg !== null) return fresh.weightKg
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const one: Waiting = { resolve, reject }
    this.#waiting.add(one)
    if (this.#waiting.size === 1) this.#begin()
    const late = setTimeout(() => reject(this.#late()), limitMs)
    try {
      return await promise
    } finally {
      clearTimeout(late)
      this.#waiting.delete(one)
      if (this.#waiting.size === 0) this.#end()
    }
  }

  /** What was said before is of what lay there before: it counts for nothing. */
  #begin(): void {
    this.#last = undefined
    this.#ask()
    this.#asking = setInterval(() => this.#ask(), ASK_MS)
  }

  #end(): void {
    clearInterval(this.#asking)
  }

  #ask(): void {
    if (this.#request) this.#line?.write(this.#request)
  }

  #heard(bytes: Uint8Array): void {
    for (const reading of this.#reader.feed(bytes)) this.#read(reading)
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => {
      for (const reading of this.#reader.flush()) this.#read(reading)
    }, QUIET_MS)
  }

  #read(reading: ScaleReading): void {
    const before = this.#last?.reading
    const isSame = before?.status === reading.status && before.weightKg === reading.weightKg
    this.#last = { reading, at: performance.now() }
    if (reading.status !== 'stable' || reading.weightKg === null) return
    if (UNMARKED.has(this.#protocol) && !isSame) return
    for (const { resolve } of this.#waiting) resolve(reading.weightKg)
  }

  #late(): NoWeight {
    const said = this.#last?.reading.status ?? 'timeout'
    // Read, but never twice alike.
    const status = said === 'stable' ? 'unstable' : said
    return new NoWeight(status, SAYS[status])
  }

  #lost(why: string): void {
    this.#line = undefined
    this.#why = why
    this.#refuse(new NoWeight('away', why))
    if (this.#isOver) return
    const pause = AGAIN_MS[Math.min(this.#tries++, AGAIN_MS.length - 1)]
    this.#again = setTimeout(() => void this.start(), pause)
  }

  #refuse(error: NoWeight): void {
    for (const { reject } of this.#waiting) reject(error)
  }
}
