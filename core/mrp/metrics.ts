import type { CivilDate } from '../br/civil-date'
import type { Record } from './engine'
import type { ReadPlan } from './plan-input'
import { DEFAULT_LEAD_TIME } from './plan-input'
import { type StockMetrics, type StockMetricsInput, stockMetrics } from './stock-metrics'
import { riskLevel } from './stockout-risk'
import { tidy } from './tidy'

/** The metrics of document 3 for one item of a plan. */
export interface Metrics extends Omit<StockMetrics, 'stock_evolution' | 'stockout_risk'> {
  readonly stock_evolution: { [date: CivilDate]: number }
  /** Planned receipts: what, due when, to be placed when. */
  readonly batches: { quantity: number; date: CivilDate; order_date: CivilDate }[]
  readonly order_dates: CivilDate[]
  readonly extended_analytics: { readonly risk_analysis: { readonly stockout_risk: StockMetrics['stockout_risk'] } }
}

/** Works out the metrics from the item's record: its demand is the gross requirement, its receipts the firm and planned ones. */
export function itemMetrics(plan: ReadPlan, at: number, record: Record, how: MetricsHow): Metrics {
  const item = plan.items[at]
  const releases = plan.leadTimes.table(item?.lead ?? DEFAULT_LEAD_TIME, item?.working ?? false)
  const batches: Metrics['batches'] = []
  record.planned.forEach((planned, bucket) => {
    if (planned > 0) {
      batches.push({
        quantity: tidy(planned),
        date: plan.dateOf(bucket),
        order_date: plan.dateOf(releases[bucket] ?? 0),
      })
    }
  })
  const { stock_evolution, stockout_risk, ...rest } = plannedMetrics(plan, at, record, how)
  return {
    ...rest,
    stock_evolution: Object.fromEntries(stock_evolution.map((stock, bucket) => [plan.dateOf(bucket), stock])),
    batches,
    order_dates: [...new Set(batches.map((batch) => batch.order_date))],
    extended_analytics: { risk_analysis: { stockout_risk } },
  }
}

/** How the metrics are worked out. */
export interface MetricsHow {
  readonly seed: number
  /**
   * due: planned receipts come when they are needed, even when they should have been ordered before the start; possible: those come a lead
   * time after the start, so that the evolution, the rate of coverage and the risk show the shortage that can no longer be helped.
   */
  readonly arrivals: 'due' | 'possible'
}

/**
 * The metrics of a planned item. Where orders come when they can, a day on which the stock is short is no risk but a certainty: the risk then is
 * 100 %, whatever the days after the lead time look like.
 */
export function plannedMetrics(plan: ReadPlan, at: number, record: Record, how: MetricsHow): StockMetrics {
  const metrics = stockMetrics(metricsInput(plan, at, record, how))
  const short = how.arrivals === 'possible' && metrics.summary.minimum_stock < 0
  return short ? { ...metrics, stockout_risk: { probability: 100, level: riskLevel(100) } } : metrics
}

/** What the metrics of an item follow from. */
function metricsInput(plan: ReadPlan, at: number, record: Record, how: MetricsHow): StockMetricsInput {
  const item = plan.items[at]
  const source = plan.sources.get(item?.code ?? '')
  const releases = plan.leadTimes.table(item?.lead ?? DEFAULT_LEAD_TIME, item?.working ?? false)
  const earliest = how.arrivals === 'due' ? 0 : releases.findIndex((release) => release >= 0)
  const received = [...record.scheduled]
  const demand = [...record.gross]
  for (let day = 0; day < demand.length; day++) demand[day] = tidy(demand[day] ?? 0)
  record.planned.forEach((planned, bucket) => {
    // A lead time longer than the horizon brings nothing within it.
    if (!(planned > 0) || earliest < 0) return
    const day = Math.max(bucket, earliest)
    received[day] = (received[day] ?? 0) + planned
  })
  return {
    start: plan.dateOf(0),
    demand,
    received,
    initialStock: source?.onHand ?? 0,
    sigmaDaily: source?.sigmaDaily,
    leadTime: item?.lead,
    unitCost: source?.unitCost,
    history: source?.history,
    seed: how.seed,
  }
}
