import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, sum } from '../money/decimal'
import { balance } from './balance'
import { AS_COUNTED, AT_COUNT, differenceOf, foundValue, resolveCounts, settleDifferences } from './count'

/** Counts: whatever is found where, the places end as they were counted, and only the net is gained or lost. */

const quantity = fc.integer({ min: -50_000, max: 50_000 }).map((n) => decimal(n).div(1000))

describe('differences of a product', () => {
  it('are moved as far as they balance, and the rest is gained or lost, never both', () => {
    fc.assert(
      fc.property(fc.array(quantity, { maxLength: 20 }), (all) => {
        const { moved, gained, lost } = settleDifferences(all.map((difference, at) => ({ at, difference })))
        const places = all.map((_, at) =>
          sum([
            ...moved.map(({ from, to, quantity: q }) => (to === at ? q : from === at ? q.neg() : 0)),
            ...gained.map((one) => (one.at === at ? one.quantity : 0)),
            ...lost.map((one) => (one.at === at ? one.quantity.neg() : 0)),
          ]).toFixed(4),
        )
        expect(places).toEqual(all.map((one) => one.toFixed(4)))
        expect(gained.length === 0 || lost.length === 0).toBe(true)
        for (const one of [...moved, ...gained, ...lost]) expect(one.quantity.sign()).toBe(1)
      }),
    )
  })

  it('are of the moment of the count, or to what lies there now; of what nobody counted there is none', () => {
    const [expected, now] = [decimal(100), decimal(90)]
    expect(differenceOf({ counted: decimal(98), expected, now }, AT_COUNT)?.toFixed(0)).toBe('-2')
    expect(differenceOf({ counted: decimal(98), expected, now }, AS_COUNTED)?.toFixed(0)).toBe('8')
    expect(differenceOf({ counted: null, expected, now }, AT_COUNT)).toBeNull()
  })
})

describe('what was found', () => {
  it('is worth what is there, else the last average, else the told cost; never invented', () => {
    const of = (q: number, value: number, averageCost: number, told: string | null = null) =>
      foundValue(balance({ quantity: q, value, averageCost }), decimal(3), told).toFixed(2)
    expect([of(3, 10, 3.3333), of(0, 0, 2), of(0, 0, 0, '1.005')]).toEqual(['10.00', '6.00', '3.02'])
    expect(() => of(0, 0, 0)).toThrow('Informe o custo')
    expect(() => of(-2, 0, 0)).toThrow('Informe o custo')
  })

  it('is worth nothing where that is told, or where what is there is worth nothing', () => {
    const of = (q: number, told: string | null) =>
      foundValue(balance({ quantity: q, value: 0, averageCost: 0 }), decimal(3), told).toFixed(2)
    expect([of(0, '0'), of(5, null), of(5, '2')]).toEqual(['0.00', '0.00', '6.00'])
  })
})

describe('people', () => {
  const person = (user: number, q: number) => ({ user, q: decimal(q) })
  it('agree by twos, the last count of each; three that do not need somebody who decides', () => {
    const told = (counts: ReturnType<typeof person>[]) => resolveCounts(10, 0, counts)
    expect(told([person(1, 7), person(2, 8), person(1, 8)])).toMatchObject({ status: 'aceita' })
    expect(told([person(1, 7), person(2, 8), person(3, 9)])).toEqual({ status: 'supervisor' })
    expect(told([person(1, 7), person(2, 8), person(3, 10)])).toMatchObject({ status: 'aceita' })
  })
})
