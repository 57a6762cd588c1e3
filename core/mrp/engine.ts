import { CoreError } from '../errors'
import { type Structure } from './bom'
import type { LeadTimes } from './calendar'
import { type Lot, LOT_FOR_LOT, ceil, lotQuantity, oneLot, roundUpTo } from './lots'
import { lotEnds } from './lot-sizing'
import { type Page, PlannedReceipts } from './receipts'

/** Amounts that fall in a bucket of an item: entries of item i are [first[i], first[i+1]), in bucket order. */
export interface Sparse {
  readonly first: Int32Array
  readonly bucket: Int32Array
  readonly quantity: Float64Array
}

/** What the engine plans: one entry an item in each array, buckets 0..buckets−1. */
export interface Problem {
  readonly buckets: number
  readonly structure: Structure
  readonly leadTimes: LeadTimes
  /** Lead time in buckets, and whether it counts working days only. */
  readonly lead: Int32Array
  readonly working: Uint8Array
  readonly onHand: Float64Array
  readonly safety: Float64Array
  /** Safety stock that changes: from each bucket on, the new quantity; before the first, `safety`. */
  readonly safetySteps: Sparse | null
  /** Index into `lots`. */
  readonly lot: Int32Array
  readonly lots: readonly Lot[]
  /** Decimals of the item's unit that planned quantities are rounded up to; −1 leaves them. */
  readonly decimals: Int8Array
  /** Independent demand, and receipts already ordered. */
  readonly demand: Sparse
  readonly scheduled: Sparse
}

export const MAX_BUCKETS = 4000
/** Rows of one item, filled while it is planned; a listener reads them before the next item overwrites them. */
export interface Record {
  readonly gross: Float64Array
  readonly scheduled: Float64Array
  readonly projected: Float64Array
  readonly net: Float64Array
  readonly planned: Float64Array
  readonly safety: Float64Array
}

function newRecord(buckets: number): Record {
  return {
    gross: new Float64Array(buckets),
    scheduled: new Float64Array(buckets),
    projected: new Float64Array(buckets),
    net: new Float64Array(buckets),
    planned: new Float64Array(buckets),
    safety: new Float64Array(buckets),
  }
}

/**
 * Plans every item once, parents before components, each reading the planned receipts of its parents: available = projected before
 * + scheduled − gross; below the safety stock, net = safety − available, and the lot rule turns net into a planned receipt.
 * A release before the plan starts makes its components fall due in the first bucket. A component due past the end is left out.
 * One record is reused for all items: `onItem` reads it once it is complete, before the next item overwrites it. `forward` moves the scheduled
 * receipts of an item before it is netted; it answers whether it did.
 */
export function runPlan(
  problem: Problem,
  onItem?: (item: number, record: Record) => void,
  forward?: (item: number, record: Record) => boolean,
): PlannedReceipts {
  if (problem.buckets < 1 || problem.buckets > MAX_BUCKETS) {
    throw new CoreError('invalid_horizon', `O horizonte deve ter de 1 a ${MAX_BUCKETS} dias.`)
  }
  const { order, items } = problem.structure
  const receipts = new PlannedReceipts(items)
  const record = newRecord(problem.buckets)
  const ends = new Int32Array(problem.buckets)
  const work: Netting = { record, receipts, ends, recorded: onItem !== undefined }
  const tables: (Int32Array | undefined)[] = Array.from({ length: items }, () => undefined)
  let anyScheduled = false
  for (let at = 0; at < items; at++) {
    const item = order[at] ?? 0
    tables[item] = problem.leadTimes.table(problem.lead[item] ?? 0, problem.working[item] === 1)
    record.gross.fill(0)
    addSparse(problem.demand, item, record.gross)
    addFromParents(problem, item, receipts, tables, record.gross)
    if (anyScheduled) record.scheduled.fill(0)
    anyScheduled = addSparse(problem.scheduled, item, record.scheduled)
    fillSafety(problem, item, record.safety)
    if (forward?.(item, record)) anyScheduled = true
    if (work.recorded) {
      record.net.fill(0)
      record.planned.fill(0)
    }
    netItem(problem, item, work)
    onItem?.(item, record)
  }
  return receipts
}

