import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '../money/decimal'
import { abcClasses } from './abc'
import { backtest } from './backtest'
import {
  type Cell,
  editCells,
  emptyCells,
  holdsQuantities,
  regenerate,
  spreadTotal,
  totalsOf,
  withGrowth,
} from './cells'
import { keptForecastFault } from './spans'
import { daysWithoutStock, runsOf } from './stockouts'

const DATES = ['2026-12-01', '2027-01-01', '2027-02-01']
const cells = (...bases: number[]): Cell[] =>
  regenerate(
    [],
    bases.map((qBase, at) => ({ dPrevisao: DATES[at] ?? '', qBase })),
    { growth: 1, decimals: 0 },
  )
const quantities = (list: readonly Cell[]) => list.map((cell) => cell.qPrevista)

describe('cells', () => {
  it('a growth factor multiplies exactly: cells add up to the rounded product, and 1 gives the first figures back', () => {
    expect(quantities(withGrowth(cells(100, 200, 300), '1.1', 0))).toEqual([110, 220, 330])
    expect(quantities(withGrowth(cells(1, 1, 1), '1.4', 0))).toEqual([1, 2, 1])
    expect(quantities(withGrowth(withGrowth(cells(1, 1, 1), '1.4', 0), '1.0', 0))).toEqual([1, 1, 1])
    expect(quantities(withGrowth(cells(0.5, 0.5, 0.5), 1, 0))).toEqual([1, 0, 1])
    expect(quantities(withGrowth(cells(0.1, 0.2), '3', 1))).toEqual([0.3, 0.6])
    expect(quantities(withGrowth(cells(5, 5), 0, 0))).toEqual([0, 0])
  })

  it('for any forecasts and any factor the originals add up to the rounded product', () => {
    const bases = fc.array(
      fc.integer({ min: 0, max: 1e8 }).map((n) => n / 1e4),
      { minLength: 1, maxLength: 3 },
    )
    const growth = fc.integer({ min: 0, max: 3000 }).map((n) => n / 1000)
    fc.assert(
      fc.property(bases, growth, fc.integer({ min: 0, max: 4 }), (list, factor, decimals) => {
        const grown = withGrowth(cells(...list), factor, decimals)
        const wanted = sum(list).times(factor).round(decimals, 'half-up')
        expect(sum(grown.map((cell) => cell.qOriginal)).toString()).toBe(wanted.toString())
      }),
    )
  })

  it('what was written stays when the factor changes or the forecast is made again, and the original goes on beside it', () => {
    const written = editCells(cells(10, 20, 30), [{ dPrevisao: DATES[1] ?? '', qPrevista: '99' }], 0)
    expect(withGrowth(written, 2, 0)[1]).toMatchObject({ qPrevista: 99, qOriginal: 40, changed: true })
    const again = regenerate(written, cells(1, 2, 3), { growth: 1, decimals: 0 })
    expect(quantities(again)).toEqual([1, 99, 3])
    expect(totalsOf(again)).toEqual({ qTotal: '103', qTotalOriginal: '6' })
    expect(editCells(again, [{ dPrevisao: DATES[1] ?? '', qPrevista: null }], 0)[1]).toMatchObject({
      qPrevista: 2,
      changed: false,
    })
  })

  it('the same quantity written over a cell is no change', () => {
    expect(editCells(cells(10), [{ dPrevisao: DATES[0] ?? '', qPrevista: '10.0' }], 0)[0]?.changed).toBe(false)
  })

  it.each([
    ['2027-01-15', 1, 'A data 2027-01-15 não inicia um período desta previsão.'],
    ['2027-01-01', -1, 'A quantidade vai de 0 a 999.999.999.'],
    ['2027-01-01', 1e12, 'A quantidade vai de 0 a 999.999.999.'],
    ['2027-01-01', 1.5, 'Informe um número inteiro.'],
    ['2027-01-01', 'x', 'Informe um número.'],
  ])('refuses %s = %s', (dPrevisao, qPrevista, message) => {
    expect(() => editCells(emptyCells(DATES), [{ dPrevisao, qPrevista }], 0)).toThrow(message)
  })

  it('a total for the row is shared by what its cells hold, to the last unit', () => {
    const row = cells(10, 20, 30)
    expect(quantities(editCells(row, spreadTotal(row, 100, 0), 0))).toEqual([17, 33, 50])
    expect(spreadTotal(emptyCells(DATES), 10, 0).map((one) => one.qPrevista)).toEqual([4, 3, 3])
  })

  it('know whether there is something to lose', () => {
    expect(holdsQuantities(emptyCells(DATES))).toBe(false)
    expect(holdsQuantities(cells(0, 1))).toBe(true)
    expect(holdsQuantities(editCells(cells(5), [{ dPrevisao: DATES[0] ?? '', qPrevista: 0 }], 0))).toBe(true)
  })
})

