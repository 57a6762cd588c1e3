import { type CivilDate, dateOfDayNumber, dayNumber } from '../br/civil-date'
import { CoreError } from '../errors'
import { tidy } from './tidy'
import { type StockoutRisk, riskByBootstrap, riskByNormal } from './stockout-risk'

export interface StockMetricsInput {
  /** First day of the horizon. */
  readonly start: CivilDate
  /** Demand of each day, the first included. */
  readonly demand: readonly number[]
  /** Receipts by date, ordered and planned. Before the start they count on the first day; past the horizon they do not. */
  readonly receipts?: Readonly<{ [date: CivilDate]: number }> | undefined
  /** The same by day of the horizon, in place of `receipts`. */
  readonly received?: readonly number[] | undefined
  /** Stock on hand that is not blocked. */
  readonly initialStock: number
  /** Root mean square of one-day-ahead forecast errors. */
  readonly sigmaDaily?: number | undefined
  /** Days; 7 when absent. */
  readonly leadTime?: number | undefined
  readonly unitCost?: number | undefined
  /** Daily demand of the past: when it is intermittent, or no sigma is given, the risk is by bootstrap and not by the normal law. */
  readonly history?: readonly number[] | undefined
  readonly seed?: number | undefined
}

export interface CriticalPoint {
  readonly from: CivilDate
  readonly to: CivilDate
  /** The worst day of the run. */
  readonly date: CivilDate
  readonly days_of_coverage: number
  readonly stock: number
  readonly severity: 'critical'
}

export type CoverageStatus = 'INADEQUADO' | 'ATENÇÃO' | 'OK'

/** The metrics of the stock-evolution screen (document 3, MRP metrics). */
export interface StockMetrics {
  readonly summary: {
    readonly initial_stock: number
    readonly final_stock: number
    readonly minimum_stock: number
    readonly minimum_stock_date: CivilDate
    /** Percent. */
    readonly production_coverage_rate: number
  }
  readonly demand_analysis: {
    readonly total_demand: number
    readonly period_days: number
    readonly average_daily_demand: number
  }
  readonly critical_points: CriticalPoint[]
  /** Days the closing stock of the first day covers; null when there is no demand. */
  readonly first_day_coverage: number | null
  readonly coverage_status: CoverageStatus
  readonly stockout_risk: StockoutRisk
  readonly stock_value: number
  readonly daily_holding_cost: number
  readonly stock_evolution: number[]
}

/** Constants of document 3. */
export const DEFAULT_LEAD_TIME = 7
const CRITICAL_COVERAGE = 2
const DEFAULT_UNIT_COST = 25
const DAILY_COST_RATE = 0.001
const MAX_DAYS = 4000

const round = (value: number, decimals: number) => {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale || 0
}

/** Throws `invalid_date`, `invalid_input`. Days are inclusive; the closing stock may go negative, which is backlog. */
export function stockMetrics(input: StockMetricsInput): StockMetrics {
  const { demand, initialStock } = input
  const days = demand.length
  if (days < 1 || days > MAX_DAYS) throw new CoreError('invalid_input', `Informe a demanda de 1 a ${MAX_DAYS} dias.`)
  const firstDay = dayNumber(input.start)
  const dateOf = (day: number) => dateOfDayNumber(firstDay + day)
  const receipts = input.received ?? receiptsByDay(input, firstDay)
  requireFinite(demand)
  requireFinite(receipts)
  requireFinite([initialStock])
  const stock = evolution(initialStock, demand, receipts)
  const total = demand.reduce((sum, one) => sum + one, 0)
  const average = total / days
  const coverage = stock.map((_, day) =>
    daysOfCoverage(stock, demand, { day, average, enough: day === 0 ? Infinity : CRITICAL_COVERAGE }),
  )
  const lowest = stock.reduce((least, one, day) => (one < (stock[least] ?? 0) ? day : least), 0)
  const value = (stock.reduce((sum, one) => sum + Math.max(0, one), 0) / days) * (input.unitCost ?? DEFAULT_UNIT_COST)
  const first = coverage[0] ?? null
  return {
    summary: {
      initial_stock: initialStock,
      final_stock: stock[days - 1] ?? 0,
      minimum_stock: stock[lowest] ?? 0,
      minimum_stock_date: dateOf(lowest),
      production_coverage_rate: round(coverageRate(initialStock, demand, receipts), 4),
    },
    demand_analysis: { total_demand: tidy(total), period_days: days, average_daily_demand: round(average, 6) },
    critical_points: criticalPoints(coverage, stock, dateOf),
    first_day_coverage: first === null ? null : round(first, 4),
    coverage_status: coverageStatus(first),
    stockout_risk: riskOf(input, stock),
    stock_value: round(value, 2),
    daily_holding_cost: round(value * DAILY_COST_RATE, 7),
    stock_evolution: stock,
  }
}

