import { counted } from '../../../core/br/number'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { CoreError } from '../../../core/errors'
import { ApiError } from '../errors'
import type { FromThread, Work } from './messages'

/** Work that would hold up everybody else's calls is done in threads of its own, as many as may be and no longer than it may take. */

const THREAD = new URL('thread.ts', import.meta.url)
/** A thread that nobody has needed for so long ends, and its memory with it. */
const IDLE_MS = 30_000
const MOST_WAITING = 500

interface Limits<P> {
  /** Longer than this it is ended and refused. */
  readonly seconds: number
  readonly onProgress?: (progress: P) => void
  /** Ends it at once. */
  readonly signal?: AbortSignal | undefined
}

interface Thread {
  readonly worker: Worker
  rest?: NodeJS.Timeout
}

/** The threads of one kind of work. */
class Threads {
  private readonly idle: Thread[] = []
  private readonly waiting: (() => void)[] = []
  private busy = 0

  constructor(
    private readonly file: string,
    private readonly most: number,
  ) {}

  /** A thread for one call, as soon as there is one. Throws 503 `busy` where too many wait already. */
  async take(): Promise<Thread> {
    if (this.busy >= this.most) {
      if (this.waiting.length >= MOST_WAITING)
        throw new ApiError(503, 'busy', 'Há leituras demais esperando. Tente de novo em instantes.')
      await new Promise<void>((resolve) => void this.waiting.push(resolve))
    } else this.busy++
    const known = this.idle.pop()
    clearTimeout(known?.rest)
    const thread = known ?? { worker: new Worker(THREAD, { workerData: this.file }) }
    thread.worker.removeAllListeners()
    thread.worker.ref()
    return thread
  }

  /** Gives the thread back; one that was ended, or that failed, is not used again. */
  give(thread: Thread, alive: boolean): void {
    thread.worker.removeAllListeners()
    // A thread that is being ended may still complain: nobody waits for it.
    thread.worker.on('error', () => undefined)
    if (alive) this.keep(thread)
    else void thread.worker.terminate()
    const next = this.waiting.shift()
    if (next) next()
    else this.busy--
  }

  private keep(thread: Thread): void {
    const leave = () => {
      if (this.idle.includes(thread)) this.idle.splice(this.idle.indexOf(thread), 1)
    }
    thread.worker.once('exit', leave)
    thread.rest = setTimeout(() => {
      leave()
      void thread.worker.terminate()
    }, IDLE_MS)
    thread.rest.unref()
    // It never keeps the program alive.
    thread.worker.unref()
    this.idle.push(thread)
  }
}

/**
 * Makes the function that does the work of a file (its `work`) apart, at most `most` at a time; others wait. The function throws
 * the `CoreError` or `ApiError` of the work, 400 `too_complex` beyond `seconds`, and the signal's reason.
 */
export function apart<I, O, P = never>(file: URL, most = availableParallelism()) {
  const threads = new Threads(file.href, most)
  return async (input: I, limits: Limits<P>): Promise<O> => {
    limits.signal?.throwIfAborted()
    const thread = await threads.take()
    return new Promise<O>((resolve, reject) => doneBy(threads, thread, { input, limits, resolve, reject }))
  }
}

interface Call<I, O, P> {
  readonly input: I
  readonly limits: Limits<P>
  readonly resolve: (answer: O) => void
  readonly reject: (error: unknown) => void
}

function doneBy<I, O, P>(threads: Threads, thread: Thread, { input, limits, resolve, reject }: Call<I, O, P>): void {
  const { seconds, signal, onProgress } = limits
  const end = (alive: boolean, settle: () => void) => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    threads.give(thread, alive)
    settle()
  }
  const abort = () => end(false, () => reject(new Error('The work was cancelled.', { cause: signal?.reason })))
  const timer = setTimeout(() => end(false, () => reject(tooLong(seconds))), seconds * 1000)
  signal?.addEventListener('abort', abort)
  thread.worker.on('message', (message: FromThread) => {
    // What comes from the thread is what the work of the same file, typed so by `apart`, answered.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    if (message.kind === 'progress') onProgress?.(message.told as P)
    // oxlint-disable-next-line typescript/consistent-type-assertions
    else if (message.kind === 'answer') end(true, () => resolve(message.answer as O))
    else if (message.kind === 'refused') end(true, () => reject(refusal(message)))
    else end(false, () => reject(new Error(message.message)))
  })
  thread.worker.once('error', (error) => end(false, () => reject(error)))
  thread.worker.once('exit', () => end(false, () => reject(new Error('A thread ended before its answer.'))))
  if (signal?.aborted) abort()
  else thread.worker.postMessage({ input }, [])
}

const refusal = ({ code, message, fields, api }: Extract<FromThread, { kind: 'refused' }>): Error =>
  api ? new ApiError(api.status, code, message, api.errors) : new CoreError(code, message, fields)

const tooLong = (seconds: number) =>
  new ApiError(
    400,
    'too_complex',
    `O arquivo é complexo demais: a leitura passou de ${counted(seconds, 'segundo', 'segundos')}.`,
  )

export type { Work }
