import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, sum } from '../money/decimal'
import { apportion } from './apportion'

const texts = (total: string, values: readonly string[]) => apportion(total, values).map((share) => share.toFixed(2))
const cents = fc.integer({ min: 0, max: 10_000_000 }).map((value) => (value / 100).toFixed(2))

describe('an amount that is taken off', () => {
  it.each([
    ['-10.00', ['1', '1', '1'], ['-3.33', '-3.33', '-3.34']],
    ['-0.05', ['1', '1', '1', '1'], ['-0.01', '-0.01', '-0.01', '-0.02']],
    ['-1.00', ['0', '0'], ['-0.50', '-0.50']],
    ['-0.01', ['5', '5'], ['-0.01', '0.00']],
  ])('%s over %j is %j', (total, values, expected) => {
    expect(texts(total, values)).toEqual(expected)
  })

  it('is shared as the same amount that is added, and never gives any of them more', () => {
    fc.assert(
      fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 20 }), (total, values) => {
        const taken = apportion(`-${total}`, values)
        expect(taken.map((share) => share.neg().toFixed(2))).toEqual(texts(total, values))
        expect(sum(taken).eq(decimal(total).neg())).toBe(true)
        expect(taken.every((share) => share.sign() <= 0)).toBe(true)
      }),
    )
  })

  it('is not shared by a value below zero', () => {
    expect(() => apportion('10', ['1', '-1', '3'])).toThrowError('negativos')
  })
})
