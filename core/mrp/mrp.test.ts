import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorCode } from '../../fixtures/error-code'
import { checkPlan } from './check'
import { mrpFunctions } from './functions'
import { company, shuffled } from './mrp.fixture'
import { sizeLots } from './lot-sizing'
import { planCompany } from './plan'
import type { PlanInput } from './plan-input'
import { random } from './random'
import { timePhased } from './time-phased'

const start = '2026-12-01'

describe('a plan', () => {
  it('is proven by the independent checker on random companies', () => {
    for (let seed = 1; seed <= 600; seed++) {
      const input = company(seed)
      expect({ seed, ...checkPlan(input, planCompany(input)) }).toEqual({ seed, valid: true, violations: [] })
    }
  })

  it('is the same whatever order its input comes in', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const named = company(seed)
      const unnamed = { ...named, demands: named.demands?.map((one) => ({ ...one, id: undefined })) }
      const input: PlanInput = { ...(seed % 2 === 0 ? named : unnamed), pegging: 'full', metrics: true }
      const other = {
        ...input,
        items: shuffled(input.items, seed),
        bom: shuffled(input.bom, seed + 1),
        demands: shuffled(input.demands, seed + 2),
        orders: shuffled(input.orders, seed + 3),
      }
      expect(JSON.stringify(planCompany(other))).toBe(JSON.stringify(planCompany(input)))
    }
  })

  it('never covers more demand than there is, nor pegs more than an order brings', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const input = company(seed)
      const { orders } = planCompany({ ...input, pegging: 'full' })
      const demand = new Map((input.demands ?? []).map(({ id, quantity }) => [id, quantity]))
      const covered = new Map<string, number>()
      for (const order of orders) {
        const pegged = (order.pegging ?? []).reduce((sum, one) => sum + one.quantity, 0)
        expect(pegged).toBeLessThanOrEqual(order.quantity + 1e-6)
        for (const { kind, id, item, quantity } of order.pegging ?? []) {
          if (kind === 'demand' && item === order.item) covered.set(id, (covered.get(id) ?? 0) + quantity)
        }
        const served = (order.demands_covered ?? []).reduce((sum, one) => sum + one.quantity, 0)
        expect(served).toBeLessThanOrEqual(pegged + 1e-6)
      }
      for (const [id, quantity] of covered) {
        if (demand.has(id)) expect(quantity).toBeLessThanOrEqual((demand.get(id) ?? 0) + 1e-6)
      }
    }
  })

  it('tells which sale needs an order two levels down', () => {
    const { orders } = planCompany({
      start,
      days: 30,
      items: ['mesa', 'tampo', 'chapa'].map((code) => ({ code, leadTime: 2 })),
      bom: [
        { parent: 'mesa', child: 'tampo', qty: 1 },
        { parent: 'tampo', child: 'chapa', qty: 2 },
      ],
      demands: [
        { id: 'venda 1', item: 'mesa', date: '2026-12-20', quantity: 3 },
        { id: 'venda 2', item: 'mesa', date: '2026-12-21', quantity: 4 },
      ],
      pegging: 'full',
    })
    const sheets = orders.filter(({ item }) => item === 'chapa')
    expect(sheets.map(({ data_pedido, quantity, tipo_acao }) => [data_pedido, quantity, tipo_acao])).toEqual([
      ['2026-12-14', 6, 1],
      ['2026-12-15', 8, 1],
    ])
    expect(sheets.map(({ demands_covered }) => demands_covered?.map(({ id, quantity }) => [id, quantity]))).toEqual([
      [['venda 1', 6]],
      [['venda 2', 8]],
    ])
  })

  it('does not buy one lot more for 0.1 + 0.2', () => {
    const { orders } = planCompany({
      start,
      days: 2,
      items: [{ code: 'A', leadTime: 0, decimals: 1, lot: { type: 'MULT', qty: 0.3 } }],
      demands: [0.1, 0.2].map((quantity) => ({ item: 'A', date: start, quantity })),
    })
    expect(orders.map(({ quantity }) => quantity)).toEqual([0.3])
  })

  it('counts lead times in working days: two before a Monday is the Thursday, holidays apart', () => {
    const one = (holidays: string[]) =>
      planCompany({
        start,
        days: 30,
        calendar: { holidays },
        items: [{ code: 'A', leadTime: 2, leadTimeIn: 'working' }],
        demands: [{ item: 'A', date: '2026-12-14', quantity: 1 }],
      }).orders.map(({ data_pedido }) => data_pedido)
    expect(one([])).toEqual(['2026-12-10'])
    expect(one(['2026-12-10'])).toEqual(['2026-12-09'])
  })

  it('keeps firm orders and says how late a past-due release is', () => {
    const plan = planCompany({
      start,
      days: 10,
      items: [{ code: 'A', leadTime: 5 }],
      demands: [{ item: 'A', date: '2026-12-03', quantity: 10 }],
      orders: [{ id: 'PC 7', item: 'A', date: '2026-12-02', quantity: 4 }],
    })
    expect(plan.firm).toEqual([{ id: 'PC 7', item: 'A', date: '2026-12-02', quantity: 4 }])
    expect(plan.orders).toMatchObject([{ falta: 6, quantity: 6, data_pedido: '2026-11-28', days_late: 3 }])
  })

  it('gives the metrics of each item: evolution by date, batches, order dates, demands covered, risk', () => {
    const { items } = planCompany({
      start,
      days: 6,
      items: [{ code: 'A', leadTime: 2, onHand: 5, sigmaDaily: 1, unitCost: 4, lot: { type: 'MULT', qty: 10 } }],
      demands: [
        { id: 'V1', item: 'A', date: '2026-12-02', quantity: 4 },
        { id: 'V2', item: 'A', date: '2026-12-04', quantity: 4 },
      ],
      metrics: true,
      pegging: 'full',
    })
    expect(items[0]?.metricas_avancadas).toMatchObject({
      summary: {
        initial_stock: 5,
        final_stock: 7,
        minimum_stock: 1,
        minimum_stock_date: '2026-12-02',
        production_coverage_rate: 100,
      },
      demand_analysis: { total_demand: 8, period_days: 6 },
      stock_evolution: { '2026-12-01': 5, '2026-12-02': 1, '2026-12-03': 1, '2026-12-04': 7, '2026-12-06': 7 },
      batches: [{ quantity: 10, date: '2026-12-04', order_date: '2026-12-02' }],
      order_dates: ['2026-12-02'],
      demands_covered: [{ id: 'V2', quantity: 3 }],
      // Two days after any review the stock is 1 or 7: P(Z > 1/√2) = 23.98 %.
      extended_analytics: { risk_analysis: { stockout_risk: { probability: 23.98, level: 'Crítico' } } },
      stock_value: 18.67,
    })
  })

  it('plans a random company of one item for a day of nothing', () => {
    expect(planCompany({ start, days: 1, items: [{ code: 'A' }] }).orders).toEqual([])
  })
})

