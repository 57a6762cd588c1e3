import { Buffer } from 'node:buffer'
import { type Job, Jobs, type JobState } from './jobs'
import { NotBegun, type Printer, Unprintable } from './printer'

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
interface Wanted {
  readonly id: string
  readonly printer: string
  readonly filename: string
  readonly bytes: Uint8Array
  /** A model of BarTender that it is printed by, in place of being sent as it is. */
  readonly bartender?: string
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

/** What else a queue is given. */
interface QueueOptions {
  readonly changed?: (told: Told) => void
  /** The way to a printer by a model of BarTender, undefined for what is no model; none where that is not installed. */
  readonly bartender?: ((model: string, printer: string) => Printer | undefined) | undefined
}

/** Papers on their way to printers, one at a time at each: stored first, sent in their order, each once. */
export class PrintQueue {
  readonly #jobs: Jobs
  readonly #bartender: QueueOptions['bartender']
  readonly #printers: ReadonlyMap<string, Printer>
  readonly #running = new Map<string, Promise<void>>()
  readonly #waiting = new Map<string, string[]>()
  readonly #why = new Map<string, string>()
  /** Who waits for what becomes of a job, and printers that wait to be tried again. */
  readonly #asking = new Set<() => void>()
  readonly #resting = new Set<() => void>()
  readonly #changed: (told: Told) => void
  #isOver = false

  /** `changed` is told of each paper that comes to stand otherwise. */
  constructor(
    folder: string,
    printers: ReadonlyMap<string, Printer>,
    { changed = () => undefined, bartender }: QueueOptions = {},
  ) {
    this.#jobs = new Jobs(folder)
    this.#printers = printers
    this.#changed = changed
    this.#bartender = bartender
    const waiting = this.#jobs
      .list()
      .flatMap(({ id, state }) => (state === 'na_fila' ? (this.#jobs.read(id) ?? []) : []))
    for (const { id, printer } of waiting.toSorted((one, other) => one.at.localeCompare(other.at)))
      this.#line(printer, id)
  }

  /** Jobs that wait, and those in doubt. */
  open(): readonly Told[] {
    return this.#jobs
      .list()
      .flatMap(({ id, state }) => (state === 'impressa' || state === 'recusada' ? [] : [this.#told(id, state)]))
  }

  /**
   * Takes a paper, and answers what became of it within `limitMs`: printed, or waiting with the reason. The same number again is the same paper: nothing is printed twice. Throws
   * Refused 404 for a printer that is not there, 409 for one in doubt, 400 where too many wait or where a model of BarTender is asked for that is none or that nothing prints.
   */
  async print(wanted: Wanted, limitMs: number): Promise<Told> {
    if (this.#jobs.stateOf(wanted.id) === 'duvida')
      throw new Refused(409, 'Não se sabe se esta etiqueta saiu: confira, e reimprima se preciso.')
    const { id } = this.take(wanted)
    await this.#until(id, limitMs)
    return this.#told(id, this.#jobs.stateOf(id) ?? 'na_fila')
  }

  /** Stores a paper, unless its number is known, and answers where it stands now. Throws Refused as `print` does, but not for one in doubt. */
  take({ id, printer, filename, bytes, bartender = '' }: Wanted): Told {
    if (!this.#printers.has(printer)) throw new Refused(404, `Não há impressora “${printer}” neste computador.`)
    if (bartender !== '' && !this.#bartender)
      throw new Refused(
        400,
        'Este agente não imprime pelo BarTender: configure o programa, ou escolha um modelo de etiqueta do Prumo.',
      )
    if (bartender !== '' && !this.#bartender?.(bartender, printer))
      throw new Refused(400, `“${bartender}” não é um modelo (.btw) da pasta de modelos do BarTender deste computador.`)
    const known = this.#jobs.stateOf(id)
    if (known === undefined) {
      if ((this.#waiting.get(printer)?.length ?? 0) >= MOST_WAITING)
        throw new Refused(400, `A fila da impressora “${printer}” está cheia.`)
      const job: Job = {
        id,
        printer,
        filename,
        contents: Buffer.from(bytes).toString('base64'),
        at: new Date().toISOString(),
        bartender,
      }
      this.#jobs.add(job)
      this.#line(printer, id)
    }
    return this.#told(id, known ?? 'na_fila')
  }

  /** Where a paper stands; undefined for a number that is not known, or no longer. */
  find(id: string): Told | undefined {
    const state = this.#jobs.stateOf(id)
    return state && this.#told(id, state)
  }

  /** Lets go of a paper that waits; false where it is not one that does. */
  cancel(id: string): boolean {
    const job = this.#jobs.stateOf(id) === 'na_fila' ? this.#jobs.read(id) : undefined
    if (!job) return false
    const line = this.#waiting.get(job.printer) ?? []
    if (line.includes(id)) line.splice(line.indexOf(id), 1)
    this.#jobs.drop(id)
    this.#why.delete(id)
    for (const wake of [...this.#asking, ...this.#resting]) wake()
    return true
  }

  /** Why a printer takes nothing now; undefined where nothing is known against it. */
  fault(printer: string): string | undefined {
    const [first] = this.#waiting.get(printer) ?? []
    return first === undefined ? undefined : this.#why.get(first)
  }

  /** Prints again what was printed or refused, or what nobody knows of. Throws Refused 404 for an unknown number. */
  async again(id: string, limitMs: number): Promise<Told> {
    const job = this.#jobs.read(id)
    const state = this.#jobs.stateOf(id)
    if (!job || !state) throw new Refused(404, 'Esta impressão não está mais guardada.')
    if (state !== 'na_fila' && state !== 'enviando') {
      this.#jobs.move(id, 'na_fila')
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

  /** Is the job over, whatever came of it? One that its printer got nothing of is not, unless it takes it at no time. Never throws. */
  async #send(name: string, id: string): Promise<boolean> {
    const printer = this.#printers.get(name)
    let state: JobState = 'na_fila'
    try {
      const job = this.#jobs.read(id)
      if (!job || !printer) return true
      this.#jobs.move(id, 'enviando')
      state = await this.#sent(job, printer)
      this.#jobs.move(id, state)
      this.#jobs.tidy()
    } catch (error) {
      // The disk: what was being sent is in doubt at the next start.
      this.#why.set(id, wordsOf(error))
    }
    for (const wake of this.#asking) wake()
    this.#changed(this.#told(id, this.#jobs.stateOf(id) ?? 'na_fila'))
    return state !== 'na_fila'
  }

  /** What became of a job that is sent now. */
  async #sent({ id, printer: name, filename, contents, bartender }: Job, printer: Printer): Promise<JobState> {
    try {
      const way = bartender ? this.#bartender?.(bartender, name) : printer
      if (!way) throw new Unprintable(`“${bartender}” não é mais um modelo do BarTender deste computador.`)
      await way({ id, filename, bytes: Buffer.from(contents, 'base64') }, PAPER_MS)
      this.#why.delete(id)
      return 'impressa'
    } catch (error) {
      this.#why.set(id, wordsOf(error))
      if (error instanceof Unprintable) return 'recusada'
      return error instanceof NotBegun ? 'na_fila' : 'duvida'
    }
  }

  /** Until a job is printed or in doubt, or the time is over. */
  async #until(id: string, limitMs: number): Promise<void> {
    const end = performance.now() + limitMs
    const isOpen = (): boolean => ['na_fila', 'enviando'].includes(this.#jobs.stateOf(id) ?? 'impressa')
    while (isOpen() && performance.now() < end && !this.#isOver) await pause(end - performance.now(), this.#asking)
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

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
