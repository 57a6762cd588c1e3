import { Buffer } from 'node:buffer'
import { type Job, Jobs, type JobState } from './jobs'
import { NotBegun, type Printer } from './printer'

/** What was asked for cannot be done: why, in Portuguese. */
export class Refused extends Error {
  constructor(
    readonly status: 400 | 404 | 409,
    message: string,
  ) {
    super(message)
  }
}

/** A paper that is to be printed. */
export interface Wanted {
  readonly id: string
  readonly printer: string
  readonly filename: string
  readonly bytes: Uint8Array
}

/** What became of a job so far, and why it waits. */
export interface Told {
  readonly id: string
  readonly situacao: JobState
  readonly motivo?: string
}

/** Pauses before a printer that got nothing is tried again. */
const AGAIN_MS = [500, 1_000, 2_000, 5_000, 15_000, 60_000] as const
/** A printer may take so long over one paper. */
const PAPER_MS = 20_000
/** Jobs that wait at most: whoever prints into a queue that nobody reads is told. */
const MOST_WAITING = 500

/** Papers on their way to printers, one at a time at each: stored first, sent in their order, each once. */
export class PrintQueue {
  readonly #jobs: Jobs
  readonly #printers: ReadonlyMap<string, Printer>
  readonly #running = new Map<string, Promise<void>>()
  readonly #waiting = new Map<string, string[]>()
  readonly #why = new Map<string, string>()
  /** Who waits for what becomes of a job, and printers that wait to be tried again. */
  readonly #asking = new Set<() => void>()
  readonly #resting = new Set<() => void>()
  #isOver = false

  constructor(folder: string, printers: ReadonlyMap<string, Printer>) {
    this.#jobs = new Jobs(folder)
    this.#printers = printers
    const waiting = this.#jobs
      .list()
      .flatMap(({ id, state }) => (state === 'na_fila' ? (this.#jobs.read(id) ?? []) : []))
    for (const { id, printer } of waiting.toSorted((one, other) => one.at.localeCompare(other.at)))
      this.#line(printer, id)
  }

  /** Jobs that are not printed: those that wait and those in doubt. */
  open(): readonly Told[] {
    return this.#jobs.list().flatMap(({ id, state }) => (state === 'impressa' ? [] : [this.#told(id, state)]))
  }

  /**
   * Takes a paper, and answers what became of it within `limitMs`: printed, or waiting with the reason. The same number again is the same paper: nothing is printed twice. Throws
   * Refused 404 for a printer that is not there, 409 for one in doubt, 400 where too many wait.
   */
  async print({ id, printer, filename, bytes }: Wanted, limitMs: number): Promise<Told> {
    if (!this.#printers.has(printer)) throw new Refused(404, `Não há impressora “${printer}” neste computador.`)
    const known = this.#jobs.stateOf(id)
    if (known === 'duvida')
      throw new Refused(409, 'Não se sabe se esta etiqueta saiu: confira, e reimprima se preciso.')
    if (known === undefined) {
      if ((this.#waiting.get(printer)?.length ?? 0) >= MOST_WAITING)
        throw new Refused(400, `A fila da impressora “${printer}” está cheia.`)
      const job: Job = {
        id,
        printer,
        filename,
        contents: Buffer.from(bytes).toString('base64'),
        at: new Date().toISOString(),
      }
      this.#jobs.add(job)
      this.#line(printer, id)
    }
    await this.#until(id, limitMs)
    return this.#told(id, this.#jobs.stateOf(id) ?? 'na_fila')
  }

  /** Prints again what was printed, or what nobody knows of. Throws Refused 404 for an unknown number. */
  async again(id: string, limitMs: number): Promise<Told> {
    const job = this.#jobs.read(id)
    const state = this.#jobs.stateOf(id)
    if (!job || !state) throw new Refused(404, 'Esta impressão não está mais guardada.')
    if (state === 'impressa' || state === 'duvida') {
      this.#jobs.move(id, state, 'na_fila')
      this.#line(job.printer, id)
    }
    await this.#until(id, limitMs)
    return this.#told(id, this.#jobs.stateOf(id) ?? 'na_fila')
  }

  /** Sends no more; what waits is there at the next start. */
  async stop(): Promise<void> {
    this.#isOver = true
    for (const wake of [...this.#asking, ...this.#resting]) wake()
    await Promise.all(this.#running.values())
  }

  #told(id: string, situacao: JobState): Told {
    const motivo = this.#why.get(id)
    return { id, situacao, ...(motivo === undefined || situacao === 'impressa' ? {} : { motivo }) }
  }

  #line(printer: string, id: string): void {
    const line = this.#waiting.get(printer) ?? []
    line.push(id)
    this.#waiting.set(printer, line)
    if (!this.#running.has(printer))
      this.#running.set(
        printer,
        this.#work(printer, line).finally(() => this.#running.delete(printer)),
      )
  }

  async #work(name: string, line: string[]): Promise<void> {
    // Whoever asked gets its answer to the asking first.
    await Promise.resolve()
    for (let tries = 0; line.length > 0 && !this.#isOver;) {
      const [id = ''] = line
      if (await this.#send(name, id)) {
        line.shift()
        tries = 0
      } else await pause(AGAIN_MS[Math.min(tries++, AGAIN_MS.length - 1)] ?? 0, this.#resting)
    }
  }

  /** Is the job over, whatever came of it? One that its printer got nothing of is not. */
  async #send(name: string, id: string): Promise<boolean> {
    const job = this.#jobs.read(id)
    const printer = this.#printers.get(name)
    if (!job || !printer) return true
    this.#jobs.move(id, 'na_fila', 'enviando')
    try {
      await printer({ filename: job.filename, bytes: Buffer.from(job.contents, 'base64') }, PAPER_MS)
      this.#jobs.move(id, 'enviando', 'impressa')
      this.#why.delete(id)
      this.#jobs.tidy()
      return true
    } catch (error) {
      this.#why.set(id, error instanceof Error ? error.message : String(error))
      const isNothing = error instanceof NotBegun
      this.#jobs.move(id, 'enviando', isNothing ? 'na_fila' : 'duvida')
      return !isNothing
    } finally {
      for (const wake of this.#asking) wake()
    }
  }

  /** Until a job is printed or in doubt, or the time is over. */
  async #until(id: string, limitMs: number): Promise<void> {
    const end = performance.now() + limitMs
    const isOpen = (): boolean => ['na_fila', 'enviando'].includes(this.#jobs.stateOf(id) ?? 'na_fila')
    while (isOpen() && performance.now() < end && !this.#isOver) await pause(end - performance.now(), this.#asking)
  }
}

/** So long, or until it is woken. */
function pause(ms: number, among: Set<() => void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const over = (): void => {
    clearTimeout(timer)
    among.delete(over)
    resolve()
  }
  const timer = setTimeout(over, ms)
  among.add(over)
  return promise
}