describe('the checker', () => {
  const input: PlanInput = {
    start,
    days: 20,
    items: [{ code: 'A', leadTime: 3, lot: { type: 'MULT', qty: 5 } }, { code: 'B' }],
    bom: [{ parent: 'A', child: 'B', qty: 2 }],
    demands: [{ item: 'A', date: '2026-12-15', quantity: 8 }],
    orders: [{ item: 'A', date: '2026-12-10', quantity: 1 }],
  }
  const plan = planCompany(input)
  const [b, a] = [plan.orders.find(({ item }) => item === 'B'), plan.orders.find(({ item }) => item === 'A')]
  const found = (orders: unknown[], firm: unknown = plan.firm) => {
    const answer = mrpFunctions.find(({ name }) => name === 'mrp.check')?.run({ input, plan: { orders, firm } })
    return JSON.stringify(answer)
  }

  it.each([
    ['unmet', [b]],
    ['not_needed', [a, b, { ...a, date: '2026-12-16', data_pedido: '2026-12-13' }]],
    [
      'too_much',
      [
        { ...a, quantity: 20, release_quantity: 20 },
        { ...b, quantity: 40, release_quantity: 40, falta: 40 },
      ],
    ],
    ['lot', [{ ...a, quantity: 9, release_quantity: 9 }, b]],
    ['lead_time', [{ ...a, data_pedido: '2026-12-13' }, b]],
    ['action', [{ ...a, tipo_acao: 1 }, b]],
    ['falta', [{ ...a, falta: 8 }, b]],
    ['invalid_order', [{ ...a, date: '2027-12-13' }, b]],
    ['unknown_item', [{ ...a, item: 'Z' }, b]],
  ])('finds %s', (code, orders) => {
    expect(found(orders)).toContain(`"code":"${code}"`)
  })

  it('finds a firm order that was moved', () => {
    expect(found(plan.orders)).toBe('{"valid":true,"violations":[]}')
    expect(found(plan.orders, [{ item: 'A', date: '2026-12-11', quantity: 1 }])).toContain('"code":"firm"')
  })
})

