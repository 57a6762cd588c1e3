import * as v from 'valibot'
import { requireDate } from '../br/civil-date'
import { checkedInput, coreFunction } from '../function'
import { checkPlan } from './check'
import { LOT_TYPES } from './lots'
import { sizeLots } from './lot-sizing'
import { planCompany } from './plan'
import type { PlanInput } from './plan-input'
import { replenish } from './replenish'
import { stockMetrics } from './stock-metrics'
import { timePhased } from './time-phased'

const code = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const date = v.pipe(v.string(), v.maxLength(10), v.transform(requireDate))
const quantity = v.pipe(v.number(), v.finite())
const optional = v.optional(quantity)
const days = v.pipe(v.array(quantity), v.maxLength(4000))
const lot = v.object({
  type: v.picklist(LOT_TYPES),
  qty: optional,
  periods: optional,
  min: optional,
  mult: optional,
  max: optional,
  setupCost: optional,
  holdingCost: optional,
})
const bomLine = v.object({
  parent: code,
  child: code,
  qty: quantity,
  scrap: optional,
  scrapRule: v.optional(v.picklist(['divide', 'multiply'])),
  offset: optional,
})
const bom = v.optional(v.pipe(v.array(bomLine), v.maxLength(5_000_000)))
const quantities = v.optional(v.record(v.string(), v.record(v.string(), quantity)))
const perPeriod = v.union([quantity, days])

const planInput = v.object({
  start: date,
  days: quantity,
  calendar: v.optional(
    v.object({
      workdays: v.optional(
        v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))), v.maxLength(7)),
      ),
      holidays: v.optional(v.pipe(v.array(date), v.maxLength(10_000))),
    }),
  ),
  items: v.pipe(
    v.array(
      v.object({
        code,
        onHand: optional,
        leadTime: optional,
        leadTimeIn: v.optional(v.picklist(['calendar', 'working'])),
        safetyStock: v.optional(
          v.union([quantity, v.pipe(v.array(v.object({ from: date, quantity })), v.maxLength(4000))]),
        ),
        lot: v.optional(lot),
        yield: optional,
        decimals: optional,
        source: v.optional(v.picklist(['make', 'buy'])),
        phantom: v.optional(v.boolean()),
        unitCost: optional,
        sigmaDaily: optional,
        history: v.optional(days),
      }),
    ),
    v.maxLength(1_000_000),
  ),
  bom,
  demands: v.optional(
    v.pipe(v.array(v.object({ id: v.optional(v.string()), item: code, date, quantity })), v.maxLength(5_000_000)),
  ),
  orders: v.optional(
    v.pipe(
      v.array(v.object({ id: v.optional(v.string()), item: code, date, quantity, explode: v.optional(v.boolean()) })),
      v.maxLength(5_000_000),
    ),
  ),
  pegging: v.optional(v.picklist(['none', 'single', 'full'])),
  metrics: v.optional(v.boolean()),
  seed: v.optional(v.pipe(v.number(), v.integer())),
  arrivals: v.optional(v.picklist(['due', 'possible'])),
  forward: v.optional(v.boolean()),
})

const plannedOrder = v.object({
  item: code,
  quantity,
  release_quantity: quantity,
  date,
  data_pedido: date,
  days_late: quantity,
  falta: quantity,
  tipo_acao: v.picklist([0, 1, 2]),
})

/** A plan's input that came from outside, checked. Throws `invalid_input`, naming what is wrong. */
export function requirePlanInput(value: unknown): PlanInput {
  return checkedInput(planInput, value)
}