/** Below 10 days inadequate, below 30 attention; no demand is OK. */
export function coverageStatus(days: number | null): CoverageStatus {
  if (days === null || days >= 30) return 'OK'
  return days < 10 ? 'INADEQUADO' : 'ATENÇÃO'
}

function requireFinite(values: readonly number[]): void {
  if (!values.every((value) => Math.abs(value) <= 1e15)) throw new CoreError('invalid_input', 'Quantidade inválida.')
}

function receiptsByDay({ receipts, demand }: StockMetricsInput, firstDay: number): number[] {
  const byDay = demand.map(() => 0)
  for (const [date, quantity] of Object.entries(receipts ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const day = Math.max(0, dayNumber(date) - firstDay)
    if (day < byDay.length) byDay[day] = (byDay[day] ?? 0) + quantity
  }
  return byDay
}

function evolution(initial: number, demand: readonly number[], receipts: readonly number[]): number[] {
  let stock = initial
  return demand.map((due, day) => {
    stock = tidy(stock + (receipts[day] ?? 0) - due)
    return stock
  })
}

interface CoverageOf {
  readonly day: number
  readonly average: number
  /** Days beyond which it does not matter how many more there are. */
  readonly enough: number
}

/** Whole days of coming demand the stock pays for, plus the fraction of the day that breaks it; the average past the horizon. */
function daysOfCoverage(
  stock: readonly number[],
  demand: readonly number[],
  { day, average, enough }: CoverageOf,
): number | null {
  let left = stock[day] ?? 0
  if (average <= 0) return null
  if (left <= 0) return 0
  for (let next = day + 1; next < demand.length; next++) {
    const due = demand[next] ?? 0
    if (due > left) return next - day - 1 + left / due
    left -= due
    if (next - day >= enough) return next - day
  }
  return demand.length - day - 1 + left / average
}

/** Maximal runs of days covered for less than two days. */
function criticalPoints(
  coverage: readonly (number | null)[],
  stock: readonly number[],
  dateOf: (day: number) => CivilDate,
): CriticalPoint[] {
  const points: CriticalPoint[] = []
  const critical = (day: number) => (coverage[day] ?? Infinity) < CRITICAL_COVERAGE
  for (let from = 0; from < coverage.length; from++) {
    if (!critical(from)) continue
    let to = from
    let worst = from
    while (to + 1 < coverage.length && critical(to + 1)) {
      to += 1
      const difference = (coverage[to] ?? 0) - (coverage[worst] ?? 0)
      if (difference < 0 || (difference === 0 && (stock[to] ?? 0) < (stock[worst] ?? 0))) worst = to
    }
    points.push({
      from: dateOf(from),
      to: dateOf(to),
      date: dateOf(worst),
      days_of_coverage: round(coverage[worst] ?? 0, 4),
      stock: stock[worst] ?? 0,
      severity: 'critical',
    })
    from = to
  }
  return points
}

/**
 * Of the demand the initial stock does not pay for (stock is used first), the share paid on its day by receipts that had come. Demand
 * that was late takes nothing from later receipts here: the rate says how much was on time. Percent.
 */
function coverageRate(initial: number, demand: readonly number[], receipts: readonly number[]): number {
  let ownLeft = Math.max(0, initial)
  let received = 0
  let shortage = 0
  let covered = 0
  demand.forEach((due, day) => {
    const own = Math.min(ownLeft, due)
    ownLeft -= own
    received += receipts[day] ?? 0
    const paid = Math.min(due - own, received)
    received -= paid
    shortage += due - own
    covered += paid
  })
  return shortage > 1e-9 ? (100 * covered) / shortage : 100
}

/** Days between demands of 1.32 or more on average (Syntetos and Boylan 2005). */
function isIntermittent(history: readonly number[]): boolean {
  let sold = 0
  for (const one of history) if (one > 0) sold += 1
  return sold * 1.32 <= history.length
}

function riskOf(input: StockMetricsInput, stock: readonly number[]): StockoutRisk {
  const leadTime = input.leadTime ?? DEFAULT_LEAD_TIME
  if (!Number.isInteger(leadTime) || leadTime < 0 || leadTime > MAX_DAYS) {
    throw new CoreError('invalid_lead_time', 'O prazo deve ser um número inteiro de dias, zero ou mais.')
  }
  const { history, demand, seed = 1 } = input
  if (history && (input.sigmaDaily === undefined || isIntermittent(history)))
    return riskByBootstrap({ stock, demand, leadTime, history, seed })
  const sigma = input.sigmaDaily ?? 0
  if (!(sigma >= 0 && sigma < Infinity)) throw new CoreError('invalid_input', 'O desvio diário deve ser zero ou mais.')
  return riskByNormal(stock, leadTime, sigma)
}