describe('the dates of a kept forecast', () => {
  const dates = {
    dPrevisaoIni: '2026-12-01',
    dPrevisaoFim: '2027-11-30',
    dHistoricoIni: '2024-12-01',
    dHistoricoFim: '2026-11-30',
  }
  it('have limits that are told', () => {
    expect(keptForecastFault(dates, 'day')).toBeNull()
    expect(keptForecastFault({ ...dates, dPrevisaoFim: '2099-11-30' }, 'day')?.message).toMatch(/até 400 períodos/)
    expect(keptForecastFault({ ...dates, dHistoricoIni: '2010-01-01' }, 'month')?.field).toBe('dHistoricoIni')
    expect(
      keptForecastFault({ ...dates, dPrevisaoIni: '2030-12-01', dPrevisaoFim: '2031-01-31' }, 'month')?.field,
    ).toBe('dPrevisaoIni')
  })
})

describe('days without stock', () => {
  const span = { from: '2026-01-01', to: '2026-01-10' }
  const sold = (...days: string[]) => new Set(days)

  it('begin and end without any, after the first movement', () => {
    const movements = [
      { date: '2026-01-02', quantity: 5 },
      { date: '2026-01-04', quantity: -5 },
      { date: '2026-01-08', quantity: 9 },
    ]
    expect(daysWithoutStock({ movements, sold: sold('2026-01-04'), span })).toEqual([
      '2026-01-05',
      '2026-01-06',
      '2026-01-07',
    ])
  })

  it('count from the first day when the balance of before was nil, and not where something was sold all the same', () => {
    const before = [
      { date: '2025-12-01', quantity: 3 },
      { date: '2025-12-20', quantity: -3 },
    ]
    expect(daysWithoutStock({ movements: before, sold: sold(), span })).toHaveLength(10)
    expect(daysWithoutStock({ movements: before, sold: sold('2026-01-03'), span })).toEqual([])
    expect(daysWithoutStock({ movements: [], sold: sold(), span })).toEqual([])
  })

  it('are told as spans', () => {
    expect(runsOf(['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-03'])).toEqual([
      { from: '2026-01-30', to: '2026-02-01' },
      { from: '2026-02-03', to: '2026-02-03' },
    ])
  })
})

describe('the ABC curve', () => {
  it('takes the first 80 % as A and those to 95 % as B; nothing sold is C', () => {
    expect(abcClasses([5, 70, 0, 15, 10])).toEqual(['C', 'A', 'C', 'A', 'B'])
    expect(abcClasses([0, 0])).toEqual(['C', 'C'])
    expect(abcClasses([])).toEqual([])
  })
})

describe('the backtest', () => {
  it('judges on periods that the forecast did not see', () => {
    const series = Array.from({ length: 24 }, (_, at) => (at < 18 ? 10 : 50))
    expect(backtest(series, { m: 1, h: 6 })).toMatchObject({ periods: 6, bias: -40 })
    expect(backtest(series.slice(0, 9), { m: 1, h: 6 })).toBeNull()
  })
})
