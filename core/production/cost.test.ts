import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, type Decimal, sum, ZERO } from '../money/decimal'
import {
  type Account,
  costPart,
  drawnBy,
  EMPTY_ACCOUNT,
  givenBack,
  hoursCost,
  isLast,
  processedIn,
  yieldOf,
} from './cost'

const cents = (most: number) => fc.integer({ min: 0, max: most }).map((n) => decimal(n).div(100))
const pieces = (most: number) => fc.integer({ min: 0, max: most }).map((n) => decimal(n).div(10))

const part = fc.record({
  good: pieces(60),
  scrap: pieces(10),
  accident: pieces(10),
  supplies: cents(100_000),
  hours: cents(10_000),
  share: fc.option(fc.integer({ min: 0, max: 60 }), { nil: null }),
})

describe('a line of an order', () => {
  it('has out and in process what went in, to the cent, after every part', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        cents(1_000_000),
        fc.array(part, { minLength: 1, maxLength: 8 }),
        (planned, started, parts) => {
          let account: Account = { ...EMPTY_ACCOUNT, value: started }
          let [went, came, made, processed] = [started, ZERO, ZERO, ZERO]
          parts.forEach((one, index) => {
            const at = { planned, made, processed }
            if (made.gte(planned)) return
            const output = { ...one, closes: index === parts.length - 1 }
            const worked = { value: account.value.plus(one.hours), labour: account.labour.plus(one.hours) }
            const byProducts = one.share === null || one.good.isZero() ? [] : [{ quantity: 1, percent: one.share }]
            const done = costPart({ at, part: output, account: worked, supplies: one.supplies, byProducts })
            went = went.plus(one.supplies).plus(one.hours)
            came = came.plus(done.goods).plus(done.loss).plus(sum(done.byProducts))
            expect(came.plus(done.account.value).toFixed(2)).toBe(went.toFixed(2))
            expect(done.goods.sign()).toBeGreaterThanOrEqual(0)
            expect(done.account.value.gte(done.account.labour)).toBe(true)
            if (isLast(at, output)) expect(done.account.value.isZero()).toBe(true)
            ;[account, made, processed] = [done.account, made.plus(one.good), processed.plus(processedIn(output))]
          })
        },
      ),
    )
  })

  it('draws what is planned by the end, however it is parted', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 12 }),
        (tenThousandths, parts) => {
          const plan = decimal(tenThousandths).div(10_000)
          const planned = parts.reduce((a, b) => a + b, 0)
          let [left, processed]: [Decimal, Decimal] = [ZERO, ZERO]
          for (const good of parts) {
            const output = { good, scrap: 0, accident: 0, closes: false }
            left = left.plus(drawnBy({ planned: plan, left }, { planned, made: processed, processed }, output))
            processed = processed.plus(good)
          }
          expect(left.toFixed(4)).toBe(plan.toFixed(4))
        },
      ),
    )
  })

  it('draws nothing more where more than its share has left', () => {
    const at = { planned: 10, made: 0, processed: 0 }
    expect(drawnBy({ planned: 40, left: 30 }, at, { good: 5, scrap: 0, accident: 0, closes: false }).toFixed(4)).toBe(
      '0.0000',
    )
  })

  it('refuses by-products of more than everything', () => {
    const at = { planned: 1, made: 0, processed: 0 }
    const output = { good: 1, scrap: 0, accident: 0, closes: false }
    const costed = { at, part: output, account: EMPTY_ACCOUNT, supplies: 0 }
    const of = (percents: readonly number[]) => () =>
      costPart({ ...costed, byProducts: percents.map((percent) => ({ quantity: 1, percent })) })
    expect(of([60, 40])).not.toThrow()
    expect(of([60, 41])).toThrow('Os subprodutos valem mais')
  })

  it('refuses quantities below zero, and by-products of nothing', () => {
    const costed = { at: { planned: 2, made: 0, processed: 0 }, account: EMPTY_ACCOUNT, supplies: 1 }
    const output = { good: 0, scrap: 0, accident: 0, closes: false }
    expect(() => costPart({ ...costed, part: { ...output, scrap: -1 }, byProducts: [] })).toThrow('Quantidade inválida')
    expect(() => costPart({ ...costed, part: output, byProducts: [{ quantity: 1, unitCost: 1 }] })).toThrow(
      'Subprodutos',
    )
  })
})

describe('what is given back', () => {
  it('has its share of what left, and all of it with the last', () => {
    const left = { quantity: 3, value: '10.00' }
    expect(givenBack(left, 1).toFixed(2)).toBe('3.33')
    expect(givenBack(left, 3).toFixed(2)).toBe('10.00')
    expect(() => givenBack(left, 4)).toThrow('Só pode voltar')
  })
})

it('work costs its minutes, rounded once', () => {
  expect(hoursCost(7, '19.99').toFixed(2)).toBe('2.33')
})

it('the yield is what is good of what was processed', () => {
  expect(yieldOf(96, 97).toFixed(4)).toBe('98.9691')
  expect(yieldOf(0, 0).toFixed(4)).toBe('0.0000')
})
