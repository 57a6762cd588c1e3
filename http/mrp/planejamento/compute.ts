import { gzipSync } from 'node:zlib'
import { Worker } from 'node:worker_threads'
import { CoreError } from '../../../core/errors'
import { type PlanRow, planRows } from '../../../core/mrp/plan-rows'
import { planInputOf, type PlanSources, withComponents } from '../../../core/mrp/plan-sources'

/** What the planner is asked: from which sources, which lots to order now, which items to tell. */
export interface PlanRequest {
  readonly sources: PlanSources
  readonly until: string | undefined
  /** Items chosen by hand; null tells all that there is something to say of. */
  readonly chosen: readonly string[] | null
}

export interface PlanAnswer {
  readonly rows: readonly PlanRow[]
  /** The sources, packed, to be kept with the plan. */
  readonly packed: Uint8Array
  /** Demands and orders that fall past the horizon. */
  readonly beyond: number
  readonly ms: { readonly preparo: number; readonly motor: number; readonly pacote: number }
}

/** What the planner's thread says: how far it is, its answer, or why there is none. */
export type PlanMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'answer'; readonly answer: PlanAnswer }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string }

/** Plans in this thread. Throws CoreErrors that name what is wrong with the sources. */
export function computePlan(
  { sources, until, chosen }: PlanRequest,
  onProgress: (done: number, total: number) => void,
): PlanAnswer {
  const started = performance.now()
  const input = planInputOf(sources)
  const prepared = performance.now()
  const wanted = chosen === null ? null : withComponents(sources.bom, chosen)
  const all = planRows(input, { until, onProgress, ...(chosen === null ? {} : { always: new Set(chosen) }) })
  const planned = performance.now()
  const last = Date.parse(sources.start) + (sources.days - 1) * 86_400_000
  const packed = gzipSync(JSON.stringify(sources), { level: 1 })
  return {
    rows: wanted === null ? all : all.filter((row) => wanted.has(row.item)),
    packed,
    beyond: [...sources.sales, ...sources.demands, ...sources.orders].filter(({ date }) => Date.parse(date) > last)
      .length,
    ms: {
      preparo: Math.round(prepared - started),
      motor: Math.round(planned - prepared),
      pacote: Math.round(performance.now() - planned),
    },
  }
}

/** Plans in a thread of its own, so that the server goes on answering meanwhile; `signal` ends it at once. */
export function computeApart(
  request: PlanRequest,
  options: { readonly onProgress: (done: number, total: number) => void; readonly signal?: AbortSignal },
): Promise<PlanAnswer> {
  const { onProgress, signal } = options
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const worker = new Worker(new URL('plan-worker.ts', import.meta.url))
    const end = (settle: () => void) => {
      signal?.removeEventListener('abort', abort)
      void worker.terminate()
      settle()
    }
    const abort = () => end(() => reject(new Error('The plan was cancelled.', { cause: signal?.reason })))
    signal?.addEventListener('abort', abort)
    worker.on('message', (message: PlanMessage) => {
      if (message.kind === 'progress') onProgress(message.done, message.total)
      else if (message.kind === 'answer') end(() => resolve(message.answer))
      else if (message.kind === 'refused') end(() => reject(new CoreError(message.code, message.message)))
      else end(() => reject(new Error(message.message)))
    })
    worker.on('error', (error) => end(() => reject(error)))
    worker.postMessage(request, [])
  })
}
