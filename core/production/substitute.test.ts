import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal } from '../money/decimal'
import { isLacking, substituted } from './substitute'

const shown = ({ kept, taken }: ReturnType<typeof substituted>) => ({
  kept: [kept.each.toString(), kept.planned.toString()],
  taken: [taken.each.toString(), taken.planned.toString()],
})

describe('a supply that another stands in for', () => {
  it('gives what it is told, and the other its factor of that', () => {
    expect(shown(substituted({ each: '4', planned: '40' }, '10', { factor: '1.5', decimals: null }))).toEqual({
      kept: ['3', '30'],
      taken: ['1.5', '15'],
    })
  })

  it('is whole in a unit that is counted whole: never less than is needed', () => {
    const { taken } = substituted({ each: '2', planned: '20' }, '5', { factor: '0.3333', decimals: 0 })
    expect(taken.planned.toString()).toBe('2')
  })

  it.each(['0', '-1', '40.0001'])('refuses %s of forty', (quantity) => {
    expect(() => substituted({ each: '4', planned: '40' }, quantity, { factor: '1', decimals: null })).toThrow(
      'Informe quanto do insumo se substitui',
    )
  })

  it('loses nothing of the plan, and asks at most one unit more of the other than its factor says', () => {
    const amount = fc.integer({ min: 1, max: 99_999_999 })
    const decimals = fc.constantFrom(null, 0, 1, 2, 3, 4)
    fc.assert(
      fc.property(amount, amount, amount, decimals, (a, b, factor, unit) => {
        const [planned, quantity] = [Math.max(a, b), Math.min(a, b)].map((one) => decimal(one).div(10_000))
        if (!planned || !quantity) return
        const by = decimal(factor).div(1_000_000)
        const { kept, taken } = substituted({ each: '1', planned }, quantity, { factor: by, decimals: unit })
        expect(kept.planned.plus(quantity).eq(planned)).toBe(true)
        expect(kept.each.sign()).toBeGreaterThanOrEqual(0)
        const over = taken.planned.minus(quantity.times(by))
        const step = decimal(10).div(`1${'0'.repeat((unit ?? 4) + 1)}`)
        expect(over.gt(step.plus('0.00005')) || over.lt('-0.00005')).toBe(false)
      }),
    )
  })
})

it.each([
  ['there is enough of what is left', { planned: '10', asked: '0', used: '4', free: '6' }, false],
  ['there is less than what is left', { planned: '10', asked: '0', used: '4', free: '5.9999' }, true],
  ['it is held for the order already', { planned: '10', asked: '10', used: '0', free: '0' }, false],
  ['more was used than was held', { planned: '10', asked: '3', used: '8', free: '2' }, false],
  ['nothing is left of it', { planned: '10', asked: '0', used: '12', free: '0' }, false],
])('a supply lacks or not: %s', (_, drawing, expected) => {
  expect(isLacking(drawing)).toBe(expected)
})
