import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '../money/decimal'
import { after, type Balance, balance, issue, type Movement, receipt, reversal } from './balance'

const EMPTY = balance({ quantity: 0, value: 0, averageCost: 0 })

describe('average cost', () => {
  it('is weighted by quantity', () => {
    const first = after(EMPTY, receipt(10, '100.00'))
    const second = after(first, receipt(30, '240.00'))
    expect(second.averageCost.toFixed(4)).toBe('8.5000')
    expect(second.value.toFixed(2)).toBe('340.00')
  })

  it('leaves no value behind when the last unit goes', () => {
    const stock = after(EMPTY, receipt(3, '10.00'))
    const one = after(stock, issue(stock, 1))
    const rest = after(one, issue(one, 2))
    expect([rest.quantity.toFixed(0), rest.value.toFixed(2)]).toEqual(['0', '0.00'])
  })

  it('is restored exactly when a receipt is undone', () => {
    const before = after(EMPTY, receipt('12.5', '33.33'))
    const received = receipt('7.25', '99.99')
    const both = after(before, received)
    const undone = after(both, reversal(both, received))
    expect([undone.quantity.toFixed(4), undone.value.toFixed(2), undone.averageCost.toFixed(4)]).toEqual([
      '12.5000',
      '33.33',
      before.averageCost.toFixed(4),
    ])
  })
})

describe('ledger', () => {
  it('adds up: the balance is the sum of its movements, whatever their order', () => {
    const move = fc.record({
      enters: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 1_000_000 }),
      cost: fc.integer({ min: 0, max: 10_000_000 }),
    })
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        const ledger: Movement[] = []
        let stock: Balance = EMPTY
        for (const { enters, quantity, cost } of moves) {
          const movement = enters ? receipt(quantity / 10_000, cost / 100) : issue(stock, quantity / 10_000)
          ledger.push(movement)
          stock = after(stock, movement)
        }
        expect(stock.quantity.toFixed(4)).toBe(sum(ledger.map((one) => one.quantity)).toFixed(4))
        expect(stock.value.toFixed(2)).toBe(sum(ledger.map((one) => one.value)).toFixed(2))
      }),
    )
  })

  it('undoing receipts, in any order and after any sale, leaves no value without goods and none below zero', () => {
    const move = fc.record({
      kind: fc.constantFrom('receive', 'issue', 'undo'),
      quantity: fc.integer({ min: 1, max: 40_000 }),
      cost: fc.integer({ min: 0, max: 10_000_000 }),
    })
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
        const received: Movement[] = []
        let stock: Balance = EMPTY
        for (const { kind, quantity, cost } of moves) {
          const movement = receipt(quantity / 10_000, cost / 100)
          const first = kind === 'undo' ? received.shift() : undefined
          if (kind === 'receive') {
            received.push(movement)
            stock = after(stock, movement)
          } else if (first && first.quantity.cmp(stock.quantity) <= 0) stock = after(stock, reversal(stock, first))
          else if (kind === 'issue' && movement.quantity.cmp(stock.quantity) <= 0)
            stock = after(stock, issue(stock, movement.quantity))
          expect(stock.value.sign()).toBeGreaterThanOrEqual(0)
          if (stock.quantity.isZero()) expect(stock.value.isZero()).toBe(true)
        }
      }),
    )
  })

  it.each([0, -1])('refuses %d units', (quantity) => {
    expect(() => receipt(quantity, 1)).toThrow()
    expect(() => issue(EMPTY, quantity)).toThrow()
  })
})
