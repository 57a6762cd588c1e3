import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, roundHalfUp } from '../money/decimal'
import { isWhole, stockQuantity } from './unit'

describe('a quantity in a unit without decimals', () => {
  it.each([
    ['300', '0.3333333333', '100', true],
    ['300', '0.3333', '99.99', false],
    ['1200', '0.0833333333', '100', true],
    ['70000', '0.1428571429', '10000', true],
    ['5', '0.5', '2.5', false],
    ['1.04', '12.5', '13', true],
    ['110', '0.0454545455', '5', true],
  ])('%s by a factor of %s is %s', (qCom, factor, quantity, whole) => {
    const got = stockQuantity(qCom, factor, 0)
    expect([got.toString(), isWhole(got)]).toEqual([quantity, whole])
  })

  it('is whole for any quotient that gives a whole one, however large', () => {
    const whole = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(whole, whole, (ours, theirs) => {
        const factor = roundHalfUp(decimal(ours).div(theirs), 10)
        fc.pre(!factor.isZero() && theirs * 5e-11 < 0.5)
        expect(stockQuantity(theirs, factor, 0).toString()).toBe(String(ours))
      }),
    )
  })
})
