import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { type Amount, type Rounding, decimal, fromUnits, roundHalfUp, sum, toUnits } from './decimal'

const Reference = Big()
Reference.DP = 20
Reference.RM = Big.roundHalfUp
Reference.NE = -1000
Reference.PE = 1000

const plainText = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, places]) => new Reference(String(digits)).div(new Reference(10).pow(places)).toFixed(places))
const short = fc
  .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 10 }))
  .map(([digits, places]) => new Reference(digits).div(new Reference(10).pow(places)).toFixed(places))
const text = fc.oneof(plainText, short)

describe('decimal', () => {
  it('reads what it writes', () => {
    fc.assert(
      fc.property(text, (one) => {
        const places = one.split('.')[1]?.length ?? 0
        expect(decimal(one).toFixed(places)).toBe(new Reference(one).toFixed(places))
      }),
    )
  })

  it.each(['', ' ', 'abc', '1,5', '1e999999999', '--1', '0x10', 'Infinity', '1'.repeat(31), '1.', '.5'])(
    'refuses %j as an amount',
    (wrong) => {
      expect(() => decimal(wrong)).toThrowError(/Valor numérico inválido/)
    },
  )

  it.each([Number.NaN, Infinity, -Infinity, 1e30, -1e300])('refuses the number %d', (wrong) => {
    expect(() => decimal(wrong)).toThrowError(/Valor numérico inválido/)
  })

  it('answers or refuses any text', () => {
    const near = fc.stringMatching(/^[ +-]{0,2}\d{0,18}[.,e]?\d{0,18} ?$/)
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), near), (any) => {
        try {
          expect(decimal(any).eq(new Reference(any.trim().replace(/^\+/, '')).toFixed())).toBe(true)
        } catch (error) {
          if (!(error instanceof CoreError)) throw error
        }
      }),
      { numRuns: 20_000 },
    )
  })

  it('takes the shortest text of a number', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e29, max: 1e29, noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(decimal(value).toNumber()).toBe(value + 0)
      }),
    )
    expect(decimal(0.1).plus(0.2).toString()).toBe('0.3')
    expect(decimal(1e-7).toString()).toBe('0.0000001')
    expect(decimal(1.5e21).toString()).toBe('1500000000000000000000')
  })

  it('agrees with another decimal library on every operation', () => {
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 12 }), (a, b, places) => {
        const [x, y, rx, ry] = [decimal(a), decimal(b), new Reference(a), new Reference(b)]
        expect(x.plus(y).toString()).toBe(rx.plus(ry).toString())
        expect(x.minus(y).toString()).toBe(rx.minus(ry).toString())
        expect(x.times(y).toString()).toBe(rx.times(ry).toString())
        expect(x.cmp(y)).toBe(rx.cmp(ry))
        expect(x.toFixed(places).replace(/^-(?=[0.]*$)/, '')).toBe(rx.toFixed(places).replace(/^-(?=[0.]*$)/, ''))
        if (!ry.eq(0)) {
          expect(x.div(y).toString()).toBe(rx.div(ry).toString())
          expect(x.mod(y).toString()).toBe(rx.mod(ry).toString())
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('rounds every way as the other library does', () => {
    const modes: readonly (readonly [Rounding, 0 | 1 | 2 | 3])[] = [
      ['down', 0],
      ['half-up', 1],
      ['half-even', 2],
      ['up', 3],
    ]
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 8 }), fc.constantFrom(...modes), (a, places, [name, mode]) => {
        expect(decimal(a).round(places, name).toString()).toBe(new Reference(a).round(places, mode).toString())
      }),
      { numRuns: 3000 },
    )
  })

  it('keeps a chain of operations exact past the safe integers', () => {
    expect(decimal('9007199254740993').plus(1).toString()).toBe('9007199254740994')
    expect(decimal('0.1').pow(40).times(decimal(10).pow(40)).toString()).toBe('1')
    expect(decimal(1).div(3).times(3).toString()).toBe('0.99999999999999999999')
  })

  it('has no negative zero and no zeros at the end', () => {
    expect(decimal('-0.00').toString()).toBe('0')
    expect(decimal('-0.001').toFixed(2)).toBe('0.00')
    expect(decimal('100.00').toString()).toBe('100')
    expect(JSON.stringify({ a: decimal('1.50') })).toBe('{"a":"1.5"}')
  })

  it('refuses a division by zero and a power out of range', () => {
    expect(() => decimal(1).div('0.00')).toThrowError('Divisão por zero.')
    expect(() => decimal(1).mod(0)).toThrowError('Divisão por zero.')
    expect(() => decimal(2).pow(1001)).toThrowError(/Expoente inválido/)
    expect(() => decimal(2).pow(-1)).toThrowError(/Expoente inválido/)
  })

  it('compares', () => {
    const one: Amount = '1.10'
    expect([decimal(one).eq(1.1), decimal(one).gt(1), decimal(one).gte('1.1'), decimal(one).lt(2)]).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(decimal(one).lte('1.09')).toBe(false)
  })
})

describe('roundHalfUp', () => {
  it.each([
    ['2.345', '2.35'],
    ['-2.345', '-2.35'],
    ['1.005', '1.01'],
    ['0.125', '0.13'],
    ['2.5049', '2.50'],
    ['99999999999999999999.995', '100000000000000000000.00'],
  ])('rounds %s to %s', (from, to) => {
    expect(roundHalfUp(from).toFixed(2)).toBe(to)
  })
})

describe('units and sums', () => {
  it('goes to whole cents and back, or says why not', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 28n), max: 10n ** 28n }), (cents) => {
        expect(toUnits(fromUnits(cents))).toBe(cents)
      }),
    )
    expect(() => toUnits('1.005')).toThrowError(/no máximo 2 casas/)
  })

  it('adds a hundred thousand tenths exactly', () => {
    expect(sum(Array.from<number>({ length: 100_000 }).fill(0.1)).toString()).toBe('10000')
  })
})
