import { describe, expect, it } from 'vitest'
import { checkPlan } from './check'
import { planCompany } from './plan'
import { replenish } from './replenish'

describe('what is bought', () => {
  it.each([
    [{ need: 40, factor: 100, decimals: 0 }, 1],
    [{ need: 149, factor: 100, decimals: 0 }, 2],
    [{ need: 200, factor: 100, decimals: 0 }, 2],
    [{ need: 0.3, decimals: 0 }, 1],
    [{ need: 0.3, factor: 0.1, decimals: 0 }, 3],
    [{ need: 1.2344, decimals: 3 }, 1.234],
    [{ need: 0.0001, decimals: 3 }, 0.001],
    [{ need: 10, stock: 10, factor: 100, decimals: 0 }, 0],
  ])('%j is %d of the purchase unit', (input, expected) => {
    expect(replenish(input).purchaseUnits).toBe(expected)
  })
})

describe('a phantom', () => {
  it.each([undefined, 0, 7])(
    'with %s days told takes no time: its parts are due when what it goes into is begun',
    (leadTime) => {
      const input = {
        start: '2026-11-25',
        days: 60,
        items: [
          { code: 'A', leadTime: 1 },
          { code: 'KIT', phantom: true, leadTime },
          { code: 'PART', leadTime: 2 },
        ],
        bom: [
          { parent: 'A', child: 'KIT', qty: 2 },
          { parent: 'KIT', child: 'PART', qty: 2 },
        ],
        demands: [{ item: 'A', date: '2026-12-20', quantity: 1 }],
      }
      const plan = planCompany(input)
      expect(plan.orders.map(({ item, date, data_pedido }) => [item, date, data_pedido])).toEqual([
        ['A', '2026-12-20', '2026-12-19'],
        ['KIT', '2026-12-19', '2026-12-19'],
        ['PART', '2026-12-19', '2026-12-17'],
      ])
      expect(checkPlan(input, plan)).toEqual({ valid: true, violations: [] })
    },
  )
})
