import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths } from '../br/civil-date'
import { type GenerateInput, generateForecast } from './generate'
import { NAMED_METHODS } from './named'

/** Months in which more came back than was sold. */

const MONTHS = [40, 55, 32, -12, 48, 61, 37, 44, 58, 29, 51, 46, 39, 57, 35, -9, 49, 60, 38, 45, 56, 31, 52, 47]
const forecast = (quantities: readonly number[], more: Partial<GenerateInput> = {}) => {
  const history = quantities.map((quantity, at) => ({ date: addMonths('2024-01-01', at), quantity }))
  const last = addMonths('2024-01-01', quantities.length)
  const [item] = generateForecast({
    periodo: 'month',
    dHistoricoIni: '2024-01-01',
    dHistoricoFim: addMonths(last, 0),
    dPrevisaoIni: last,
    dPrevisaoFim: addMonths(last, 3),
    items: [{ code: 'P', history, decimals: 2 }],
    ...more,
  }).items
  if (!item) throw new Error('Nothing was forecast.')
  return item
}
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

describe('a month whose returns pass its sales', () => {
  it('is in the history as it was, and in what the forecast learns from', () => {
    const item = forecast(MONTHS)
    expect(item.sold).toEqual(MONTHS)
    expect(item.used.filter((one) => one < 0).length).toBeGreaterThan(0)
  })

  it('lowers a mean by what came back, and never makes a forecast below zero', () => {
    const { previsao, used } = forecast(MONTHS, { method: 'mean' })
    expect(previsao[0]?.quantity).toBeCloseTo(mean(used), 1)
    const gone = forecast(
      MONTHS.map((one) => -one),
      { method: 'mean' },
    )
    expect(gone.previsao.map((one) => one.quantity)).toEqual(gone.previsao.map(() => 0))
    expect(gone.qTotal).toBe(0)
  })

  it('is no demand to a method that knows only demands and none', () => {
    const rare = MONTHS.map((one, at) => (at % 4 === 0 ? Math.abs(one) : 0))
    const withReturn = rare.map((one, at) => (at === 14 ? -5 : one))
    const expected = (series: readonly number[]) =>
      forecast(series, { method: 'sba' }).previsao.map((one) => one.quantity)
    expect(expected(withReturn)).toEqual(expected(rare))
    expect(forecast(withReturn).class).toBe(forecast(rare).class)
  })

  it('leaves every method with a forecast of zero or more, whatever came back', () => {
    const quantity = fc.integer({ min: -500, max: 500 })
    fc.assert(
      fc.property(
        fc.array(quantity, { minLength: 2, maxLength: 40 }),
        fc.constantFrom(undefined, ...NAMED_METHODS),
        (quantities, method) => {
          const item = forecast(quantities, { method })
          expect(item.sold).toEqual(quantities)
          for (const { quantity: expected, lower, upper } of item.previsao)
            for (const one of [expected, lower, upper]) expect(one).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})