describe('input that lies', () => {
  const item = (more: object) => ({ start, days: 10, items: [{ code: 'A', ...more }] })
  it.each([
    ['invalid_lead_time', item({ leadTime: -1 })],
    ['invalid_lead_time', item({ leadTime: 1.5 })],
    ['invalid_quantity', item({ onHand: 1e300 })],
    ['invalid_yield', item({ yield: 0 })],
    ['invalid_lot', item({ lot: { type: 'MULT' } })],
    ['invalid_lot', item({ lot: { type: 'L4L', min: 5, max: 4 } })],
    ['invalid_lot', item({ lot: { type: 'MULT', qty: -3 } })],
    ['invalid_horizon', { start, days: 0, items: [] }],
    ['invalid_horizon', { start, days: 1e9, items: [] }],
    ['duplicate_item', { start, days: 1, items: [{ code: 'A' }, { code: 'A' }] }],
    ['unknown_item', { ...item({}), demands: [{ item: 'B', date: start, quantity: 1 }] }],
    ['invalid_quantity', { ...item({}), demands: [{ item: 'A', date: start, quantity: -1 }] }],
    ['invalid_date', { ...item({}), demands: [{ item: 'A', date: '2026-02-30', quantity: 1 }] }],
    ['invalid_bom', { ...item({}), bom: [{ parent: 'A', child: 'A', qty: 1, scrap: 1 }] }],
    ['bom_cycle', { ...item({}), bom: [{ parent: 'A', child: 'A', qty: 1 }] }],
    ['invalid_calendar', { ...item({}), calendar: { workdays: [] } }],
    [
      'too_many_lots',
      { ...item({ lot: { type: 'MAX', max: 0.001 } }), demands: [{ item: 'A', date: start, quantity: 1e9 }] },
    ],
    ['invalid_input', { ...item({}), items: [{ code: 'A', onHand: Number.NaN }] }],
    ['invalid_input', 'a plan'],
  ])('%s', (code, input) => {
    expect(errorCode(() => mrpFunctions.find(({ name }) => name === 'mrp.plan')?.run(input))).toBe(code)
  })

  it('names a cycle', () => {
    const cycle = {
      start,
      days: 5,
      items: ['A', 'B', 'C', 'D'].map((code) => ({ code })),
      bom: [
        ['A', 'B'],
        ['B', 'C'],
        ['C', 'D'],
        ['D', 'B'],
      ].map(([parent = '', child = '']) => ({ parent, child, qty: 1 })),
    }
    expect(() => planCompany(cycle)).toThrow('B → C → D → B')
  })

  it('any JSON gives an answer or a CoreError', () => {
    const any = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.record(
        {
          start: fc.constantFrom(start, 'x', 3),
          days: fc.constantFrom(1, 20, -1, 1e9, Number.NaN),
          items: fc.array(
            fc.record(
              {
                code: fc.constantFrom('A', 'B', ''),
                leadTime: fc.double(),
                lot: fc.record(
                  {
                    type: fc.constantFrom('FOQ', 'POQ', 'WW', 'MAX', 'SM'),
                    qty: fc.double(),
                    periods: fc.double(),
                    setupCost: fc.double(),
                    holdingCost: fc.nat(),
                  },
                  { requiredKeys: ['type'] },
                ),
              },
              { requiredKeys: ['code'] },
            ),
            { maxLength: 3 },
          ),
          demands: fc.array(
            fc.record({
              item: fc.constantFrom('A', 'B', 'C'),
              date: fc.constantFrom(start, '2026-12-09', '', '9999-12-31'),
              quantity: fc.double(),
            }),
            { maxLength: 3 },
          ),
        },
        { requiredKeys: [] },
      ),
      fc.record({
        demand: fc.array(fc.double(), { maxLength: 6 }),
        setupCost: fc.double(),
        holdingCost: fc.double(),
        method: fc.constantFrom('WW', 'SM', 'PPB'),
      }),
      fc.record(
        {
          start: fc.constant(start),
          demand: fc.array(fc.double(), { maxLength: 6 }),
          initialStock: fc.double(),
          leadTime: fc.double(),
          sigmaDaily: fc.double(),
          history: fc.array(fc.double(), { maxLength: 3 }),
        },
        { requiredKeys: ['start'] },
      ),
      fc.record({
        periods: fc.double(),
        items: fc.array(fc.record({ code: fc.constantFrom('A', 'B') }), { maxLength: 2 }),
        grossRequirements: fc.dictionary(fc.constantFrom('A', 'B', 'x'), fc.dictionary(fc.string(), fc.double())),
      }),
    )
    fc.assert(
      fc.property(any, fc.constantFrom(...mrpFunctions), (input, one) => {
        expect(errorCode(() => one.run(input))).not.toMatch(/^not a CoreError/)
      }),
      { numRuns: 20_000 },
    )
  })
})

