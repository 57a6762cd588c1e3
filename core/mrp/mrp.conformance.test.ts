/* oxlint-disable no-console -- the figure of each file is what this test reports */
import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { type FreppleCase, compareRun } from './frepple.fixture'
import { type LotSizing, sizeLots } from './lot-sizing'
import { planCompany } from './plan'
import { purchaseUnits, replenish } from './replenish'
import { DEFAULT_LEAD_TIME, type StockMetricsInput, stockMetrics } from './stock-metrics'
import { type TimePhasedInput, timePhased } from './time-phased'

/** Equal in shape, numbers within the tolerance (relative above 1). */
function near(actual: unknown, expected: unknown, tolerance: number): boolean {
  if (typeof expected === 'number') {
    return typeof actual === 'number' && Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected))
  }
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((one, at) => near(actual[at], one, tolerance))
    )
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return false
    const own = new Map<string, unknown>(Object.entries(actual))
    return Object.entries(expected).every(([key, one]) => near(own.get(key), one, tolerance))
  }
  return actual === expected
}

function report(file: string, total: number, failed: readonly unknown[]): void {
  console.info(`${file}: ${total - failed.length}/${total}`)
  expect(failed).toEqual([])
  expect(total).toBeGreaterThan(0)
}

describe.skipIf(!hasConformance)('mrp conformance', () => {
  it('mrp/time-phased.json', () => {
    const { cases } = conformance<{
      cases: (TimePhasedInput & { id: string; expected: { [item: string]: object } })[]
    }>('mrp/time-phased.json')
    const failed = cases.filter((one) => {
      const records = timePhased(one)
      const pastDue = (record: object | undefined) => record !== undefined && 'pastDueReleases' in record
      return (
        !near(records, one.expected, 1e-6) ||
        Object.keys(one.expected).some((item) => pastDue(records[item]) !== pastDue(one.expected[item]))
      )
    })
    report(
      'mrp/time-phased.json',
      cases.length,
      failed.map(({ id }) => id),
    )
  })

  it('mrp/lot-sizing.json', () => {
    interface Case extends Omit<LotSizing, 'method'> {
      id: string
      optimalCost: number
      heuristics?: { [method in LotSizing['method']]?: { plan: number[]; cost: number } }
    }
    const { cases } = conformance<{ cases: Case[] }>('mrp/lot-sizing.json')
    const methods = ['L4L', 'SM', 'LUC', 'PPB'] as const
    const failed = cases.filter((one) => {
      const best = sizeLots({ ...one, method: 'WW' })
      const covered = near(
        best.plan.reduce((sum, x) => sum + x, 0),
        one.demand.reduce((sum, x) => sum + x, 0),
        1e-9,
      )
      const right = methods.every(
        (method) => !one.heuristics?.[method] || near(sizeLots({ ...one, method }), one.heuristics[method], 1e-6),
      )
      return !covered || !near(best.cost, one.optimalCost, 1e-6) || !right
    })
    report(
      'mrp/lot-sizing.json',
      cases.length,
      failed.map(({ id }) => id),
    )
  })

  it('mrp/stock-metrics.json', () => {
    const { cases } = conformance<{
      cases: {
        id: string
        input: StockMetricsInput
        expected: { stockout_risk: object; stock_evolution: readonly number[] }
      }[]
    }>('mrp/stock-metrics.json')
    const failed = cases.filter(({ input, expected: { stockout_risk, ...rest } }) => {
      const metrics = stockMetrics(input)
      // The file's risks, a proposal, begin after the first lead time: where its own stock is short within it, ours is certain.
      const short = rest.stock_evolution.slice(0, input.leadTime ?? DEFAULT_LEAD_TIME).some((stock) => stock < 0)
      const wanted = short ? { probability: 100, level: 'Crítico' } : stockout_risk
      return !near(metrics, rest, 1e-3) || !near(metrics.stockout_risk, wanted, 0.01)
    })
    report(
      'mrp/stock-metrics.json',
      cases.length,
      failed.map(({ id }) => id),
    )
  })
})

