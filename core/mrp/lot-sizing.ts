import { CoreError } from '../errors'
import type { CostMethod } from './lots'

/**
 * Cost-based lot sizing: an order pays its setup, stock left at the end of a period pays holding, units pay their cost in the period
 * they are ordered. Wagner-Whitin finds the cheapest plan (Wagner and Whitin 1958, a dynamic programme over the last order);
 * Silver-Meal, least unit cost and part-period balancing decide lot by lot.
 */
export interface LotSizing {
  readonly demand: readonly number[]
  /** An amount, or one for each period. */
  readonly setupCost: number | readonly number[]
  readonly holdingCost: number | readonly number[]
  readonly unitCost?: number | readonly number[] | undefined
  readonly method: CostMethod | 'L4L'
}

export const MAX_PERIODS = 4000

/** One quantity a period, and what the plan costs. Throws `invalid_input`. */
export function sizeLots(input: LotSizing): { plan: number[]; cost: number } {
  const periods = input.demand.length
  if (periods > MAX_PERIODS) throw new CoreError('invalid_input', `No máximo ${MAX_PERIODS} períodos.`)
  const demand = series(input.demand, periods, 'demand')
  const setup = series(input.setupCost, periods, 'setupCost')
  const holding = series(input.holdingCost, periods, 'holdingCost')
  const unit = series(input.unitCost ?? 0, periods, 'unitCost')
  if (input.method === 'WW') return wagnerWhitinPlan({ demand, setup, holding, unit })
  const ends = new Int32Array(periods)
  if (input.method === 'L4L') for (let at = 0; at < periods; at++) ends[at] = at + 1
  else lotEnds(input.method, { demand, setup, holding, unit }, ends)
  const plan = Array.from({ length: periods }, () => 0)
  for (let at = 0; at < periods;) {
    const end = Math.max(at + 1, ends[at] ?? 0)
    if ((demand[at] ?? 0) > 0) for (let next = at; next < end; next++) plan[at] = (plan[at] ?? 0) + (demand[next] ?? 0)
    at = (demand[at] ?? 0) > 0 ? end : at + 1
  }
  return { plan, cost: planCost(plan, { demand, setup, holding, unit }) }
}

function series(value: number | readonly number[], periods: number, field: string): Float64Array {
  const out = typeof value === 'number' ? new Float64Array(periods).fill(value) : Float64Array.from(value)
  if (out.length !== periods || !out.every((one) => one >= 0 && one < Infinity)) {
    throw new CoreError('invalid_input', `'${field}' deve ter um valor, zero ou mais, para cada período.`)
  }
  return out
}

export interface LotCosts {
  readonly demand: Float64Array
  readonly setup: Float64Array
  readonly holding: Float64Array
  readonly unit: Float64Array
}

function planCost(plan: readonly number[], { demand, setup, holding, unit }: LotCosts): number {
  let stock = 0
  let cost = 0
  for (let at = 0; at < plan.length; at++) {
    const ordered = plan[at] ?? 0
    if (ordered > 0) cost += (setup[at] ?? 0) + ordered * (unit[at] ?? 0)
    stock += ordered - (demand[at] ?? 0)
    cost += Math.max(0, stock) * (holding[at] ?? 0)
  }
  return cost
}

/** The cheapest plan, orders also allowed in periods without demand (their setup may be cheaper). */
function wagnerWhitinPlan(costs: LotCosts): { plan: number[]; cost: number } {
  const periods = costs.demand.length
  const best = new Float64Array(periods + 1)
  const from = new Int32Array(periods + 1)
  wagnerWhitin(costs, best, from)
  const plan = Array.from({ length: periods }, () => 0)
  for (let end = periods; end > 0;) {
    const start = from[end] ?? 0
    if (start < 0) {
      end -= 1
      continue
    }
    let quantity = 0
    for (let at = start; at < end; at++) quantity += costs.demand[at] ?? 0
    plan[start] = quantity
    end = start
  }
  return { plan, cost: best[periods] ?? 0 }
}

/**
 * best[e] is the least cost of the first e periods, from[e] the period of its last order, −1 when period e−1 needs none.
 * Holding an order's tail is built up as the start moves back, so no sum is made twice.
 */
function wagnerWhitin({ demand, setup, holding, unit }: LotCosts, best: Float64Array, from: Int32Array): void {
  best[0] = 0
  for (let end = 1; end <= demand.length; end++) {
    const last = demand[end - 1] ?? 0
    let least = Infinity
    let start = -1
    if (last <= 0) {
      least = best[end - 1] ?? 0
    } else {
      let quantity = 0
      let held = 0
      for (let at = end - 1; at >= 0; at--) {
        held += quantity * (holding[at] ?? 0)
        quantity += demand[at] ?? 0
        const total = (best[at] ?? 0) + (setup[at] ?? 0) + quantity * (unit[at] ?? 0) + held
        if (total < least) {
          least = total
          start = at
        }
      }
    }
    best[end] = least
    from[end] = start
  }
}

/** ends[t] is the period after the last one that an order of period t covers. Used by the planner for its net requirements. */
export function lotEnds(method: CostMethod, costs: LotCosts, ends: Int32Array): void {
  const periods = costs.demand.length
  if (method === 'WW') {
    const best = new Float64Array(periods + 1)
    const from = new Int32Array(periods + 1)
    wagnerWhitin(costs, best, from)
    ends.fill(0)
    for (let end = periods; end > 0;) {
      const start = from[end] ?? 0
      if (start < 0) end -= 1
      else {
        ends.fill(end, start, end)
        end = start
      }
    }
    return
  }
  for (let at = 0; at < periods;) {
    const end = (costs.demand[at] ?? 0) > 0 ? heuristicEnd(method, costs, at) : at + 1
    ends.fill(end, at, end)
    at = end
  }
}

function heuristicEnd(method: 'SM' | 'LUC' | 'PPB', { demand, setup, holding }: LotCosts, start: number): number {
  const fixed = setup[start] ?? 0
  let carry = 0
  let held = 0
  let quantity = demand[start] ?? 0
  let previous = method === 'LUC' ? fixed / quantity : fixed
  let end = start + 1
  for (let at = start + 1; at < demand.length; at++) {
    carry += holding[at - 1] ?? 0
    const need = demand[at] ?? 0
    held += carry * need
    quantity += need
    const score =
      method === 'SM'
        ? (fixed + held) / (at - start + 1)
        : method === 'LUC'
          ? (fixed + held) / quantity
          : Math.abs(held - fixed)
    if (method === 'PPB') {
      if (score < previous) [previous, end] = [score, at + 1]
      if (held >= fixed) return end
    } else {
      if (score > previous) return end
      previous = score
      end = at + 1
    }
  }
  return end
}
