import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal } from '../money/decimal'
import { cheapestOf, differenceAt } from './offers'

describe('what a line would cost at another price', () => {
  it('is told in R$ and in percent, from what it costs with its discount', () => {
    const { vDif, pDif } = differenceAt({ qTrib: '12', vSubtotal: '150.00' }, '11.2500')
    expect([vDif.toFixed(2), pDif?.toFixed(2)]).toEqual(['-15.00', '-10.00'])
    expect(differenceAt({ qTrib: '3', vSubtotal: '10.00' }, '3.3350').vDif.toFixed(2)).toBe('0.01')
  })
  it('has no percentage where the line has no price yet', () => {
    const { vDif, pDif } = differenceAt({ qTrib: '2', vSubtotal: '0' }, '5')
    expect([vDif.toFixed(2), pDif]).toEqual(['10.00', null])
  })
  it('the difference and what the line costs are what it costs there, to the cent', () => {
    const cents = (most: number) => fc.integer({ min: 0, max: most })
    fc.assert(
      fc.property(cents(10_000_000), cents(99_999), cents(99_999_999), (q, value, price) => {
        const line = { qTrib: decimal(q).div(10_000), vSubtotal: decimal(value).div(100) }
        const unit = decimal(price).div(10_000)
        const there = differenceAt(line, unit).vDif.plus(line.vSubtotal)
        expect(there.minus(unit.times(line.qTrib)).abs().lte('0.005')).toBe(true)
      }),
    )
  })
})

describe('the cheapest', () => {
  const line = { qTrib: '10', vSubtotal: '100.00' }
  it('are all that ask the least', () => expect(cheapestOf(line, ['9.5', '9', '9.0000'])).toEqual([1, 2]))
  it('is nobody else where the line costs less', () => expect(cheapestOf(line, ['10.01', '11'])).toEqual([]))
  it('is somebody where the line has no price', () => {
    expect(cheapestOf({ ...line, vSubtotal: '0' }, ['11', '12'])).toEqual([0])
  })
  it('is nobody where nothing is bought or nothing is known', () => {
    expect(cheapestOf({ qTrib: '0', vSubtotal: '0' }, ['1'])).toEqual([])
    expect(cheapestOf(line, [])).toEqual([])
  })
})