/** One bucket: each order of `orders` on a day of its own, no lead time, so that the plan says what each one buys or makes. */
interface ProjectCase {
  id: string
  input: {
    stock?: { [item: string]: number }
    stockInChildWarehouse?: { [item: string]: number }
    otherWarehouse?: { RM: number }
    bom?: [string, string, number][]
    orders?: { [item: string]: number }[]
    minOrderQty?: { RM: number }
    purchaseUomFactor?: { RM: number }
    decimals?: number
    rows?: { stockQty: number; factor: number; minOrderQty: number | null }[]
    demand?: number
    min?: number
    max?: number
    multiple?: number
    groupDays?: number
    demandDays?: number[]
    order?: { P6: number }
  }
  expected: { [key: string]: unknown }
}

const day = (at: number) => `2026-12-${String(at).padStart(2, '0')}`

function planned(one: ProjectCase['input'], onHand: { [item: string]: number }, min?: { [item: string]: number }) {
  const codes = [...new Set((one.bom ?? []).flatMap(([parent, child]) => [parent, child]))]
  const { orders } = planCompany({
    start: day(1),
    days: 31,
    items: codes.map((code) => ({
      code,
      leadTime: 0,
      onHand: onHand[code] ?? 0,
      lot: { type: 'L4L', min: min?.[code] },
    })),
    bom: (one.bom ?? []).map(([parent, child, qty]) => ({ parent, child, qty })),
    demands: (one.orders ?? []).flatMap((order, at) =>
      Object.entries(order).map(([item, quantity]) => ({ item, date: day(at + 1), quantity })),
    ),
  })
  const total = (item: string, at?: number) =>
    orders
      .filter((line) => line.item === item && (at === undefined || line.date === day(at)))
      .reduce((sum, line) => sum + line.quantity, 0)
  return total
}

/** What our functions answer for each case of the projects' tests, in the words of its `expected`. */
function answer(id: string, input: ProjectCase['input']): unknown {
  if (id === 'odoo-dozen') return dozens(input)
  const total = planned(input, input.stock ?? input.stockInChildWarehouse ?? {})
  switch (id) {
    case 'erpnext-cascade':
      return { purchasePerOrder: [total('RM', 1), total('RM', 2)] }
    case 'erpnext-moq':
      return {
        purchase: { RM: planned(input, {}, input.minOrderQty)('RM') },
        purchaseIgnoringMinimum: { RM: total('RM') },
      }
    case 'erpnext-moq-transfer': {
      const { transfer, purchase } = replenish({
        need: total('RM'),
        elsewhere: input.otherWarehouse?.RM,
        min: input.minOrderQty?.RM,
      })
      return { transfer: { RM: transfer }, purchase: { RM: purchase } }
    }
    case 'erpnext-uom-ceiling':
      return {
        purchaseUomQty: (input.rows ?? []).map(({ stockQty, factor, minOrderQty }) =>
          purchaseUnits(stockQty, { factor, decimals: input.decimals ?? 3, atLeast: minOrderQty !== null }),
        ),
      }
    case 'erpnext-purchase-uom': {
      const need = total('RM')
      return {
        transfer: { RM: replenish({ need, elsewhere: input.otherWarehouse?.RM }).transfer },
        purchaseUomQtyIfNoTransfer: { RM: replenish({ need, factor: input.purchaseUomFactor?.RM }).purchaseUnits },
      }
    }
    case 'erpnext-group-warehouse':
      return { produce: { SF: total('SF') }, produceBeforeStock: { SF: planned(input, {})('SF') } }
    case 'erpnext-three-subassemblies': {
      const produce = { S1: total('S1'), S2: total('S2'), S3: total('S3') }
      const stocked = Object.entries(input.stock ?? {}).filter(
        ([item, quantity]) => planned(input, { ...input.stock, [item]: 0 })(item) - total(item) === quantity,
      )
      return { produce, purchase: { R1: total('R1'), R2: total('R2'), R3: total('R3') }, reservations: stocked.length }
    }
    case 'oca-max':
      return {
        orders: replenish({ need: input.demand ?? 0, min: input.min, max: input.max, multiple: input.multiple }).orders,
      }
    case 'oca-group-days':
      return groups(input)
    case 'odoo-rule-0-0':
      return { order: replenish({ need: input.demand ?? 0, min: input.min, max: input.max }).purchase }
    default:
      return null
  }
}

