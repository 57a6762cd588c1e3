import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal } from '../money/decimal'
import { countedFactor, inAuxiliary, inOurUnits } from './convert'

const quantity = fc.integer({ min: 0, max: 100_000_000 }).map((n) => decimal(n).div(10_000).toString())
const factor = fc.integer({ min: 1, max: 1_000_000 }).map((n) => decimal(n).div(1_000).toString())

describe('units', () => {
  it('whole ones of another unit and the rest are what was told, and the rest is less than one of them', () => {
    fc.assert(
      fc.property(quantity, factor, (ours, per) => {
        const { whole, rest } = inAuxiliary(ours, per)
        expect(whole.times(per).plus(rest).cmp(ours)).toBe(0)
        expect(rest.cmp(per)).toBeLessThan(0)
        expect(rest.sign()).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('have the decimals of the unit, and neither half pieces nor something that comes to nothing', () => {
    expect(inOurUnits('2.5', 12, 0).toString()).toBe('30')
    expect(inOurUnits('2138.484', '0.45359237', 3).toString()).toBe('970')
    expect(() => inOurUnits('0.1', 12, 0)).toThrowError('A unidade não tem decimais: informe uma quantidade inteira.')
    expect(() => inOurUnits('0.001', '0.004', 2)).toThrowError(/pequena demais/)
    expect(inOurUnits(0, 12, 2).isZero()).toBe(true)
  })

  it('a counted quantity gives its factor, which says whether it gives the quantity back', () => {
    const told = ({ factor: one, returns }: ReturnType<typeof countedFactor>) => [one.toString(), returns]
    expect(told(countedFactor(110, 5, 0))).toEqual(['0.0454545455', true])
    expect(told(countedFactor(90_000_000, '7.31', 4))).toEqual(['0.0000000812', false])
  })
})
