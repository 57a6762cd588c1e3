import { CoreError } from '../errors'
import { LeadTimes } from './calendar'
import { MAX_BUCKETS, runPlan } from './engine'
import type { LotRule } from './lots'
import { type BomLine, type Entry, buildProblem, yieldOf } from './problem'

export interface TimePhasedItem {
  readonly code: string
  /** In periods. */
  readonly leadTime?: number | undefined
  readonly onHand?: number | undefined
  /** One quantity, one for each period, or by the period it starts in. */
  readonly safetyStock?: number | readonly number[] | Readonly<{ [period: string]: number }> | undefined
  readonly lot?: LotRule | undefined
  readonly yield?: number | undefined
}

/** An MRP record to work out: periods are 1-based, quantities by item and period. */
export interface TimePhasedInput {
  readonly periods: number
  readonly items: readonly TimePhasedItem[]
  readonly bom?: readonly BomLine[] | undefined
  readonly grossRequirements?: Quantities | undefined
  readonly scheduledReceipts?: Quantities | undefined
}
export type Quantities = Readonly<{ [item: string]: Readonly<{ [period: string]: number }> }>

export interface TimePhasedRecord {
  readonly lowLevelCode: number
  readonly gross: number[]
  readonly scheduled: number[]
  readonly projectedOnHand: number[]
  readonly net: number[]
  readonly plannedReceipts: number[]
  readonly plannedReleases: number[]
  /** Only when there are any: releases that should have been before period 1, with the period they should have started in. */
  readonly pastDueReleases?: { dueIn: number; startIn: number; qty: number }[]
}

/** The MRP record of every item, by code. The rules are those of the engine; nothing is rounded. */
export function timePhased(input: TimePhasedInput): { [item: string]: TimePhasedRecord } {
  const { periods } = input
  if (!Number.isInteger(periods) || periods < 1 || periods > MAX_BUCKETS) {
    throw new CoreError('invalid_horizon', `O número de períodos vai de 1 a ${MAX_BUCKETS}.`)
  }
  if (input.items.length * periods > 4_000_000) {
    throw new CoreError('too_large', 'Registro grande demais: no máximo 4.000.000 de células (itens × períodos).')
  }
  const leadTimes = new LeadTimes(periods)
  const { problem, items } = buildProblem({
    buckets: periods,
    leadTimes,
    items: input.items.map((item) => ({
      code: item.code,
      onHand: item.onHand,
      lead: item.leadTime ?? 0,
      working: false,
      ...safetyOf(item, periods),
      lot: item.lot,
      yield: item.yield,
      explodes: true,
    })),
    bom: input.bom ?? [],
    demand: entries(input.grossRequirements, periods),
    scheduled: entries(input.scheduledReceipts, periods),
  })
  const records: [string, TimePhasedRecord][] = []
  runPlan(problem, (at, record) => {
    const item = items[at]
    if (!item) return
    const releases = leadTimes.table(item.lead, false)
    const plannedReleases = Array.from({ length: periods }, () => 0)
    const pastDue: { dueIn: number; startIn: number; qty: number }[] = []
    record.planned.forEach((quantity, bucket) => {
      const release = releases[bucket] ?? 0
      const qty = quantity / yieldOf(item)
      if (release >= 0) plannedReleases[release] = (plannedReleases[release] ?? 0) + qty
      else if (quantity > 0) pastDue.push({ dueIn: bucket + 1, startIn: release + 1, qty })
    })
    records.push([
      item.code,
      {
        lowLevelCode: problem.structure.lowLevel[at] ?? 0,
        gross: [...record.gross],
        scheduled: [...record.scheduled],
        projectedOnHand: [...record.projected],
        net: [...record.net],
        plannedReceipts: [...record.planned],
        plannedReleases,
        ...(pastDue.length > 0 ? { pastDueReleases: pastDue } : {}),
      },
    ])
  })
  return Object.fromEntries(records)
}

function safetyOf({ safetyStock }: TimePhasedItem, periods: number) {
  if (safetyStock === undefined || typeof safetyStock === 'number') return { safety: safetyStock }
  const steps = Object.entries(safetyStock).map(([key, quantity]) => ({
    bucket: Array.isArray(safetyStock) ? Number(key) : bucketOf(key, periods),
    quantity,
  }))
  return { safetySteps: steps.sort((a, b) => a.bucket - b.bucket) }
}

function bucketOf(period: string, periods: number): number {
  const number = Number(period)
  if (!Number.isInteger(number) || number < 1 || number > periods) {
    throw new CoreError('invalid_period', `Período inválido: '${period.slice(0, 20)}'. Use 1 a ${periods}.`)
  }
  return number - 1
}

function entries(quantities: Quantities | undefined, periods: number): Entry[] {
  return Object.entries(quantities ?? {}).flatMap(([item, byPeriod]) =>
    Object.entries(byPeriod).map(([period, quantity]) => ({ item, bucket: bucketOf(period, periods), quantity })),
  )
}