function groups({ groupDays = 1, demandDays = [] }: ProjectCase['input']) {
  const { orders } = planCompany({
    start: day(1),
    days: 31,
    items: [{ code: 'P', leadTime: 0, lot: { type: 'POQ', periods: groupDays } }],
    demands: demandDays.map((at) => ({ item: 'P', date: day(at), quantity: 1, id: String(at) })),
    pegging: 'single',
  })
  return { groups: orders.map(({ pegging = [] }) => pegging.map(({ id }) => Number(id))) }
}

function dozens({ order }: ProjectCase['input']) {
  // P6 takes 8 dozen P4 and 12 P2 for 24; P4 takes 48 P2 for 96.
  const { orders } = planCompany({
    start: day(1),
    days: 1,
    items: ['P6', 'P4', 'P2'].map((code) => ({ code, leadTime: 0 })),
    bom: [
      { parent: 'P6', child: 'P4', qty: (8 * 12) / 24 },
      { parent: 'P6', child: 'P2', qty: 12 / 24 },
      { parent: 'P4', child: 'P2', qty: 48 / 96 },
    ],
    demands: [{ item: 'P6', date: day(1), quantity: order?.P6 ?? 0 }],
    pegging: 'single',
  })
  const forParent = (parent: string) =>
    orders
      .filter(({ item }) => item === 'P2')
      .flatMap(({ pegging = [] }) => pegging)
      .filter(({ item }) => item === parent)
      .reduce((sum, peg) => sum + peg.quantity, 0)
  return {
    produce: { P4: orders.find(({ item }) => item === 'P4')?.quantity },
    components: { 'P2 for P6': forParent('P6'), 'P2 for P4': forParent('P4') },
  }
}

describe.skipIf(!hasConformance)('mrp conformance, cases of other projects', () => {
  it('mrp/project-cases.json', () => {
    const { cases } = conformance<{ cases: ProjectCase[] }>('mrp/project-cases.json')
    const failed = cases.filter(({ id, input, expected }) => {
      if (!('error' in expected)) return !near(answer(id, input), expected, 1e-9)
      try {
        replenish({ need: 10, min: input.min, max: input.max })
        return true
      } catch (error) {
        return !(error instanceof Error && 'code' in error && error.code === 'invalid_lot')
      }
    })
    report(
      'mrp/project-cases.json',
      cases.length,
      failed.map(({ id }) => id),
    )
  })
})

describe.skipIf(!hasConformance)('mrp conformance, frePPLe plans', () => {
  it('mrp/frepple-plans.json: what is replenished without constraints, buffer by buffer', () => {
    const { cases } = conformance<{ cases: FreppleCase[] }>('mrp/frepple-plans.json')
    const aside: string[] = []
    const failed: string[] = []
    let compared = 0
    for (const one of cases) {
      for (const run of one.expected) {
        const at = `${one.id} run ${run.run}`
        if (run.solver.plantype !== 2) {
          aside.push(`${at}: constrained (plans within capacity, material and lead times, and delivers late instead)`)
          continue
        }
        const buffers = compareRun(one, run)
        if (buffers.length === 0)
          aside.push(`${at}: nothing replenishes its buffers, or only transfers between places do`)
        for (const { buffer, reason, expected, ours } of buffers) {
          if (reason) aside.push(`${at}, ${buffer}: ${reason}`)
          else compared += 1
          if (!reason && expected !== ours) failed.push(`${at}, ${buffer}: expected ${expected}, ours ${ours}`)
        }
      }
    }
    console.info(`mrp/frepple-plans.json: ${compared - failed.length}/${compared} buffers of unconstrained plans`)
    console.info(`set aside, ${aside.length}:\n  ${aside.join('\n  ')}`)
    expect(failed).toEqual([])
    expect(compared).toBeGreaterThan(30)
  })
})
