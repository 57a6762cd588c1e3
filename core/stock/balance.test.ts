import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '../money/decimal'
import {
  after,
  afterReceipt,
  type Balance,
  balance,
  costAlone,
  issue,
  makesSense,
  type Movement,
  receipt,
  reversal,
} from './balance'

const EMPTY = balance({ quantity: 0, value: 0, averageCost: 0 })
const shown = (stock: Balance) => [stock.quantity.toString(), stock.value.toFixed(2)]
const received = (from: Balance, quantity: number | string, cost: number | string) =>
  afterReceipt(from, receipt(from, quantity, cost))
const issued = (from: Balance, quantity: number | string) => after(from, issue(from, quantity))

describe('average cost', () => {
  it('is weighted by quantity', () => {
    const second = received(received(EMPTY, 10, '100.00'), 30, '240.00')
    expect(second.averageCost.toFixed(4)).toBe('8.5000')
    expect(second.value.toFixed(2)).toBe('340.00')
  })

  it('leaves no value behind when the last unit goes', () => {
    expect(shown(issued(issued(received(EMPTY, 3, '10.00'), 1), 2))).toEqual(['0', '0.00'])
  })

  it('is restored exactly when a receipt is undone', () => {
    const before = received(EMPTY, '12.5', '33.33')
    const came = receipt(before, '7.25', '99.99')
    const both = afterReceipt(before, came)
    expect(shown(afterReceipt(both, reversal(both, came)))).toEqual(shown(before))
  })

  it.each([
    [100_000, '5.00', 60_000, '2.00'],
    [30_000, '4.50', 15_000, '2.25'],
    [1_000_000, '0.07', 500_000, '0.03'],
    [7, '0.01', 3, '0.01'],
  ])('of %d that cost %s leaves, once %d are gone, what the others cost: %s', (quantity, cost, gone, left) => {
    expect(issued(received(EMPTY, quantity, cost), gone).value.toFixed(2)).toBe(left)
  })

  it('of a fraction of a cent is what leaves beyond what is there too, at once and later', () => {
    const stock = received(EMPTY, 100_000, '5.00')
    expect(shown(issued(stock, 120_000))).toEqual(['-20000', '-1.00'])
    expect(shown(issued(issued(stock, 100_000), 20_000))).toEqual(['-20000', '-1.00'])
  })

  it('of goods that left before they came is what they were paid with', () => {
    const short = issued(EMPTY, 2)
    expect(shown(received(short, 20, '66.00'))).toEqual(['18', '59.40'])
    expect(shown(received(received(short, 1, '3.00'), 4, '14.00'))).toEqual(['3', '10.50'])
  })
})

describe('a cost without goods', () => {
  it('is borne by those that are there, and leaves with those that are gone', () => {
    const stock = received(EMPTY, 10, '100.00')
    expect(shown(afterReceipt(stock, costAlone(stock, '7.00')))).toEqual(['10', '107.00'])
    const empty = issued(stock, 10)
    expect(costAlone(empty, '7.00').correction.toFixed(2)).toBe('-7.00')
    expect(shown(afterReceipt(empty, costAlone(empty, '7.00')))).toEqual(['0', '0.00'])
  })
})

describe('ledger', () => {
  const move = fc.record({
    kind: fc.constantFrom('receive', 'issue', 'undo', 'cost'),
    quantity: fc.integer({ min: 1, max: 40_000 }),
    cost: fc.integer({ min: 0, max: 10_000_000 }),
    which: fc.nat(),
  })

  it('adds up, and there is never value without goods or of the other sign, whatever is received, issued and undone in whatever order', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const standing: Movement[] = []
        const all: Movement[] = []
        let stock: Balance = balance({ quantity: 0, value: 0, averageCost: 0, cost: '2.5' })
        for (const { kind, quantity, cost, which } of moves) {
          const [undone] = kind === 'undo' ? standing.splice(which % (standing.length || 1), 1) : []
          if (kind === 'undo' && !undone) continue
          const done = undone
            ? reversal(stock, undone)
            : kind === 'issue'
              ? { ...issue(stock, quantity / 10_000), correction: 0 }
              : kind === 'cost'
                ? costAlone(stock, cost / 100)
                : receipt(stock, quantity / 10_000, cost / 100)
          const booked = { quantity: done.quantity, value: done.value.plus(done.correction) }
          all.push(booked)
          if (!undone) standing.push(booked)
          stock = after(stock, booked)
          expect(makesSense(stock), JSON.stringify(shown(stock))).toBe(true)
        }
        expect(stock.quantity.toFixed(4)).toBe(sum(all.map((one) => one.quantity)).toFixed(4))
        expect(stock.value.toFixed(2)).toBe(sum(all.map((one) => one.value)).toFixed(2))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([0, -1])('refuses %d units', (quantity) => {
    expect(() => receipt(EMPTY, quantity, 1)).toThrow()
    expect(() => issue(EMPTY, quantity)).toThrow()
  })
})
