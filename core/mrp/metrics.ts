import type { CivilDate } from '../br/civil-date'
import type { Record } from './engine'
import type { ReadPlan } from './planInput'
import { DEFAULT_LEAD_TIME } from './planInput'
import { type StockMetrics, type StockMetricsInput, stockMetrics } from './stockMetrics'
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
export function itemMetrics(plan: ReadPlan, at: number, record: Record, seed: number): Metrics {
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
  const { stock_evolution, stockout_risk, ...rest } = stockMetrics(metricsInput(plan, at, record, seed))
  return {
    ...rest,
    stock_evolution: Object.fromEntries(stock_evolution.map((stock, bucket) => [plan.dateOf(bucket), stock])),
    batches,
    order_dates: [...new Set(batches.map((batch) => batch.order_date))],
    extended_analytics: { risk_analysis: { stockout_risk } },
  }
}

/** What the metrics of an item follow from. */
export function metricsInput(plan: ReadPlan, at: number, record: Record, seed: number): StockMetricsInput {
  const item = plan.items[at]
  const source = plan.sources.get(item?.code ?? '')
  const receipts: { [date: CivilDate]: number } = {}
  record.planned.forEach((planned, bucket) => {
    const quantity = planned + (record.scheduled[bucket] ?? 0)
    if (quantity > 0) receipts[plan.dateOf(bucket)] = quantity
  })
  return {
    start: plan.dateOf(0),
    demand: Array.from(record.gross, tidy),
    receipts,
    initialStock: source?.onHand ?? 0,
    sigmaDaily: source?.sigmaDaily,
    leadTime: item?.lead,
    unitCost: source?.unitCost,
    history: source?.history,
    seed,
  }
}
