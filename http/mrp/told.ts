import { integer, list, number, object, ref, text } from '../platform/served'

const day = text('AAAA-MM-DD')

/** How the stock of a planned item goes (N3-031), which plans keep as `metricas_avancadas`. */
export const metricShapes = {
  mrp_metrics: object({
    summary: object({
      initial_stock: number(),
      final_stock: number(),
      minimum_stock: number(),
      minimum_stock_date: day,
      production_coverage_rate: number('Em %'),
    }),
    demand_analysis: object({ total_demand: number(), period_days: integer(), average_daily_demand: number() }),
    critical_points: list(
      object({ from: day, to: day, date: day, days_of_coverage: number(), stock: number(), severity: text() }),
    ),
    stock_evolution: object({}, 'O estoque no fim de cada dia, pelo dia'),
    batches: list(object({ quantity: number(), date: day, order_date: day })),
    order_dates: list(day),
    demands_covered: list(object({}, 'O que pede o item')),
    extended_analytics: object({
      risk_analysis: object({ stockout_risk: object({ probability: number('Em %'), level: text() }) }),
    }),
  }),
  metricas_avancadas: ref('mrp_metrics'),
}