describe('lot sizes', () => {
  it('Wagner-Whitin is never dearer than the others, and every plan covers the demand in time', () => {
    const next = random(7)
    for (let round = 0; round < 300; round++) {
      const demand = Array.from({ length: 1 + Math.floor(next() * 14) }, () =>
        next() < 0.3 ? 0 : Math.floor(next() * 90),
      )
      const rule = { demand, setupCost: 20 + next() * 300, holdingCost: next() * 3 }
      const best = sizeLots({ ...rule, method: 'WW' }).cost
      for (const method of ['L4L', 'SM', 'LUC', 'PPB', 'WW'] as const) {
        const { plan, cost } = sizeLots({ ...rule, method })
        expect(cost).toBeGreaterThanOrEqual(best - 1e-9)
        let stock = 0
        plan.forEach((lot, at) => {
          stock += lot - (demand[at] ?? 0)
          expect(stock).toBeGreaterThanOrEqual(-1e-9)
        })
        expect(Math.abs(stock)).toBeLessThan(1e-9)
      }
    }
  })
})

describe('time-phased records', () => {
  it('take a yield, a safety stock by period and an offset', () => {
    const records = timePhased({
      periods: 6,
      items: [
        { code: 'A', leadTime: 1, yield: 0.8, safetyStock: [0, 0, 4, 4, 4, 4] },
        { code: 'B', leadTime: 1 },
      ],
      bom: [{ parent: 'A', child: 'B', qty: 2, offset: 1 }],
      grossRequirements: { A: { 5: 8 } },
    })
    expect(records['A']).toMatchObject({ plannedReceipts: [0, 0, 4, 0, 8, 0], plannedReleases: [0, 5, 0, 10, 0, 0] })
    expect(records['B']).toMatchObject({ gross: [0, 0, 10, 0, 20, 0] })
  })
})
