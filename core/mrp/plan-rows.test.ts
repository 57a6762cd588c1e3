import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { chartDates } from './chart-dates'
import { checkPlan } from './check'
import { forecastDemand } from './forecast-demand'
import { company } from './mrp.fixture'
import { planCompany } from './plan'
import { planRows } from './plan-rows'
import { planInputOf, sourcesOfItem, withComponents, type PlanSources } from './plan-sources'

const seeds = fc.integer({ min: 1, max: 1_000_000 })

describe('a plan in rows', () => {
  it('tells of each item what the whole plan tells', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const input = company(seed)
        const whole = planCompany({ ...input, metrics: true })
        const rows = planRows(input, { always: new Set(input.items.map((one) => one.code)) })
        expect(rows.map((row) => row.item)).toEqual(whole.items.map((one) => one.item))
        rows.forEach((row, at) => {
          const item = whole.items[at]
          const first = whole.orders.find((order) => order.item === row.item)
          expect(row.falta).toBe(item?.falta)
          expect(row.tipo_acao).toBe(first?.tipo_acao ?? 0)
          expect([row.data_pedido, row.data_necessidade]).toEqual([first?.data_pedido ?? null, first?.date ?? null])
          expect(row.days_late).toBe(first?.days_late ?? 0)
          expect(row.metrics.summary).toEqual(item?.metricas_avancadas?.summary)
          expect(row.metrics.batches).toEqual(item?.metricas_avancadas?.batches.slice(0, 12))
          const released = whole.orders.filter((order) => order.item === row.item)
          const total = released.reduce((sum, order) => sum + order.release_quantity, 0)
          expect(row.quantidade).toBeGreaterThanOrEqual(total * (1 - 1e-8) - 1e-6)
        })
      }),
      { numRuns: 200 },
    )
  })

  it('leaves out what there is nothing to say of, and orders only what falls in the window of action', () => {
    const input = {
      start: '2026-12-01',
      days: 30,
      items: [
        { code: 'A', leadTime: 2 },
        { code: 'B', onHand: 9 },
      ],
      demands: [
        { item: 'A', date: '2026-12-05', quantity: 3 },
        { item: 'A', date: '2026-12-20', quantity: 4 },
      ],
    }
    expect(planRows(input)).toMatchObject([
      { item: 'A', falta: 7, quantidade: 7, data_pedido: '2026-12-03', data_necessidade: '2026-12-05', tipo_acao: 1 },
    ])
    expect(planRows(input, { until: '2026-12-10' })).toMatchObject([{ falta: 7, quantidade: 3 }])
    expect(planRows(input, { until: '2026-12-01' })).toMatchObject([{ quantidade: 3 }])
  })

  it('shows the shortage that can no longer be helped, when told when orders can come', () => {
    const late = {
      start: '2026-12-01',
      days: 20,
      items: [{ code: 'A', leadTime: 7 }],
      demands: [{ item: 'A', date: '2026-12-04', quantity: 10 }],
    }
    const summary = (arrivals: 'due' | 'possible') => planRows({ ...late, arrivals })[0]?.metrics.summary
    expect(summary('due')).toMatchObject({ minimum_stock: 0, production_coverage_rate: 100 })
    expect(summary('possible')).toMatchObject({
      minimum_stock: -10,
      minimum_stock_date: '2026-12-04',
      final_stock: 0,
      production_coverage_rate: 0,
    })
    expect(planRows({ ...late, arrivals: 'possible' })).toMatchObject([
      { probability: 100, falta: 10, data_pedido: '2026-11-27', days_late: 4 },
    ])
    expect(planRows({ ...late, days: 5, arrivals: 'possible' })[0]?.metrics.summary.final_stock).toBe(-10)
  })

  it('asks for more where not all comes out good, up to the unit’s last decimal', () => {
    const rows = planRows({
      start: '2026-12-01',
      days: 10,
      items: [{ code: 'A', yield: 0.9, decimals: 0 }],
      demands: [{ item: 'A', date: '2026-12-05', quantity: 10 }],
    })
    expect(rows).toMatchObject([{ falta: 10, quantidade: 12 }])
  })
})

/** A random company, with a forecast of every item and a short past. */
function sourcesFrom(seed: number, quantity: number): PlanSources {
  const { demands = [], bom = [], orders = [], items, start, days, calendar } = company(seed)
  return {
    start,
    days,
    calendar,
    items: items.map((item) => ({ ...item, sold: [1, 2, 3], soldDays: 10 })),
    bom,
    sales: demands,
    demands: [],
    forecast: items.map(({ code }) => ({ item: code, from: '2026-12-01', to: '2026-12-31', quantity })),
    orders,
  }
}

describe('one item of a plan', () => {
  it('planned with what it goes into alone, is as it is in the whole plan', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const sources = sourcesFrom(seed, 40)
        const told = { pegging: 'full', metrics: true } as const
        const whole = planCompany({ ...planInputOf(sources), ...told })
        for (const { item, metricas_avancadas } of whole.items.slice(0, 3)) {
          const alone = planCompany({ ...planInputOf(sourcesOfItem(sources, item)), ...told })
          expect(alone.items.find((one) => one.item === item)?.metricas_avancadas).toEqual(metricas_avancadas)
          const own = (orders: typeof whole.orders) =>
            orders.filter((one) => one.item === item).map(({ id: _id, pegging: _pegging, ...rest }) => rest)
          expect(own(alone.orders)).toEqual(own(whole.orders))
        }
      }),
      { numRuns: 60 },
    )
  })
})

