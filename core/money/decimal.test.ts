import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, roundHalfUp } from './decimal'

describe('decimal', () => {
  it('reads what it writes', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.integer({ min: 0, max: 10 }),
        (digits, places) => {
          const text = decimal(String(digits)).div(decimal(10).pow(places)).toFixed(places)
          expect(decimal(text).toFixed(places)).toBe(text)
        },
      ),
    )
  })

  it.each(['', ' ', 'abc', '1,5', '1e999999999', '--1', '0x10', 'Infinity'])('refuses %j as an amount', (text) => {
    expect(() => decimal(text)).toThrowError(/Valor numérico inválido/)
  })
})

describe('roundHalfUp', () => {
  it.each([
    ['2.345', '2.35'],
    ['-2.345', '-2.35'],
    ['1.005', '1.01'],
    ['0.125', '0.13'],
    ['2.5049', '2.50'],
  ])('rounds %s to %s', (from, to) => {
    expect(roundHalfUp(from).toFixed(2)).toBe(to)
  })
})
