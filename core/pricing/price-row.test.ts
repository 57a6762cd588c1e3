import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal } from '../money/decimal'
import { AT_5_CENTS, AT_90, AT_99, costToPrice, endPrice, priceRow, ratesOf } from './price-row'
import { step90 } from './tables'
import { holdsOn, whyNotHolding } from './validity'

const cents = (most: number) => fc.integer({ min: 1, max: most }).map((units) => decimal(units).div(100))
const text = (row: ReturnType<typeof priceRow>) =>
  row && [row.vUnTrib, row.pMargem, row.pMarkup].map((one) => one?.toString() ?? null)

describe('a price, its margin and its markup', () => {
  it('follow each other by the formulas, in percent', () => {
    const basis = { custo: 60, decimal_preco: 2 }
    expect(text(priceRow('vUnTrib', 100, basis))).toEqual(['100', '40', '66.6667'])
    expect(text(priceRow('pMargem', 40, basis))).toEqual(['100', '40', '66.6667'])
    expect(text(priceRow('pMarkup', 50, basis))).toEqual(['90', '33.3333', '50'])
    expect(text(priceRow('vUnTrib', 50, basis))).toEqual(['50', '0', '-16.6667'])
    expect(() => priceRow('pMargem', 100, basis)).toThrowError(/menor que 100 %/)
  })

  it('have no rates, and come of none, without a cost', () => {
    expect(text(priceRow('vUnTrib', 100, { custo: 0 }))).toEqual(['100', null, null])
    expect([priceRow('pMargem', 40, { custo: 0 }), priceRow('pMarkup', 40, { custo: 0 })]).toEqual([null, null])
    expect([costToPrice('0', '5')?.toString(), costToPrice('7', '5')?.toString(), costToPrice(null, 0)]).toEqual([
      '5',
      '7',
      null,
    ])
  })

  it('are stable: a price comes back from its margin and from its markup, wherever four decimals of a percent hold a cent', () => {
    fc.assert(
      fc.property(cents(10_000_000), cents(10_000_000), (a, b) => {
        const [custo, preco] = a.lte(b) ? [a, b] : [b, a]
        const { pMargem, pMarkup } = ratesOf(preco, custo)
        // Half of the last decimal of the margin moves the price by preco² ÷ custo of it, of the markup by custo of it.
        if (preco.times(preco).lt(custo.times(9_000)))
          expect(priceRow('pMargem', pMargem ?? 0, { custo })?.vUnTrib.toString()).toBe(preco.toString())
        if (custo.lt(9_000))
          expect(priceRow('pMarkup', pMarkup ?? 0, { custo })?.vUnTrib.toString()).toBe(preco.toString())
      }),
    )
  })

  it('settle at once: the row of a written margin is the row of its price', () => {
    fc.assert(
      fc.property(cents(1_000_000), fc.integer({ min: 0, max: 999_999 }), (custo, margin) => {
        const row = priceRow('pMargem', decimal(margin).div(10_000), { custo })
        expect(text(priceRow('vUnTrib', row?.vUnTrib ?? 0, { custo }))).toEqual(text(row))
      }),
    )
  })
})

describe('prices that end as they are to', () => {
  it('are the nearest ones', () => {
    const ends = (price: string, ending: typeof AT_90 | typeof AT_99 | typeof AT_5_CENTS) =>
      endPrice(decimal(price), ending).toFixed(2)
    expect(['10.39', '10.40', '11.00', '0.10'].map((one) => ends(one, AT_90))).toEqual([
      '9.90',
      '10.90',
      '10.90',
      '0.90',
    ])
    expect(['10.48', '10.49', '0.01'].map((one) => ends(one, AT_99))).toEqual(['9.99', '10.99', '0.99'])
    expect(['10.02', '10.025', '10.99', '0.01'].map((one) => ends(one, AT_5_CENTS))).toEqual([
      '10.00',
      '10.05',
      '11.00',
      '0.05',
    ])
  })

  it('stay where there is no price, and where prices have no cents', () => {
    expect([endPrice(decimal(0), AT_90).toString(), endPrice(decimal(12), AT_90, 1).toString()]).toEqual(['0', '12'])
  })

  it('never move further than half a step, never turn an order round, and stay once they end so', () => {
    const steps = { [AT_90]: 1, [AT_99]: 1, [AT_5_CENTS]: 0.05 } as const
    fc.assert(
      fc.property(cents(1_000_000), cents(1_000_000), fc.constantFrom(AT_90, AT_99, AT_5_CENTS), (a, b, ending) => {
        const [low, high] = a.lte(b) ? [a, b] : [b, a]
        const [ended, other] = [endPrice(low, ending), endPrice(high, ending)]
        expect(ended.lte(other)).toBe(true)
        expect(endPrice(ended, ending).eq(ended)).toBe(true)
        if (low.gte(1)) expect(ended.minus(low).abs().times(2).lte(steps[ending])).toBe(true)
      }),
    )
  })
})

it('steps of ,90 only ever go the way they are sent', () => {
  fc.assert(
    fc.property(cents(1_000_000), (price) => {
      const [up, down] = [step90(price, 'up'), step90(price, 'down')]
      expect(up.gt(price) && up.minus(price).lte(1)).toBe(true)
      expect(down.lt(price) || down.eq('0.90')).toBe(true)
      expect(step90(up, 'down').lte(price) || up.eq('0.90') || price.lt('0.90')).toBe(true)
      expect([up, down].every((one) => one.toFixed(2).endsWith('.90'))).toBe(true)
    }),
  )
})

it('a table holds from its first to its last day, while it is active, and says why not', () => {
  const table = { ativo: true, dInicio: '2026-11-10', dFim: '2026-11-20' }
  const told = (date: string, more: object = {}) => whyNotHolding({ ...table, ...more }, date)
  expect([told('2026-11-10'), told('2026-11-20'), told('2026-11-09'), told('2026-11-21')]).toEqual([
    null,
    null,
    'vale a partir de 10/11/2026',
    'valeu até 20/11/2026',
  ])
  expect(told('2026-11-15', { ativo: false })).toBe('tabela inativa')
  expect(holdsOn({}, '2026-11-15')).toBe(true)
})
