import { CoreError } from '../errors'
import type { Structure } from './bom'
import { wholeDraw } from './lots'
import type { ReadPlan } from './plan-input'

/** A planned order by index, before it is told to people. */
export interface PlannedOrder {
  readonly item: number
  readonly bucket: number
  /** Below zero: it should have been placed before the plan starts. */
  readonly release: number
  readonly quantity: number
  /** The part of the net requirement this order is for; the rest of its quantity comes from the lot rule. */
  readonly net: number
}

/** What a planned order is for, one level up: a demand, or the order of a parent that draws it. */
export interface Peg {
  readonly kind: 'demand' | 'order'
  /** Index of the demand, or of the parent's order. */
  readonly index: number
  /** In the unit of the order pegged. */
  readonly quantity: number
}

/** For each order: its pegs, in the order the requirements fall due. What is in no peg is for the safety stock or is lot surplus. */
export type Pegging = readonly (readonly Peg[])[]

const MAX_PEGS = 5_000_000

interface Requirement {
  readonly bucket: number
  readonly quantity: number
  readonly kind: Peg['kind']
  readonly index: number
}

/**
 * Single-level pegging, first in first out: stock on hand pays first, then receipts as they come, firm ones before planned ones of
 * the same day; requirements are paid by date. `orders` are by item, then by date.
 */
export function pegOrders(plan: ReadPlan, orders: readonly PlannedOrder[]): Pegging {
  const { problem } = plan
  const { structure } = problem
  const byItem = groupByItem(orders, structure.items)
  const demandsOf = new Map<number, { bucket: number; quantity: number; index: number }[]>()
  plan.demands.forEach(({ item, bucket, quantity }, index) => {
    const at = plan.index.get(item) ?? 0
    if (bucket >= plan.days) return
    const list = demandsOf.get(at)
    const one = { bucket: Math.max(0, bucket), quantity, index }
    if (list) list.push(one)
    else demandsOf.set(at, [one])
  })
  const pegs: Peg[][] = orders.map(() => [])
  let total = 0
  for (let item = 0; item < structure.items; item++) {
    const own = byItem[item] ?? []
    if (own.length === 0) continue
    const needs: Requirement[] = [
      ...(demandsOf.get(item) ?? []).map((one) => ({ ...one, kind: 'demand' as const })),
      ...drawnByParents(plan, item, orders, byItem),
    ].sort((a, b) => a.bucket - b.bucket || compareKind(a.kind, b.kind) || a.index - b.index)
    total += needs.length + own.length
    if (total > MAX_PEGS) throw new CoreError('too_large', `Rastreio grande demais: passa de ${MAX_PEGS} ligações.`)
    match(plan, item, own, needs, orders, pegs)
  }
  return pegs
}

const compareKind = (a: Peg['kind'], b: Peg['kind']) => (a === b ? 0 : a === 'demand' ? -1 : 1)

function groupByItem(orders: readonly PlannedOrder[], items: number): number[][] {
  const byItem: number[][] = Array.from({ length: items }, () => [])
  orders.forEach((order, at) => byItem[order.item]?.push(at))
  return byItem
}

function drawnByParents(
  { problem, days }: ReadPlan,
  item: number,
  orders: readonly PlannedOrder[],
  byItem: readonly number[][],
): Requirement[] {
  const { first, parent, factor, offset } = problem.structure
  const whole = problem.decimals[item] === 0
  const needs: Requirement[] = []
  for (let line = first[item] ?? 0; line < (first[item + 1] ?? 0); line++) {
    const each = factor[line] ?? 0
    if (each === 0) continue
    for (const at of byItem[parent[line] ?? 0] ?? []) {
      const order = orders[at]
      if (!order) continue
      const bucket = Math.max(0, order.release) + (offset?.[line] ?? 0)
      const quantity = whole ? wholeDraw(order.quantity, each, Infinity) : each * order.quantity
      if (bucket < days) needs.push({ bucket, quantity, kind: 'order', index: at })
    }
  }
  return needs
}

function match(
  { problem }: ReadPlan,
  item: number,
  own: readonly number[],
  needs: readonly Requirement[],
  orders: readonly PlannedOrder[],
  pegs: Peg[][],
): void {
  const { scheduled, onHand } = problem
  const supplies = [{ bucket: -1, quantity: Math.max(0, onHand[item] ?? 0), order: -1 }]
  for (let at = scheduled.first[item] ?? 0; at < (scheduled.first[item + 1] ?? 0); at++) {
    supplies.push({ bucket: scheduled.bucket[at] ?? 0, quantity: scheduled.quantity[at] ?? 0, order: -1 })
  }
  for (const at of own)
    supplies.push({ bucket: orders[at]?.bucket ?? 0, quantity: orders[at]?.quantity ?? 0, order: at })
  supplies.sort((a, b) => a.bucket - b.bucket || a.order - b.order)
  // Backlog already owed is paid before any demand of the plan.
  let owed = Math.max(0, -(onHand[item] ?? 0))
  let at = 0
  let left = needs[0]?.quantity ?? 0
  for (const supply of supplies) {
    let available = supply.quantity - Math.min(owed, supply.quantity)
    owed -= supply.quantity - available
    while (available > 1e-9 && at < needs.length) {
      const need = needs[at]
      if (!need) break
      const quantity = Math.min(available, left)
      if (supply.order >= 0 && quantity > 1e-9)
        pegs[supply.order]?.push({ kind: need.kind, index: need.index, quantity })
      available -= quantity
      left -= quantity
      if (left <= 1e-9) {
        at += 1
        left = needs[at]?.quantity ?? 0
      }
    }
  }
}

/** A demand an order serves, in the unit of the order. */
export interface Share {
  readonly demand: number
  readonly quantity: number
}

const MAX_SHARES = 200

/**
 * Full pegging: the demands each order serves, through every level; `others` counts those past the first 200 of an order.
 * Parents are done before their components, so each order is worked out once.
 */
export function pegDemands(
  structure: Structure,
  orders: readonly PlannedOrder[],
  pegging: Pegging,
): { shares: Share[]; others: number }[] {
  const done: { shares: Share[]; others: number }[] = orders.map(() => ({ shares: [], others: 0 }))
  const byItem = groupByItem(orders, structure.items)
  for (const item of structure.order) {
    for (const at of byItem[item] ?? []) done[at] = sharesOf(pegging[at] ?? [], orders, done)
  }
  return done
}

function sharesOf(
  pegs: readonly Peg[],
  orders: readonly PlannedOrder[],
  done: readonly { shares: Share[]; others: number }[],
): { shares: Share[]; others: number } {
  const sums = new Map<number, number>()
  let others = 0
  for (const { kind, index, quantity } of pegs) {
    if (kind === 'demand') sums.set(index, (sums.get(index) ?? 0) + quantity)
    else {
      const parent = done[index]
      const made = orders[index]?.quantity ?? 1
      for (const share of parent?.shares ?? []) {
        sums.set(share.demand, (sums.get(share.demand) ?? 0) + (quantity * share.quantity) / made)
      }
      others += parent?.others ?? 0
    }
  }
  const shares = [...sums].map(([demand, quantity]) => ({ demand, quantity })).sort((a, b) => a.demand - b.demand)
  return { shares: shares.slice(0, MAX_SHARES), others: others + Math.max(0, shares.length - MAX_SHARES) }
}