/** Planning from the terminal. */
export const mrpFunctions = [
  coreFunction({
    name: 'mrp.timePhased',
    summary: 'Registro MRP por período: bruta, programada, projetada, líquida, recebimentos e liberações planejadas.',
    takes:
      '{periods, items: [{code, leadTime, onHand, safetyStock?, lot?, yield?}], bom?, grossRequirements, scheduledReceipts?}',
    gives:
      '{item: {lowLevelCode, gross, scheduled, projectedOnHand, net, plannedReceipts, plannedReleases, pastDueReleases?}}',
    input: v.object({
      periods: quantity,
      items: v.pipe(
        v.array(
          v.object({
            code,
            leadTime: optional,
            onHand: optional,
            safetyStock: v.optional(v.union([quantity, days, v.record(v.string(), quantity)])),
            lot: v.optional(lot),
            yield: optional,
          }),
        ),
        v.maxLength(1_000_000),
      ),
      bom,
      grossRequirements: quantities,
      scheduledReceipts: quantities,
    }),
    run: timePhased,
  }),
  coreFunction({
    name: 'mrp.lotSizing',
    summary:
      'Dimensiona lotes: ótimo de Wagner-Whitin, Silver-Meal, menor custo unitário, período-parte ou lote a lote.',
    takes: '{demand, setupCost, holdingCost, unitCost?, method: WW|SM|LUC|PPB|L4L}',
    gives: '{plan, cost}',
    input: v.object({
      demand: days,
      setupCost: perPeriod,
      holdingCost: perPeriod,
      unitCost: v.optional(perPeriod),
      method: v.optional(v.picklist(['WW', 'SM', 'LUC', 'PPB', 'L4L']), 'WW'),
    }),
    run: sizeLots,
  }),
  coreFunction({
    name: 'mrp.stockMetrics',
    summary:
      'Métricas da evolução do estoque: resumo, cobertura, pontos críticos, risco de ruptura, valor e custo diário.',
    takes: '{start, demand, initialStock, receipts?, sigmaDaily?, leadTime?, unitCost?, history?, seed?}',
    gives:
      '{summary, demand_analysis, critical_points, first_day_coverage, coverage_status, stockout_risk, stock_value, …}',
    input: v.object({
      start: date,
      demand: days,
      receipts: v.optional(v.record(v.pipe(v.string(), v.maxLength(10), v.transform(requireDate)), quantity)),
      initialStock: quantity,
      sigmaDaily: optional,
      leadTime: optional,
      unitCost: optional,
      history: v.optional(days),
      seed: v.optional(v.pipe(v.number(), v.integer())),
    }),
    run: stockMetrics,
  }),
  coreFunction({
    name: 'mrp.plan',
    summary: 'Planeja uma empresa: o que comprar e produzir, quanto e quando, com rastreio até as demandas e métricas.',
    takes: '{start, days, items, bom?, demands?, orders?, calendar?, pegging?: none|single|full, metrics?, seed?}',
    gives:
      '{start, end, orders: [{item, tipo_acao, falta, quantity, date, data_pedido, days_late, …}], items, firm, ignored}',
    input: planInput,
    run: planCompany,
  }),
  coreFunction({
    name: 'mrp.check',
    summary: 'Confere um plano sem usar o planejador: saldos, lotes, prazos, ordens mantidas, demandas atendidas.',
    takes: '{input: a entrada de mrp.plan, plan: {orders, firm?}}',
    gives: '{valid, violations: [{code, item, date, message}]}',
    input: v.object({
      input: planInput,
      plan: v.object({
        orders: v.pipe(v.array(plannedOrder), v.maxLength(5_000_000)),
        firm: v.optional(v.pipe(v.array(v.object({ item: code, date, quantity })), v.maxLength(5_000_000))),
      }),
    }),
    run: ({ input, plan }) => checkPlan(input, plan),
  }),
  coreFunction({
    name: 'mrp.replenish',
    summary: 'Reposição de uma necessidade: estoque, transferência de outros depósitos e pedidos pela regra de lote.',
    takes: '{need, stock?, elsewhere?, min?, max?, multiple?, factor?, decimals?}',
    gives: '{fromStock, transfer, orders, purchase, purchaseUnits}',
    input: v.object({
      need: quantity,
      stock: optional,
      elsewhere: optional,
      min: optional,
      max: optional,
      multiple: optional,
      factor: optional,
      decimals: optional,
    }),
    run: replenish,
  }),
]
