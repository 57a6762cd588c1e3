import { CoreError } from '../errors'
import { random } from './random'

export type RiskLevel = 'Crítico' | 'Alto' | 'Médio' | 'Baixo'
export interface StockoutRisk {
  /** Percent, 2 decimals. */
  readonly probability: number
  readonly level: RiskLevel
}

/** Bands of document 3: from 15 % critical, from 5 % high, from 1 % medium. */
export function riskLevel(probability: number): RiskLevel {
  if (probability >= 15) return 'Crítico'
  if (probability >= 5) return 'Alto'
  return probability >= 1 ? 'Médio' : 'Baixo'
}

function risk(probability: number): StockoutRisk {
  return { probability: Math.round(probability * 100) / 100, level: riskLevel(probability) }
}

/**
 * In the first lead time no order can help any more: a day on which the stock as planned is short then is no risk but a certainty,
 * whatever the days after it look like.
 */
const isShortAtFirst = (stock: readonly number[], leadTime: number): boolean =>
  stock.slice(0, leadTime).some((one) => one < 0)

/**
 * The worst review day: stock then, plus the receipts less the demand of the lead time that follows, is the stock at the end of that
 * window (of the horizon, when it ends first), and the demand of the window has a standard deviation of sigma × √lead time. The days of
 * the first lead time are reviewed from the opening stock: the days until then vary, sigma × √days.
 */
export function riskByNormal(stock: readonly number[], leadTime: number, sigma: number): StockoutRisk {
  if (isShortAtFirst(stock, leadTime)) return risk(100)
  const from = Math.min(leadTime, stock.length - 1)
  const spread = sigma * Math.sqrt(leadTime)
  let least = Infinity
  for (let day = from; day < stock.length; day++) least = Math.min(least, stock[day] ?? 0)
  if (spread === 0) return risk(least < 0 ? 100 : 0)
  let lowest = least / spread
  for (let day = 0; day < from; day++) lowest = Math.min(lowest, (stock[day] ?? 0) / (sigma * Math.sqrt(day + 1)))
  return risk(100 * upperTail(lowest))
}

export interface Bootstrap {
  /** Closing stock and planned demand of each day. */
  readonly stock: readonly number[]
  readonly demand: readonly number[]
  readonly leadTime: number
  /** Daily demand of the past. */
  readonly history: readonly number[]
  readonly seed: number
}

const DRAWS = 1000
const MAX_DRAWN_DAYS = 400

/**
 * For intermittent items, whose demand is far from normal: the demand of a lead time is drawn a thousand times from the days of the
 * past, and the risk of a review day is the share of draws its stock and receipts do not pay for. The same seed gives the same risk.
 */
export function riskByBootstrap({ stock, demand, leadTime, history, seed }: Bootstrap): StockoutRisk {
  const past = pastOf(history)
  if (isShortAtFirst(stock, leadTime)) return risk(100)
  let worst = 0
  for (const limit of limitsOf(stock, demand, leadTime)) worst = Math.max(worst, shareAbove(limit, past, seed))
  return risk(100 * worst)
}

/** The daily demand of the past: all of it, the days that sold something, and the most that one of them sold. */
interface Past {
  readonly history: readonly number[]
  readonly sold: readonly number[]
  readonly most: number
}

function pastOf(history: readonly number[]): Past {
  const sold: number[] = []
  let most = 0
  let lies = history.length === 0
  for (const one of history) {
    if (!(one >= 0 && one <= 1e15)) lies = true
    if (one > 0) sold.push(one)
    if (one > most) most = one
  }
  if (lies) {
    throw new CoreError('invalid_input', 'O histórico deve ter ao menos um dia e nenhuma demanda negativa.')
  }
  return { history, sold, most }
}

/** What pays for the demand of how many days. */
interface Limit {
  readonly least: number
  readonly days: number
}

/** Of a thousand draws of the limit's days the share that it does not pay for. */
function shareAbove({ least, days }: Limit, { history, sold, most }: Past, seed: number): number {
  const window = Math.min(days, MAX_DRAWN_DAYS)
  // No draw is above what the window could sell at most, and every draw is above less than nothing.
  if (least + 1e-9 >= window * most) return 0
  if (least + 1e-9 < 0) return 1
  const chances = salesInWindow(sold.length / history.length, window)
  const from = chances ? sold : history
  const next = random(seed)
  let above = 0
  for (let draw = 0; draw < DRAWS; draw++) {
    let sum = 0
    for (let left = chances ? daysWith(next(), chances) : window; left > 0; left--)
      sum += from[Math.floor(next() * from.length)] ?? 0
    if (sum > least + 1e-9) above += 1
  }
  return above / DRAWS
}

/**
 * The chances that at most 0, 1, 2… days of a window sell something, when each does with the same chance: drawing how many first, and their
 * quantities then, is drawing every day of the window, with far fewer draws where most days sell nothing.
 */
function salesInWindow(chance: number, window: number): Float64Array | null {
  const upTo = new Float64Array(window + 1)
  let exactly = (1 - chance) ** window
  // Where the chance of none is too small to be told from zero, every day is drawn.
  if (exactly === 0) return null
  let sum = 0
  for (let days = 0; days <= window; days++) {
    sum += exactly
    upTo[days] = sum
    exactly *= ((window - days) * chance) / ((days + 1) * (1 - chance))
  }
  upTo[window] = 1
  return upTo
}

function daysWith(drawn: number, upTo: Float64Array): number {
  let days = 0
  while (drawn > (upTo[days] ?? 1)) days += 1
  return days
}

/**
 * What the review days have to pay for the demand of their windows. Of all after the first lead time the least counts. Within it the opening
 * stock and what was received pay for the days until then: more only where something is received, so that the day before counts.
 */
function limitsOf(stock: readonly number[], demand: readonly number[], leadTime: number): Limit[] {
  const last = Math.min(leadTime, stock.length - 1)
  const late = { least: leastLimit(stock, demand, leadTime), days: leadTime }
  const limits = [late]
  let expected = 0
  for (let day = 0; day < last; day++) {
    expected += demand[day] ?? 0
    const least = (stock[day] ?? 0) + expected
    const next = (stock[day + 1] ?? 0) + expected + (demand[day + 1] ?? 0)
    const counts = day + 1 === last || next > least + 1e-9
    if (counts && least < late.least) limits.push({ least, days: day + 1 })
  }
  return limits
}

/** The least that any review day has to pay for the demand of the lead time before it: its stock and that demand as planned. */
function leastLimit(stock: readonly number[], demand: readonly number[], leadTime: number): number {
  let least = Infinity
  let expected = 0
  const days = stock.length
  for (let day = Math.min(leadTime, days - 1), first = true; day < days; day++, first = false) {
    const start = Math.max(0, day - leadTime + 1)
    if (first) for (let at = start; at <= day; at++) expected += demand[at] ?? 0
    else expected += (demand[day] ?? 0) - (demand[start - 1] ?? 0)
    least = Math.min(least, (stock[day] ?? 0) + expected)
  }
  return least
}

/** 1 − Φ(z), to 1e-15 in the middle: a power series near zero, a continued fraction in the tails (Abramowitz and Stegun 26.2.10, 26.2.14). */
export function upperTail(z: number): number {
  if (z < 0) return 1 - upperTail(-z)
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  if (z > 3) {
    let fraction = z
    for (let term = 60; term > 0; term--) fraction = z + term / fraction
    return density / fraction
  }
  let term = z
  let sum = z
  for (let k = 1; k < 100 && term > 1e-18; k++) {
    term *= (z * z) / (2 * k + 1)
    sum += term
  }
  return 0.5 - density * sum
}
