import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../br/civil-date'
import { checkPlan } from './check'
import { planCompany } from './plan'
import type { PlanInput } from './plan-input'
import { planRows } from './plan-rows'

/** Orders that were placed already and come later than they are needed. */

const START = '2026-12-01'
const day = (after: number) => addDays(START, after)
const plan = (more: Partial<PlanInput>): PlanInput => ({
  start: START,
  days: 30,
  items: [{ code: 'A', onHand: 10, leadTime: 3 }],
  forward: true,
  ...more,
})
const demand = (after: number, quantity: number) => ({ item: 'A', date: day(after), quantity })
const order = (after: number, quantity: number, id = `p${after}`) => ({ id, item: 'A', date: day(after), quantity })

describe('an order that comes too late', () => {
  it('is brought forward, and nothing new is ordered for what it covers', () => {
    const { orders, firm } = planCompany(plan({ demands: [demand(5, 25)], orders: [order(20, 15)] }))
    expect(orders).toEqual([])
    expect(firm).toEqual([{ id: 'p20', item: 'A', date: day(20), quantity: 15, forward: { date: day(5), short: 15 } }])
  })

  it('comes before a new one, which is for the rest alone', () => {
    const input = plan({ demands: [demand(5, 40)], orders: [order(20, 12), order(12, 8)] })
    const { orders, firm } = planCompany(input)
    expect(orders).toMatchObject([{ date: day(5), quantity: 10 }])
    expect(firm.map(({ id, forward }) => [id, forward?.date, forward?.short])).toEqual([
      ['p12', day(5), 30],
      ['p20', day(5), 22],
    ])
    expect(planRows(input)).toMatchObject([
      {
        quantidade: 10,
        forward: [
          { id: 'p12', from: day(12), to: day(5), quantity: 8, short: 30 },
          { id: 'p20', from: day(20), to: day(5), quantity: 12, short: 22 },
        ],
      },
    ])
  })

  it('is as well past the horizon, and for a safety stock', () => {
    const { orders, firm } = planCompany(
      plan({ items: [{ code: 'A', onHand: 10, safetyStock: 12 }], demands: [demand(9, 1)], orders: [order(90, 5)] }),
    )
    expect(orders).toEqual([])
    expect(firm[0]?.forward).toEqual({ date: day(0), short: 2 })
  })

  it('stays where it comes in time, and where the plan is not to move orders', () => {
    const input = plan({ demands: [demand(5, 25)], orders: [order(5, 15)] })
    expect(planCompany(input).firm[0]).not.toHaveProperty('forward')
    const late = planCompany(plan({ forward: false, demands: [demand(5, 25)], orders: [order(20, 15)] }))
    expect(late.orders).toMatchObject([{ date: day(5), quantity: 15 }])
    expect(late.firm[0]).not.toHaveProperty('forward')
  })

  it('leaves a plan that the checker proves, that orders no more than without, and whose lines say the same', () => {
    const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 8 })
    const at = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 50 }))
    fc.assert(
      fc.property(some(at), some(at), fc.integer({ min: 0, max: 60 }), (needs, placed, onHand) => {
        const input = plan({
          items: [{ code: 'A', onHand, leadTime: 3 }],
          demands: needs.filter(([after]) => after < 30).map(([after, quantity]) => demand(after, quantity)),
          orders: placed.map(([after, quantity], number) => order(after, quantity, `o${number}`)),
        })
        const told = planCompany(input)
        expect(checkPlan(input, told).violations).toEqual([])
        const ordered = (of: typeof told) => of.orders.reduce((sum, one) => sum + one.quantity, 0)
        expect(ordered(told)).toBeLessThanOrEqual(ordered(planCompany({ ...input, forward: false })))
        const [row] = planRows(input, { always: new Set(['A']) })
        expect(row?.quantidade).toBe(ordered(told))
        expect(row?.forward.length).toBe(told.firm.filter((one) => one.forward).length)
      }),
    )
  })
})
