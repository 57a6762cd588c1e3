import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal } from '../money/decimal'
import { readDiscounts, showDiscounts } from './discount-text'
import { MONEY, PERCENT } from './line'

const read = (text: string) => {
  const found = readDiscounts(text)
  return found && [found.type, found.values.map(String)]
}

describe('discounts as text', () => {
  it.each([
    ['', [undefined, []]],
    ['5', [undefined, ['5']]],
    ['5%', [PERCENT, ['5']]],
    ['5+3%', [PERCENT, ['5', '3']]],
    [' 5 % + 2,5 % ', [PERCENT, ['5', '2.5']]],
    ['R$ 3,00', [MONEY, ['3']]],
    ['r$3+2', [MONEY, ['3', '2']]],
    ['1.234,56', [undefined, ['1234.56']]],
  ])('%j is read', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it.each(['5%+R$ 3', '1+2+3+4+5', 'abc', '-5%', '5++3', '+', '%', '5%%'])('%j is none', (text) => {
    expect(readDiscounts(text)).toBeNull()
  })

  it('are read back as they are shown', () => {
    const percents = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { maxLength: 4 })
    fc.assert(
      fc.property(percents, (units) => {
        const fractions = units.map((one) => decimal(one).div(10_000_000))
        const values = readDiscounts(showDiscounts(PERCENT, fractions))?.values ?? []
        expect(fractions.map((one, at) => one.times(100).eq(values[at] ?? 0)).every(Boolean)).toBe(true)
        const amounts = units.map((one) => decimal(one).div(100))
        const reais = readDiscounts(showDiscounts(MONEY, amounts))?.values ?? []
        expect(amounts.map((one, at) => one.eq(reais[at] ?? 0)).every(Boolean)).toBe(true)
      }),
    )
  })
})
