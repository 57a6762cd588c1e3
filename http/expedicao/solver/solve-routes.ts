import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { CoreError } from '../../../core/errors'
import { DEFAULT_TRAVEL, type TravelGuess } from '../../../core/routing/matrices'
import type { Elite } from '../../../core/routing/solve'
import type { Solution } from '../../../core/routing/solution'
import type { FromSearch, LiveProgress, ToSearch } from './search-messages'

export interface RoutingOptions {
  /** Searches side by side, at most one a core; 1 when nothing is said. */
  readonly threads?: number
  readonly seconds?: number
  /** Iterations of each search: with them the answer repeats for the same seed and number of threads. */
  readonly iterations?: number
  readonly seed?: number
  /** Guesses for places given by coordinates without a matrix. */
  readonly travel?: TravelGuess
  /** Told about four times a second: cost and, when better, the routes. */
  readonly onProgress?: (progress: LiveProgress) => void
  /** Ends the search early; the answer is the best so far. */
  readonly signal?: AbortSignal
}

const DEFAULT_SECONDS = 5
/** Threads that wait for work: warm ones search at full speed from the first moment. */
const idle: Worker[] = []
const MOST_IDLE = availableParallelism()

function hire(): Worker {
  const worker = idle.pop() ?? new Worker(new URL('search-worker.ts', import.meta.url))
  worker.removeAllListeners()
  worker.ref()
  return worker
}

function release(worker: Worker): void {
  worker.removeAllListeners()
  if (idle.length >= MOST_IDLE) return void worker.terminate()
  // A thread that dies while it waits is not offered again; it never keeps the process alive.
  worker.once('exit', () => idle.includes(worker) && idle.splice(idle.indexOf(worker), 1))
  worker.unref()
  idle.push(worker)
}

/** Searches of one problem in threads of their own, which meet now and then to go on from the best of all. */
class Searches {
  private readonly workers: readonly Worker[]
  private readonly working: Set<number>
  private readonly elites = new Map<number, Elite>()
  private readonly latest = new Map<number, { readonly progress: LiveProgress; readonly objective: number }>()
  private best: { readonly solution: Solution; readonly objective: number; readonly rank: number } | undefined
  private shown = Infinity
  readonly answer = Promise.withResolvers<Solution>()

  constructor(
    problem: unknown,
    private readonly options: RoutingOptions,
  ) {
    const { threads = 1, seconds, iterations, seed = 1, travel = DEFAULT_TRAVEL } = options
    const count = Math.max(1, Math.min(threads, availableParallelism()))
    this.workers = Array.from({ length: count }, hire)
    this.working = new Set(this.workers.keys())
    const budget = iterations === undefined ? { seconds: seconds ?? DEFAULT_SECONDS } : { iterations }
    const limits = { ...budget, ...(seconds === undefined ? {} : { seconds }) }
    for (const [rank, worker] of this.workers.entries()) {
      worker.on('message', (message: FromSearch) => this.hear(rank, message))
      worker.on('error', (error: unknown) => this.fail(error))
      worker.on('exit', () => this.fail(new Error('A routing thread ended before its answer.')))
      const request = { problem, travel, seed: seed + rank, company: count > 1, ...limits }
      this.send(rank, { kind: 'solve', ...request })
    }
    options.signal?.addEventListener('abort', this.stop)
    if (options.signal?.aborted) this.stop()
  }

  private send(rank: number, message: ToSearch): void {
    this.workers[rank]?.postMessage(message, [])
  }

  private readonly stop = (): void => {
    for (const rank of this.working) this.send(rank, { kind: 'stop' })
  }

  private hear(rank: number, message: FromSearch): void {
    if (message.kind === 'progress') {
      this.latest.set(rank, message)
      this.report()
    } else if (message.kind === 'elite') {
      this.elites.set(rank, message.elite)
      this.exchange()
    } else if (message.kind === 'answer') {
      const { solution, objective } = message
      const { best } = this
      const better = !best || objective < best.objective || (objective === best.objective && rank < best.rank)
      if (better) this.best = { solution, objective, rank }
      this.working.delete(rank)
      if (this.working.size > 0) this.exchange()
      else this.end()
    } else if (message.kind === 'refused') this.fail(new CoreError(message.code, message.message))
    else this.fail(new Error(message.message))
  }

  /** When all that still search have come to the meeting, each hears of the best. */
  private exchange(): void {
    if (this.elites.size < this.working.size) return
    const elites = [...this.elites].toSorted(([a], [b]) => a - b).map(([, elite]) => elite)
    const elite = elites.reduce((best, one) => (one.objective < best.objective ? one : best))
    this.elites.clear()
    for (const rank of this.working) this.send(rank, { kind: 'meet', elite })
  }

  private report(): void {
    const all = [...this.latest.values()]
    const best = all.reduce((least, one) => (one.objective < least.objective ? one : least))
    const { routes, ...progress } = best.progress
    const news = routes && best.objective < this.shown ? { routes } : {}
    if (routes) this.shown = Math.min(this.shown, best.objective)
    const iterations = all.reduce((sum, one) => sum + one.progress.iterations, 0)
    this.options.onProgress?.({ ...progress, ...news, iterations })
  }

  private end(): void {
    this.options.signal?.removeEventListener('abort', this.stop)
    for (const worker of this.workers) release(worker)
    if (this.best) this.answer.resolve(this.best.solution)
  }

  /** Nothing of a failed search is kept: its threads end. */
  private fail(error: unknown): void {
    this.options.signal?.removeEventListener('abort', this.stop)
    for (const worker of this.workers) {
      worker.removeAllListeners()
      void worker.terminate()
    }
    this.answer.reject(error)
  }
}

/**
 * Solves a VROOM request in threads of their own, so that the process goes on answering meanwhile. Answers VROOM's solution; throws `CoreError`
 * for what the request has wrong. Several threads share what they find, and the best of all is the answer.
 */
export function solveRoutes(problem: unknown, options: RoutingOptions = {}): Promise<Solution> {
  return new Searches(problem, options).answer.promise
}
