import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, ZERO } from '../money/decimal'
import { type CostedLine, type CostedProduct, opened, rollUp } from './roll-up'

const product = (id: number, cost: string, labour = '0'): CostedProduct => ({ id, name: `P${id}`, cost, labour })
const line = (made: number, component: number, quantity: string): CostedLine => ({ product: made, component, quantity })

// A table of a top and four legs; a leg is of half a metre of wood and a third of an hour.
const PRODUCTS = [product(1, '999', '5'), product(2, '30'), product(3, '1', '7'), product(4, '12.5')]
const LINES = [line(1, 2, '1'), line(1, 3, '4'), line(3, 4, '0.5')]

const NOTHING = { material: ZERO, labour: ZERO, total: ZERO }

describe('the cost of a product', () => {
  it('is that of what it is made of, material and work apart, at every level', () => {
    const { material, labour, total } = rollUp(PRODUCTS, LINES).get(1) ?? NOTHING
    expect([material, labour, total].map(String)).toEqual(['55', '33', '88'])
  })

  it('takes what a line says of a bought component; of one that is made, what it comes to', () => {
    const told = LINES.map((one) => ({ ...one, cost: '100' }))
    expect(String((rollUp(PRODUCTS, told).get(1) ?? NOTHING).material)).toBe('300')
  })

  it('is its own where it is made of nothing, whatever work it says', () => {
    expect(String(rollUp([product(1, '12.3456', '9')], []).get(1)?.total)).toBe('12.3456')
  })

  it('names a cycle', () => {
    expect(() => rollUp(PRODUCTS, [...LINES, line(4, 1, '1')])).toThrow(/P\d/)
  })
})

describe('a structure that is opened', () => {
  it('has each component under what it is part of, for one of the product', () => {
    const costs = rollUp(PRODUCTS, LINES)
    const shown = opened(1, LINES, { costs, most: 10 }).map((one) => [
      one.depth,
      one.line.component,
      String(one.quantity),
      String(one.cost),
    ])
    expect(shown).toEqual([
      [1, 2, '1', '30'],
      [1, 3, '4', '53'],
      [2, 4, '2', '25'],
    ])
    expect(opened(1, LINES, { costs, most: 2 })).toHaveLength(2)
  })
})

describe('any structure', () => {
  const structure = fc
    .array(fc.tuple(fc.nat(8), fc.nat(8), fc.integer({ min: 1, max: 5 })), { maxLength: 20 })
    .map((all) => all.filter(([a, b]) => a < b).map(([a, b, q]) => line(a, b, String(q))))
  const costs = fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 9, maxLength: 9 })

  it('costs what its bought things and its work cost, however they are nested', () => {
    fc.assert(
      fc.property(structure, costs, costs, (lines, cost, labour) => {
        const products = cost.map((one, id) => product(id, String(one), String(labour[id] ?? 0)))
        const rolled = rollUp(products, lines)
        const known = { costs: rolled, most: Number.MAX_SAFE_INTEGER }
        const isMade = (id: number): boolean => lines.some((one) => one.product === id)
        for (const { id } of products.filter((one) => isMade(one.id))) {
          const levels = opened(id, lines, known)
          const worth = levels.reduce(
            (sum, { line: { component }, quantity }) =>
              sum.plus(quantity.times(isMade(component) ? (labour[component] ?? 0) : (cost[component] ?? 0))),
            decimal(labour[id] ?? 0),
          )
          expect(rolled.get(id)?.total.eq(worth)).toBe(true)
        }
      }),
      { numRuns: 50 },
    )
  })
})
