import { describe, expect, it } from 'vitest'
import { stockMetrics } from './stock-metrics'
import { upperTail } from './stockout-risk'

const start = '2026-12-01'

describe('stock-out risk', () => {
  it('has the tails of the normal law', () => {
    expect(upperTail(0)).toBeCloseTo(0.5, 15)
    expect(upperTail(1.959963984540054)).toBeCloseTo(0.025, 14)
    expect(upperTail(-1)).toBeCloseTo(0.8413447460685429, 14)
    expect(upperTail(6) / 9.865876450376946e-10).toBeCloseTo(1, 10)
  })

  // Short by 4 on the seventh day, a day before the receipt that pays for all.
  const shortAtFirst = {
    start,
    demand: [0, 0, 2, 2, 3, 3, 0, ...Array.from({ length: 23 }, () => 0)],
    receipts: { '2026-12-08': 500 },
    initialStock: 6,
    leadTime: 7,
  }
  const late = Array.from({ length: 100 }, (_, at) => (at % 20 === 0 ? 3 : 0))

  it.each([
    ['without a deviation', {}],
    ['by the normal law', { sigmaDaily: 1 }],
    ['drawn from the past', { history: late }],
  ])('is certain where the stock is short in the first lead time: %s', (_, how) => {
    const { summary, stockout_risk } = stockMetrics({ ...shortAtFirst, ...how })
    expect(summary.minimum_stock).toBe(-4)
    expect(stockout_risk).toEqual({ probability: 100, level: 'Crítico' })
  })

  it('in the first lead time is that of the days until the receipt', () => {
    const tight = { ...shortAtFirst, initialStock: 12 }
    // 2 are left after seven days of deviation 1: P(Z > 2/√7) = 22.48 %.
    expect(stockMetrics({ ...tight, sigmaDaily: 1 }).stockout_risk.probability).toBe(22.48)
    // Received on the fourth day, only what is left after three counts: P(Z > 10/√3) is nothing.
    const early = { ...tight, receipts: { '2026-12-04': 500 }, sigmaDaily: 1 }
    expect(stockMetrics(early).stockout_risk.probability).toBe(0)
    // More than 4 sales of 3 in 7 days of 5 % hardly ever are; more than 1 is 1 − 0.95^7 − 7 × 0.05 × 0.95^6 = 4.44 %.
    expect(stockMetrics({ ...tight, history: late }).stockout_risk.probability).toBeLessThan(0.5)
    const few = { ...tight, demand: tight.demand.map(() => 0), initialStock: 4, history: late }
    expect(Math.abs(stockMetrics(few).stockout_risk.probability - 4.44)).toBeLessThan(2)
  })

  it('for an intermittent item is drawn from its past, the same for the same seed', () => {
    const history = Array.from({ length: 100 }, (_, at) => (at % 20 === 0 ? 10 : 0))
    const input = {
      start,
      demand: Array.from({ length: 30 }, () => 0.5),
      initialStock: 22,
      sigmaDaily: 0.1,
      leadTime: 7,
      history,
      seed: 3,
    }
    const first = stockMetrics(input).stockout_risk
    expect(stockMetrics(input).stockout_risk).toEqual(first)
    // The worst day closes at 7 with 3.5 planned in its window: two sales of 10 or more in 7 days of 5 % break it, 4.44 % (binomial).
    expect(Math.abs(first.probability - 4.44)).toBeLessThan(2)
    expect(stockMetrics({ ...input, initialStock: 1000 }).stockout_risk).toEqual({ probability: 0, level: 'Baixo' })
    expect(stockMetrics({ ...input, history: [1, 1, 1], initialStock: 1000 }).stockout_risk.level).toBe('Baixo')
  })
})