function addSparse({ first, bucket, quantity }: Sparse, item: number, into: Float64Array): boolean {
  const start = first[item] ?? 0
  const end = first[item + 1] ?? 0
  for (let at = start; at < end; at++) {
    const day = bucket[at] ?? 0
    into[day] = (into[day] ?? 0) + (quantity[at] ?? 0)
  }
  return end > start
}

function addFromParents(
  { structure: { first, parent, factor, offset }, decimals, lot, lots }: Problem,
  item: number,
  receipts: PlannedReceipts,
  tables: readonly (Int32Array | undefined)[],
  gross: Float64Array,
): void {
  const end = first[item + 1] ?? 0
  for (let line = first[item] ?? 0; line < end; line++) {
    const from = parent[line] ?? 0
    const each = factor[line] ?? 0
    const releases = tables[from]
    if (!(each > 0 && releases)) continue
    const draw = { releases, each, offset: offset?.[line] ?? 0 }
    if (decimals[item] === 0) {
      const { max } = lots[lot[from] ?? 0] ?? LOT_FOR_LOT
      receipts.explodeWhole(from, { ...draw, max }, gross)
    } else receipts.explode(from, draw, gross)
  }
}

function fillSafety({ safety, safetySteps, buckets }: Problem, item: number, into: Float64Array): void {
  const base = safety[item] ?? 0
  const start = safetySteps?.first[item] ?? 0
  const end = safetySteps?.first[item + 1] ?? 0
  if (start === end) {
    if (into[0] !== base || into[buckets - 1] !== base || safetySteps) into.fill(base)
    return
  }
  into.fill(base, 0, safetySteps?.bucket[start] ?? 0)
  for (let at = start; at < end; at++) into.fill(safetySteps?.quantity[at] ?? 0, safetySteps?.bucket[at] ?? 0)
}

interface Netting {
  readonly record: Record
  readonly receipts: PlannedReceipts
  readonly ends: Int32Array
  /** Whether anyone reads the record: its net and planned rows are filled only then. */
  readonly recorded: boolean
}

/** Nets one item and keeps its planned receipts. Whole counts of the unit are planned as such; what does not fit goes by doubles. */
function netItem(problem: Problem, item: number, work: Netting): void {
  const lot = problem.lots[problem.lot[item] ?? 0] ?? LOT_FOR_LOT
  const decimals = problem.decimals[item] ?? -1
  const scale = 10 ** Math.max(0, decimals)
  const onHand = problem.onHand[item] ?? 0
  const ahead = lookAhead(lot, work.record, onHand, work.ends)
  const units = decimals < 0 ? null : unitsOf(lot, scale)
  const page = units ? work.receipts.openWhole(work.ends.length) : null
  const count = page && units ? netUnits(work, onHand, ahead ? work.ends : null, units, page) : -1
  if (count >= 0) {
    work.receipts.keepWhole(item, count, scale)
    return
  }
  const real = work.receipts.openReal(work.ends.length)
  work.receipts.keepReal(
    item,
    netDoubles(work, onHand, ahead ? work.ends : null, { lot, scale: decimals < 0 ? 0 : scale }, real),
  )
}

/** A lot rule counted in whole units of the item's last decimal, the minimum a multiple too; null when it does not fall on them. */
interface Units {
  readonly scale: number
  readonly min: number
  readonly mult: number
}

function unitsOf({ min, mult, max }: Lot, scale: number): Units | null {
  const [least, step] = [Math.round(min * scale), Math.round(mult * scale)]
  const exact = Math.abs(least - min * scale) < 1e-6 && Math.abs(step - mult * scale) < 1e-6
  return exact && max === Infinity ? { scale, min: step > 0 ? roundUpTo(least, step) : least, mult: step } : null
}

const WHOLE_LIMIT = 2 ** 32

/**
 * The planner's inner loop, in running totals: an order is due when the total required so far (less stock and receipts, plus safety)
 * passes the total placed so far. What is placed is whole lots, so each order is the required total rounded up, less what was placed:
 * a step waits only for one sum, not for the rounding of the step before it. Gives how many receipts it wrote, or −1 when one does not
 * fit in 32 bits.
 */