const horizon = { start: '2026-12-10', days: 60 }
const total = (demands: readonly { quantity: number }[]) =>
  Math.round(demands.reduce((sum, one) => sum + one.quantity, 0) * 1e4) / 1e4

describe('the forecast beyond the sales', () => {
  const cell = { item: 'A', from: '2027-01-01', to: '2027-01-31', quantity: 100 }
  it('is spread over the working days of its period, exactly', () => {
    const demands = forecastDemand([cell], [], horizon, () => 0)
    expect(total(demands)).toBe(100)
    expect(demands.every(({ date }) => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay()))).toBe(true)
    expect(new Set(demands.map((one) => one.quantity))).toEqual(new Set([4, 5]))
    expect(demands.every((one) => one.id === 'previsao:2027-01-01')).toBe(true)
  })

  it('is consumed by the sales that fall due in its period, and by no other', () => {
    const sale = (date: string, quantity: number) => ({ item: 'A', date, quantity })
    expect(total(forecastDemand([cell], [sale('2027-01-15', 30)], horizon, () => 0))).toBe(70)
    expect(total(forecastDemand([cell], [sale('2027-01-15', 130)], horizon, () => 0))).toBe(0)
    expect(total(forecastDemand([cell], [sale('2027-02-01', 30), sale('2026-11-30', 30)], horizon, () => 0))).toBe(100)
    expect(total(forecastDemand([cell], [{ ...sale('2027-01-15', 30), item: 'B' }], horizon, () => 0))).toBe(100)
  })

  it('of a period that has begun counts its days to come alone', () => {
    const december = { item: 'A', from: '2026-12-01', to: '2026-12-31', quantity: 230 }
    // 23 working days, 7 of them before the 10th.
    expect(total(forecastDemand([december], [], horizon, () => 0))).toBe(160)
    expect(
      total(forecastDemand([december], [{ item: 'A', date: '2026-12-05', quantity: 50 }], horizon, () => 0)),
      'an overdue sale consumes nothing',
    ).toBe(160)
  })

  it('never sums to more than the forecast, nor to less than what the sales leave of it', () => {
    const date = fc
      .integer({ min: 0, max: 80 })
      .map((day) => new Date(Date.UTC(2026, 11, 1 + day)).toISOString().slice(0, 10))
    const sales = fc.array(fc.record({ item: fc.constant('A'), date, quantity: fc.integer({ min: 0, max: 60 }) }))
    fc.assert(
      fc.property(
        sales,
        fc.integer({ min: 0, max: 500 }),
        fc.constantFrom(0, 2, undefined),
        (sold, quantity, places) => {
          const cells = [{ ...cell, quantity }]
          const got = total(forecastDemand(cells, sold, horizon, () => places))
          const inside = total(sold.filter((one) => one.date >= cell.from && one.date <= cell.to))
          expect(got).toBe(Math.max(0, quantity - inside))
        },
      ),
    )
  })

  it.each([
    ['reversed dates', { ...cell, to: '2026-12-01' }, 'invalid_dates'],
    ['a quantity that is no number', { ...cell, quantity: Number.NaN }, 'invalid_quantity'],
    ['a negative quantity', { ...cell, quantity: -1 }, 'invalid_quantity'],
  ])('refuses %s by name', (_, lie, code) => {
    expect(() => forecastDemand([lie], [], horizon)).toThrowError(expect.objectContaining({ code }))
    expect(() => forecastDemand([lie], [], horizon)).toThrow(CoreError)
  })
})

describe('sources', () => {
  it('become an input whose plan the checker proves', () => {
    fc.assert(
      fc.property(seeds, fc.nat(200), (seed, quantity) => {
        const sources = sourcesFrom(seed, quantity)
        const input = planInputOf(sources)
        expect(planInputOf(sources)).toEqual(input)
        expect(checkPlan(input, planCompany(input)).violations).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('chosen items bring everything that goes into them', () => {
    const bom = [
      { parent: 'A', child: 'B', qty: 1 },
      { parent: 'B', child: 'C', qty: 1 },
      { parent: 'D', child: 'C', qty: 1 },
    ]
    expect([...withComponents(bom, ['A'])].sort()).toEqual(['A', 'B', 'C'])
    expect([...withComponents(bom, ['D'])].sort()).toEqual(['C', 'D'])
  })
})

describe('the dates of a chart', () => {
  it('are every third day, the last, and the key dates among them, once and in order', () => {
    const dates = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06']
    expect(chartDates(dates, ['2026-12-05', '2026-12-04', '2027-01-01'])).toEqual([
      '2026-12-01',
      '2026-12-04',
      '2026-12-05',
      '2026-12-06',
    ])
    expect(chartDates([], ['2026-12-05'])).toEqual([])
  })
})
