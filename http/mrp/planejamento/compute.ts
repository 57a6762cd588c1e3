import { gzipSync } from 'node:zlib'
import { type PlanRow, planRows } from '../../../core/mrp/plan-rows'
import { planInputOf, type PlanSources, withComponents } from '../../../core/mrp/plan-sources'
import { apart, type Work } from '../../platform/apart/apart'

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

/** How far a plan is. */
export interface PlanProgress {
  readonly done: number
  readonly total: number
}

export const work: Work<PlanRequest, PlanAnswer, PlanProgress> = (request, tell) =>
  computePlan(request, (done, total) => tell({ done, total }))

/** Plans in a thread of its own, so that the server goes on answering meanwhile; the signal ends it at once. */
export const computeApart = apart<PlanRequest, PlanAnswer, PlanProgress>(new URL(import.meta.url))
