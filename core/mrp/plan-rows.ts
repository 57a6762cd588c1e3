import { type CivilDate, dayNumber } from '../br/civil-date'
import { runPlan, type Record } from './engine'
import { type Metrics, type MetricsHow, plannedMetrics } from './metrics'
import { bringingForward, type Forward } from './forward'
import { type PlanInput, type ReadPlan, readPlan } from './plan-input'
import { yieldOf } from './problem'
import type { CoverageStatus } from './stock-metrics'
import { roundUpTo } from './lots'
import { tidy } from './tidy'

/** What a plan says of one item in one line: what lacks, what to do about it and when, and how it stands. */
export interface PlanRow {
  readonly item: string
  readonly lowLevelCode: number
  /** 0 none, 1 buy, 2 produce. */
  readonly tipo_acao: 0 | 1 | 2
  /** The net requirement of the whole horizon. */
  readonly falta: number
  /** What to order: the lots whose order date falls within the window of action (the first one always), yield and lot rule considered. */
  readonly quantidade: number
  /** When the first lot must be ordered; before the start it is late. Null without one. */
  readonly data_pedido: CivilDate | null
  /** When the first lot is needed. */
  readonly data_necessidade: CivilDate | null
  readonly days_late: number
  /** Percent. */
  readonly probability: number
  /** Days that the stock of the first day covers; null without demand. */
  readonly coverage: number | null
  readonly coverage_status: CoverageStatus
  readonly metrics: RowMetrics
  /** Orders already placed that come too late, and when they would have to come. */
  readonly forward: readonly RowForward[]
}

/** An order to be brought forward: for how much lacks on the day that it is brought to. */
export interface RowForward {
  readonly id: string
  readonly from: CivilDate
  readonly to: CivilDate
  readonly quantity: number
  readonly short: number
}

/** The metrics of a row: those of the item without its evolution, its lists cut to the first entries. */
export type RowMetrics = Pick<Metrics, 'summary' | 'demand_analysis' | 'extended_analytics' | 'batches'> & {
  readonly critical_points: Metrics['critical_points']
  readonly order_dates: readonly CivilDate[]
  readonly stock_value: number
  readonly daily_holding_cost: number
}

export interface RowOptions {
  /** Lots to be ordered up to this day are to be ordered now; all of the horizon's when absent. */
  readonly until?: CivilDate | undefined
  /** Items told even when there is nothing to say of them. */
  readonly always?: ReadonlySet<string> | undefined
  /** Called as items are done, every thousand of them. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

const LISTED = 12
const LISTED_POINTS = 3
const STEP = 1000

/** Plans a company and tells each item in one line, in the order of item codes. Same figures as `planCompany`, far less said. */
export function planRows(input: PlanInput, options: RowOptions = {}): PlanRow[] {
  const plan = readPlan(input)
  const rows: PlanRow[] = []
  const until = options.until === undefined ? plan.days : dayNumber(options.until) - plan.firstDay
  const how = { seed: input.seed ?? 1, arrivals: input.arrivals ?? 'due' } as const
  const { moves, move } = bringingForward(plan)
  let told = 0
  let done = 0
  const onItem = (item: number, record: Record): void => {
    done += 1
    // An item's moves are made right before it is told.
    const own = moves.slice(told)
    told = moves.length
    if (done % STEP === 0) options.onProgress?.(done, plan.items.length)
    const code = plan.items[item]?.code ?? ''
    if (!options.always?.has(code) && isQuiet(record)) return
    rows.push(rowOf(plan, item, record, { until, how, moves: own }))
  }
  runPlan(plan.problem, onItem, input.forward ? move : undefined)
  return rows.sort((a, b) => (a.item < b.item ? -1 : 1))
}

/** No demand, no lack: nothing to say. */
function isQuiet({ gross, net }: Record): boolean {
  return gross.every((one) => one === 0) && net.every((one) => one === 0)
}

interface RowContext {
  readonly until: number
  readonly how: MetricsHow
  readonly moves: readonly Forward[]
}

function rowOf(plan: ReadPlan, at: number, record: Record, { until, how, moves }: RowContext): PlanRow {
  const item = plan.items[at]
  const code = item?.code ?? ''
  const metrics = plannedMetrics(plan, at, record, how)
  const releases = plan.leadTimes.table(item?.lead ?? 0, item?.working ?? false)
  const lots = lotsOf(record, releases)
  const [first] = lots
  const good = item ? yieldOf(item) : 1
  const wanted = lots.filter(({ release }, index) => index === 0 || release <= until)
  const dates = lots.map(({ bucket, release, quantity }) => ({
    quantity: tidy(quantity),
    date: plan.dateOf(bucket),
    order_date: plan.dateOf(release),
  }))
  return {
    item: code,
    lowLevelCode: plan.problem.structure.lowLevel[at] ?? 0,
    tipo_acao: !first || plan.sources.get(code)?.phantom ? 0 : plan.makes.has(code) ? 2 : 1,
    falta: tidy(record.net.reduce((sum, one) => sum + one, 0)),
    quantidade: released(
      wanted.reduce((sum, one) => sum + one.quantity, 0),
      good,
      item?.decimals,
    ),
    data_pedido: first ? plan.dateOf(first.release) : null,
    data_necessidade: first ? plan.dateOf(first.bucket) : null,
    days_late: first ? Math.max(0, -first.release) : 0,
    probability: metrics.stockout_risk.probability,
    coverage: metrics.first_day_coverage,
    coverage_status: metrics.coverage_status,
    metrics: {
      summary: metrics.summary,
      demand_analysis: metrics.demand_analysis,
      critical_points: metrics.critical_points.slice(0, LISTED_POINTS),
      batches: dates.slice(0, LISTED),
      order_dates: [...new Set(dates.map((one) => one.order_date))].slice(0, LISTED),
      extended_analytics: { risk_analysis: { stockout_risk: metrics.stockout_risk } },
      stock_value: metrics.stock_value,
      daily_holding_cost: metrics.daily_holding_cost,
    },
    forward: moves.flatMap(({ order, to, short }) => {
      const firm = plan.firm[order]
      if (!firm) return []
      const { id, bucket, quantity } = firm
      return [{ id, from: plan.dateOf(bucket), to: plan.dateOf(to), quantity, short: tidy(short) }]
    }),
  }
}

interface PlannedLot {
  readonly bucket: number
  readonly release: number
  readonly quantity: number
}

function lotsOf({ planned }: Record, releases: Int32Array): PlannedLot[] {
  const lots: PlannedLot[] = []
  planned.forEach((quantity, bucket) => {
    if (quantity > 0) lots.push({ bucket, release: releases[bucket] ?? 0, quantity })
  })
  return lots
}

/** What must be ordered for a quantity to come out good, up to the unit's last decimal. */
function released(quantity: number, good: number, decimals: number | undefined): number {
  if (quantity === 0) return 0
  const scale = 10 ** (decimals ?? 4)
  return tidy(roundUpTo((quantity / good) * scale, 1) / scale)
}
