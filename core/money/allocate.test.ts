import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, allocatePercent, splitEvenly } from './allocate'
import { decimal, fromUnits, sum } from './decimal'

const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map((units) => fromUnits(units))
const weights = fc
  .array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 60 })
  .filter((list) => list.some((weight) => weight > 0))
const remainder = fc.constantFrom('largest' as const, 'first' as const, 'last' as const)

describe('allocate', () => {
  it('never loses a cent', () => {
    fc.assert(
      fc.property(cents, weights, remainder, (total, list, how) => {
        expect(sum(allocate(total, list, { remainder: how })).eq(total)).toBe(true)
      }),
    )
  })

  it('keeps every share within a cent of the exact one', () => {
    fc.assert(
      fc.property(cents, weights, (total, list) => {
        const all = sum(list)
        for (const [index, share] of allocate(total, list).entries()) {
          const exact = total.times(list[index] ?? 0).div(all)
          expect(share.minus(exact).abs().lt('0.01')).toBe(true)
        }
      }),
    )
  })

  it('gives nothing to a weight of zero, whoever takes the remainder', () => {
    expect(allocate('0.05', [0, 1, 1, 0], { remainder: 'last' }).map(String)).toEqual(['0', '0.02', '0.03', '0'])
    expect(allocate('0.05', [0, 1, 1, 0], { remainder: 'first' }).map(String)).toEqual(['0', '0.03', '0.02', '0'])
  })

  it('mirrors a negative total', () => {
    expect(allocate('-0.10', [1, 1, 1]).map(String)).toEqual(['-0.04', '-0.03', '-0.03'])
  })

  it.each([
    [['0', '0'], /peso maior que zero/],
    [[], /de 1 a/],
    [['1', '-1'], /negativos/],
  ])('refuses the weights %j', (list, message) => {
    expect(() => allocate('1.00', list)).toThrowError(message)
  })

  it('refuses a total finer than its shares', () => {
    expect(() => allocate('1.005', [1, 1])).toThrowError(/no máximo 2 casas/)
    expect(allocate('1.005', [1, 1], { decimals: 3 }).map(String)).toEqual(['0.503', '0.502'])
  })
})

describe('allocatePercent', () => {
  it('wants exactly 100', () => {
    expect(() => allocatePercent('10', ['33.33', '33.33', '33.33'])).toThrowError(/somam 99.99 %/)
    expect(allocatePercent('10', ['33.33', '33.33', '33.34']).map((one) => one.toFixed(2))).toEqual([
      '3.33',
      '3.33',
      '3.34',
    ])
  })
})

describe('splitEvenly', () => {
  it('differs by a cent at most, the larger shares first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 120 }), (units, count) => {
        const shares = splitEvenly(fromUnits(BigInt(units)), count)
        expect(sum(shares).eq(decimal(units).div(100))).toBe(true)
        expect((shares[0] ?? decimal(0)).minus(shares.at(-1) ?? 0).lte('0.01')).toBe(true)
        expect(shares.every((share, index) => index === 0 || share.lte(shares[index - 1] ?? 0))).toBe(true)
      }),
    )
  })
})
