import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, sum, ZERO } from '../money/decimal'
import { returnable, shareOf } from './share'

const quantity = fc.integer({ min: 1, max: 50_000 }).map((n) => decimal(n).div(10).toFixed(4))
const value = fc.integer({ min: 0, max: 10_000_000 }).map((n) => decimal(n).div(100).toFixed(2))

/** Parts of a line, one after the other, as parts of what is left of it. */
const parts = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 12 })

interface Back {
  readonly quantity: string
  readonly value: string
}

/** Returns in order, the last of which takes what is left. */
function comeBack(line: { quantity: string; value: string }, percents: readonly number[]): Back[] {
  const done: Back[] = []
  const taken = (name: keyof Back) => sum(done.map((one) => one[name]))
  for (const [at, percent] of percents.entries()) {
    const left = returnable({ ...line, takenQuantity: taken('quantity') })
    const comes = at === percents.length - 1 ? left : left.times(percent).div(100).round(4, 'down')
    const share = shareOf({ ...line, takenQuantity: taken('quantity'), takenValue: taken('value') }, comes)
    done.push({ quantity: comes.toFixed(4), value: share.toFixed(2) })
  }
  return done
}

describe('what comes back of a line', () => {
  it('is worth its share, to the cent', () => {
    const line = { quantity: '3', value: '10.00', takenQuantity: '0', takenValue: '0' }
    expect(shareOf(line, '1').toFixed(2)).toBe('3.33')
    expect(shareOf({ ...line, takenQuantity: '1', takenValue: '3.33' }, '1').toFixed(2)).toBe('3.34')
    expect(shareOf({ ...line, takenQuantity: '2', takenValue: '6.67' }, '1').toFixed(2)).toBe('3.33')
  })

  it('comes to the whole line when all of it has come back, and never to more on the way', () => {
    fc.assert(
      fc.property(quantity, value, parts, (q, v, percents) => {
        const done = comeBack({ quantity: q, value: v }, percents)
        expect(sum(done.map((one) => one.quantity)).eq(q)).toBe(true)
        expect(sum(done.map((one) => one.value)).eq(v)).toBe(true)
        let so = ZERO
        for (const one of done) {
          expect(decimal(one.value).sign()).toBeGreaterThanOrEqual(0)
          so = so.plus(one.value)
          expect(so.lte(v)).toBe(true)
        }
      }),
    )
  })

  it('still comes to the whole line after one of the returns was cancelled', () => {
    fc.assert(
      fc.property(quantity, value, parts, fc.nat(), (q, v, percents, gone) => {
        const all = comeBack({ quantity: q, value: v }, [...percents, 50, 100])
        const kept = all.filter((_, at) => at !== gone % all.length)
        const takenQuantity = sum(kept.map((one) => one.quantity))
        const takenValue = sum(kept.map((one) => one.value))
        const line = { quantity: q, value: v, takenQuantity, takenValue }
        expect(takenValue.plus(shareOf(line, returnable(line))).eq(v)).toBe(true)
      }),
    )
  })
})