function netUnits(work: Netting, onHand: number, ends: Int32Array | null, lot: Units, page: Page<Uint32Array>): number {
  const { record, recorded } = work
  const { gross, scheduled, projected, safety, net, planned } = record
  const { scale, min, mult } = lot
  const { days, amounts } = page
  let at = page.start
  let drawn = -onHand
  let placed = 0
  for (let day = 0; day < gross.length; day++) {
    const due = gross[day] ?? 0
    drawn += due - (scheduled[day] ?? 0)
    const required = ((safety[day] ?? 0) + drawn) * scale
    const dust = 1e-9 * scale * (1 + due) + 1e-13 * required
    if (required - dust > placed) {
      const short = (required - placed) / scale
      const total = ends ? placed + toCover(record, day, ends[day] ?? 0, short) * scale : required
      let units = mult > 0 ? ceil((total - dust) / mult) * mult - placed : ceil(total - dust) - placed
      if (units < min) units = min
      if (units >= WHOLE_LIMIT) return -1
      days[at] = day
      amounts[at] = units
      at += 1
      placed += units
      if (recorded) {
        net[day] = short
        planned[day] = units / scale
      }
    }
    if (recorded) projected[day] = placed / scale - drawn
  }
  return at - page.start
}

interface DoubleRule {
  readonly lot: Lot
  /** 10^decimals of the unit quantities round up to; 0 leaves them. */
  readonly scale: number
}

/** The same for quantities that are not whole counts, or whose lots split at a maximum. */
function netDoubles(
  work: Netting,
  onHand: number,
  ends: Int32Array | null,
  rule: DoubleRule,
  page: Page<Float64Array>,
): number {
  const { record, recorded } = work
  const { gross, scheduled, projected, safety, net, planned } = record
  const { days, amounts } = page
  let stock = onHand
  let at = page.start
  for (let day = 0; day < gross.length; day++) {
    const due = gross[day] ?? 0
    const wanted = safety[day] ?? 0
    stock += (scheduled[day] ?? 0) - due
    const short = wanted - stock
    if (short > 1e-9 * (1 + due)) {
      const quantity = lotOf(ends ? toCover(record, day, ends[day] ?? 0, short) : short, rule)
      days[at] = day
      amounts[at] = quantity
      at += 1
      stock = quantity === short ? wanted : stock + quantity
      if (recorded) {
        net[day] = short
        planned[day] = quantity
      }
    } else if (short > 0) {
      stock = wanted
    }
    projected[day] = stock
  }
  return at - page.start
}

function lotOf(needed: number, { lot, scale }: DoubleRule): number {
  const quantity = scale > 0 ? roundUpTo(needed * scale, 1) / scale : needed
  return quantity > lot.max ? lotQuantity(quantity, lot) : oneLot(quantity, lot.min, lot.mult)
}

/** Says in `ends` before which bucket the lot of each bucket ends; false when every lot is for its own bucket. */
function lookAhead(lot: Lot, record: Record, onHand: number, ends: Int32Array): boolean {
  if (lot.cost) {
    coverByCost(record, onHand, lot.cost, ends)
    return true
  }
  if (lot.cover === 1) return false
  for (let day = 0; day < ends.length; day++) ends[day] = Math.min(ends.length, day + lot.cover)
  return true
}

/** The most that runs short from `day` to before `end`, `short` of it on the first day. */
function toCover({ gross, scheduled, safety }: Record, day: number, end: number, short: number): number {
  let balance = (safety[day] ?? 0) - short
  let most = short
  for (let next = day + 1; next < end; next++) {
    balance += (scheduled[next] ?? 0) - (gross[next] ?? 0)
    const missing = (safety[next] ?? 0) - balance
    if (missing > most) most = missing
  }
  return most
}

/** Nets the item lot for lot to see what each bucket lacks, then lets the cost rule say how far each lot goes. */
function coverByCost(
  { gross, scheduled, safety }: Record,
  onHand: number,
  cost: { method: 'WW' | 'SM' | 'LUC' | 'PPB'; setup: number; holding: number },
  ends: Int32Array,
): void {
  const buckets = gross.length
  const demand = new Float64Array(buckets)
  let stock = onHand
  for (let day = 0; day < buckets; day++) {
    stock += (scheduled[day] ?? 0) - (gross[day] ?? 0)
    const short = (safety[day] ?? 0) - stock
    if (short > 1e-9 * (1 + (gross[day] ?? 0))) {
      demand[day] = short
      stock += short
    }
  }
  const setup = new Float64Array(buckets).fill(cost.setup)
  const holding = new Float64Array(buckets).fill(cost.holding)
  lotEnds(cost.method, { demand, setup, holding, unit: new Float64Array(buckets) }, ends)
}
