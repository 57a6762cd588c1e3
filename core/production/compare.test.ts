import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decimal } from '../money/decimal'
import { compareCosts, type Line } from './compare'

const shown = ({ planned, real, over }: Line) =>
  [planned, real, over].map((one) => (one === null ? null : one.toString()))

it('compares what one was planned to cost with what it did', () => {
  const found = compareCosts({
    planned: { material: '500', hours: '60' },
    quantity: '10',
    real: { material: '220', hours: '22' },
    loss: '20',
    byProducts: '2',
    made: '4',
  })
  expect(shown(found.material)).toEqual(['50', '55', '10'])
  expect(shown(found.hours)).toEqual(['6', '5.5', '-8.33'])
  expect(shown(found.loss)).toEqual(['0', '-5', null])
  expect(shown(found.byProducts)).toEqual(['0', '-0.5', null])
  expect(shown(found.total)).toEqual(['56', '55', '-1.79'])
})

it('tells nothing of what was not made, or was not planned', () => {
  const none = { material: '0', hours: '0' }
  const found = compareCosts({ planned: none, quantity: '5', real: none, loss: '0', byProducts: '0', made: '0' })
  expect(shown(found.total)).toEqual(['0', null, null])
})

it('parts add up to the whole, but for the rounding of each', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      amount,
      fc.integer({ min: 1, max: 1_000 }),
      (material, hours, loss, beside, made) => {
        const real = { material, hours }
        const found = compareCosts({ planned: real, quantity: made, real, loss, byProducts: beside, made })
        const parts = [found.material, found.hours, found.loss, found.byProducts].map((one) => one.real ?? decimal(0))
        const whole = parts.reduce((a, b) => a.plus(b), decimal(0))
        expect(
          whole
            .minus(found.total.real ?? 0)
            .abs()
            .lte('0.0003'),
        ).toBe(true)
      },
    ),
  )
})
