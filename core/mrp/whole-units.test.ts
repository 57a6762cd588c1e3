import { describe, expect, it } from 'vitest'
import { checkPlan } from './check'
import { planCompany } from './plan'
import type { PlanInput } from './plan-input'

const start = '2026-12-01'

describe('a component that is counted in whole units', () => {
  // 2 each with 15 % lost: 2.3529 of a piece for one.
  const input: PlanInput = {
    start,
    days: 20,
    items: [
      { code: 'A', leadTime: 2, decimals: 0 },
      { code: 'B', leadTime: 1, decimals: 0 },
      { code: 'C', leadTime: 1 },
    ],
    bom: ['B', 'C'].map((child) => ({ parent: 'A', child, qty: 2, scrap: 0.15 })),
    demands: [
      { item: 'A', date: '2026-12-10', quantity: 50 },
      { item: 'A', date: '2026-12-12', quantity: 1 },
    ],
    pegging: 'full',
  }
  const of = (code: string, plan = planCompany(input)) =>
    plan.orders.filter(({ item }) => item === code).map(({ falta, quantity }) => [falta, quantity])

  it('is drawn in whole ones, rounded up order by order', () => {
    expect(of('B')).toEqual([
      [118, 118],
      [3, 3],
    ])
    expect(of('C')[0]?.[0]).toBeCloseTo(117.647, 3)
    expect(checkPlan(input, planCompany(input))).toEqual({ valid: true, violations: [] })
    const [, , first] = planCompany(input).orders
    expect(first).toMatchObject({ item: 'B', pegging: [{ quantity: 118 }], demands_covered: [{ quantity: 118 }] })
  })

  it('is drawn by each of the orders that a quantity is split into', () => {
    const split = {
      ...input,
      items: [{ code: 'A', decimals: 0, lot: { type: 'MAX' as const, max: 20 } }, ...input.items.slice(1)],
    }
    // 20, 20 and 10: 47.06, 47.06 and 23.53.
    expect(of('B', planCompany(split))[0]).toEqual([48 + 48 + 24, 48 + 48 + 24])
    expect(checkPlan(split, planCompany(split))).toEqual({ valid: true, violations: [] })
  })

  it('is drawn whole by an order already placed', () => {
    const placed = { ...input, demands: [], orders: [{ item: 'A', date: '2026-12-10', quantity: 1, explode: true }] }
    expect(of('B', planCompany(placed))).toEqual([[3, 3]])
    expect(checkPlan(placed, planCompany(placed))).toEqual({ valid: true, violations: [] })
  })

  it('is not rounded up for what arithmetic adds', () => {
    const exact = {
      ...input,
      bom: [{ parent: 'A', child: 'B', qty: 0.1 }],
      demands: [{ item: 'A', date: '2026-12-10', quantity: 30 }],
    }
    expect(of('B', planCompany(exact))).toEqual([[3, 3]])
  })
})
