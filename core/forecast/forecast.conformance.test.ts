/* oxlint-disable no-console -- the figure of each file is what this test reports */
import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { forecastAuto } from './auto'
import { type ExactInput, forecastExact } from './exact'
import { sba, tsb } from './intermittent'
import { type Measured, type Measures, measure } from './measures'

function report(file: string, total: number, failed: readonly unknown[]): void {
  console.info(`${file}: ${total - failed.length}/${total}`)
  expect(failed).toEqual([])
  expect(total).toBeGreaterThan(0)
}

const near = (a: number | null | undefined, b: number | null, tolerance: number) =>
  a === b || (typeof a === 'number' && b !== null && Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b)))
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

interface Series {
  id: string
  train: number[]
  test: number[]
}

describe.skipIf(!hasConformance)('forecast conformance', () => {
  it('mrp/forecast-exact.json', () => {
    const { cases } = conformance<{ cases: (ExactInput & { id: string; forecast: number[] })[] }>(
      'mrp/forecast-exact.json',
    )
    const failed = cases.filter(({ forecast, ...input }) => {
      const ours = forecastExact(input).forecast
      return ours.length !== forecast.length || !forecast.every((value, at) => near(ours[at], value, 1e-8))
    })
    report(
      'mrp/forecast-exact.json',
      cases.length,
      failed.map(({ id }) => id),
    )
  })

  it('mrp/forecast-measures.json', () => {
    const { cases } = conformance<{ cases: (Measured & Measures & { id: string })[] }>('mrp/forecast-measures.json')
    const failed = cases.filter((one) => {
      const ours = measure(one)
      const keys = ['sMAPE', 'MASE', 'RMSSE', 'WAPE', 'bias'] as const
      return !keys.every((key) => near(ours[key], one[key], 1e-6))
    })
    report(
      'mrp/forecast-measures.json',
      cases.length,
      failed.map(({ id }) => id),
    )
  })

  it('mrp/forecast-m3.json: not worse than the best published method for these series', () => {
    interface M3 {
      reference: { [period: string]: { methods: { [method: string]: { sMAPE: number } } } }
      cases: (Series & { period: 'MONTHLY' | 'QUARTERLY'; h: number })[]
    }
    const { cases, reference } = conformance<M3>('mrp/forecast-m3.json')
    for (const [period, m] of [
      ['MONTHLY', 12],
      ['QUARTERLY', 4],
    ] as const) {
      const own = cases.filter((one) => one.period === period)
      const errors = own.map(({ train, test, h }) => {
        const { forecast } = forecastAuto({ series: train, m, h })
        return measure({ train, actual: test, forecast, m }).sMAPE
      })
      const best = Math.min(...Object.values(reference[period]?.methods ?? {}).map(({ sMAPE }) => sMAPE))
      console.info(
        `mrp/forecast-m3.json ${period}: sMAPE ${mean(errors).toFixed(3)}, best published ${best} (${own.length} series)`,
      )
      expect(mean(errors)).toBeLessThanOrEqual(best)
    }
  })

  it('mrp/forecast-intermittent.json: better than SBA and TSB by RMSSE and by bias', () => {
    const { cases } = conformance<{ cases: Series[] }>('mrp/forecast-intermittent.json')
    const judge = (forecast: (train: number[]) => number[]) => {
      const each = cases.map(({ train, test }) => measure({ train, actual: test, forecast: forecast(train), m: 1 }))
      return { rmsse: mean(each.map(({ RMSSE }) => RMSSE ?? 0)), bias: mean(each.map(({ bias }) => bias)) }
    }
    const flat = (rate: number) => Array.from({ length: 12 }, () => rate)
    const ours = judge((train) => forecastAuto({ series: train, m: 12, h: 12 }).forecast)
    const rivals = { SBA: judge((train) => flat(sba(train, 0.1))), TSB: judge((train) => flat(tsb(train, 0.1, 0.1))) }
    console.info(`mrp/forecast-intermittent.json: ${JSON.stringify({ ours, ...rivals })} (${cases.length} series)`)
    for (const { rmsse, bias } of Object.values(rivals)) {
      expect(ours.rmsse).toBeLessThan(rmsse)
      expect(Math.abs(ours.bias)).toBeLessThan(Math.abs(bias))
    }
  })

  it('mrp/forecast-weekly-daily.json: better than the seasonal naive', () => {
    const { cases } = conformance<{ cases: (Series & { freq: 'weekly' | 'daily'; m: number; h: number })[] }>(
      'mrp/forecast-weekly-daily.json',
    )
    for (const freq of ['weekly', 'daily'] as const) {
      const own = cases.filter((one) => one.freq === freq)
      const scale = freq === 'weekly' ? 1 : 7
      const each = (method: (one: (typeof own)[number]) => number[]) =>
        mean(
          own.map((one) => measure({ train: one.train, actual: one.test, forecast: method(one), m: scale }).MASE ?? 0),
        )
      const ours = each(({ train, m, h }) => forecastAuto({ series: train, m, h }).forecast)
      const naive = each(
        ({ train, m, h }) => forecastExact({ method: 'seasonal-naive', series: train, params: { m }, h }).forecast,
      )
      console.info(
        `mrp/forecast-weekly-daily.json ${freq}: MASE ${ours.toFixed(3)}, seasonal naive ${naive.toFixed(3)} (${own.length} series)`,
      )
      expect(ours).toBeLessThan(naive)
    }
  })
})
