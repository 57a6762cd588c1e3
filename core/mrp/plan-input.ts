import { type CivilDate, dateOfDayNumber, dayNumber } from '../br/civil-date'
import { CoreError } from '../errors'
import { LeadTimes, type WorkCalendar, workingDays } from './calendar'
import { MAX_BUCKETS } from './engine'
import { type LotRule, wholeDraw } from './lots'
import { type BomLine, type Built, type Entry, buildProblem, lineFactor, yieldOf } from './problem'

export interface PlanItem {
  readonly code: string
  /** Stock on hand that is not blocked; negative is backlog already owed. */
  readonly onHand?: number | undefined
  /** Whole days from order to receipt; 7 when absent. */
  readonly leadTime?: number | undefined
  /** Days of the calendar (the default) or working days of `calendar`. */
  readonly leadTimeIn?: 'calendar' | 'working' | undefined
  /** A quantity, or the quantity from each date on. */
  readonly safetyStock?: number | readonly { readonly from: CivilDate; readonly quantity: number }[] | undefined
  readonly lot?: LotRule | undefined
  /** Good share of what a release makes, above 0 to 1. */
  readonly yield?: number | undefined
  /** Decimals of the unit: planned quantities round up to them. */
  readonly decimals?: number | undefined
  /** make when it has a bill of materials, buy when it has none, unless said. A bought item's list is not exploded. */
  readonly source?: 'make' | 'buy' | undefined
  /** Planned like any item, but no order is placed for it (tipo_acao 0). */
  readonly phantom?: boolean | undefined
  readonly unitCost?: number | undefined
  readonly sigmaDaily?: number | undefined
  /** Daily demand of the past, for items of intermittent demand. */
  readonly history?: readonly number[] | undefined
}

export interface PlanDemand {
  /** Item and date when absent. */
  readonly id?: string | undefined
  readonly item: string
  readonly date: CivilDate
  readonly quantity: number
}

/** An order already placed: kept as it is. */
export interface FirmOrder {
  readonly id?: string | undefined
  readonly item: string
  /** Receipt. Before the start it is taken as arriving on the first day. */
  readonly date: CivilDate
  readonly quantity: number
  /** True when its components are still to be drawn: they fall due a lead time before the receipt. */
  readonly explode?: boolean | undefined
}

export interface PlanInput {
  /** The first day: today. */
  readonly start: CivilDate
  readonly days: number
  readonly calendar?: WorkCalendar | undefined
  readonly items: readonly PlanItem[]
  readonly bom?: readonly BomLine[] | undefined
  readonly demands?: readonly PlanDemand[] | undefined
  readonly orders?: readonly FirmOrder[] | undefined
  /** none; single: what each order is for, one level up; full: down to the demands. */
  readonly pegging?: 'none' | 'single' | 'full' | undefined
  /** Adds the stock-evolution metrics to each item. */
  readonly metrics?: boolean | undefined
  readonly seed?: number | undefined
  /** For the metrics: when planned receipts that should have been ordered before the start come in; `due` unless told. */
  readonly arrivals?: 'due' | 'possible' | undefined
  /** Firm orders that come later than they are needed are brought forward before new ones are planned; they stay where they are unless told. */
  readonly forward?: boolean | undefined
}

export const DEFAULT_LEAD_TIME = 7

/** A demand as planned: `bucket` 0 also holds what was due before the start. */
export interface PlannedDemand extends Entry {
  readonly id: string
  readonly date: CivilDate
}

export interface ReadPlan extends Built {
  readonly firstDay: number
  readonly days: number
  readonly dateOf: (bucket: number) => CivilDate
  readonly leadTimes: LeadTimes
  readonly sources: ReadonlyMap<string, PlanItem>
  readonly makes: ReadonlySet<string>
  readonly demands: readonly PlannedDemand[]
  readonly firm: readonly (Entry & { readonly id: string })[]
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Checks the input and puts it in buckets. Throws a CoreError naming what is wrong: dates, quantities, lead times, lots, cycles. */
export function readPlan(input: PlanInput): ReadPlan {
  const firstDay = dayNumber(input.start)
  const { days } = input
  if (!Number.isInteger(days) || days < 1 || days > MAX_BUCKETS) {
    throw new CoreError('invalid_horizon', `O horizonte deve ter de 1 a ${MAX_BUCKETS} dias.`)
  }
  const works = workingDays(input.calendar)
  const leadTimes = new LeadTimes(days, (bucket) => works(firstDay + bucket))
  const bom = input.bom ?? []
  const withList = new Set(bom.map((line) => line.parent))
  const makes = new Set(
    input.items.filter(({ code, source }) => (source ? source === 'make' : withList.has(code))).map(({ code }) => code),
  )
  const sources = new Map(input.items.map((item) => [item.code, item]))
  const firm = (input.orders ?? []).map((order) => ({
    id: order.id ?? `${order.item} ${order.date}`,
    item: order.item,
    bucket: dayNumber(order.date) - firstDay,
    quantity: order.quantity,
  }))
  const demands = [
    ...(input.demands ?? []).map((one) => ({
      ...one,
      id: one.id ?? `${one.item} ${one.date}`,
      bucket: dayNumber(one.date) - firstDay,
    })),
    ...firmComponents(input, { bom, makes, sources, leadTimes, firstDay }),
  ].sort((a, b) => a.bucket - b.bucket || compare(a.item, b.item) || compare(a.id, b.id) || a.quantity - b.quantity)
  const built = buildProblem({
    buckets: days,
    leadTimes,
    items: input.items.map((item) => problemItem(item, makes.has(item.code), firstDay)),
    bom,
    demand: demands,
    scheduled: firm,
  })
  const dates = new Map<number, CivilDate>()
  const dateOf = (bucket: number) => {
    const known = dates.get(bucket)
    if (known !== undefined) return known
    const date = dateOfDayNumber(firstDay + bucket)
    dates.set(bucket, date)
    return date
  }
  return { ...built, firstDay, days, dateOf, leadTimes, sources, makes, demands, firm }
}

/** Days between release and receipt. A phantom is never made nor stored, it only passes its need on, so it takes none, whatever is told. */
export function leadTimeOf({ phantom, leadTime }: Pick<PlanItem, 'phantom' | 'leadTime'>): number {
  return phantom ? 0 : (leadTime ?? DEFAULT_LEAD_TIME)
}

function problemItem(item: PlanItem, makes: boolean, firstDay: number) {
  const { safetyStock, decimals } = item
  if (decimals !== undefined && !(Number.isInteger(decimals) && decimals >= 0 && decimals <= 6)) {
    throw new CoreError('invalid_decimals', `Item '${item.code.slice(0, 60)}': as casas decimais vão de 0 a 6.`)
  }
  const steps = typeof safetyStock === 'object' ? safetyStock : []
  return {
    code: item.code,
    onHand: item.onHand,
    lead: leadTimeOf(item),
    working: item.leadTimeIn === 'working',
    ...(typeof safetyStock === 'number' ? { safety: safetyStock } : {}),
    safetySteps: steps
      .map(({ from, quantity }) => ({ bucket: dayNumber(from) - firstDay, quantity }))
      .sort((a, b) => a.bucket - b.bucket || a.quantity - b.quantity),
    lot: item.lot,
    yield: item.yield,
    decimals,
    explodes: makes,
  }
}

interface FirmContext {
  readonly bom: readonly BomLine[]
  readonly makes: ReadonlySet<string>
  readonly sources: ReadonlyMap<string, PlanItem>
  readonly leadTimes: LeadTimes
  readonly firstDay: number
}

/** What the open production orders still draw, on the day they start (or today when that is past). */
function firmComponents(input: PlanInput, context: FirmContext): PlannedDemand[] {
  const { bom, makes, sources, leadTimes, firstDay } = context
  const open = (input.orders ?? []).filter((order) => order.explode && makes.has(order.item))
  if (open.length === 0) return []
  const byParent = new Map<string, BomLine[]>()
  for (const line of bom) byParent.set(line.parent, [...(byParent.get(line.parent) ?? []), line])
  return open.flatMap((order) => {
    const item = sources.get(order.item)
    if (!item) return []
    const due = Math.max(0, dayNumber(order.date) - firstDay)
    if (due >= leadTimes.buckets) return []
    const lead = leadTimeOf(item)
    const release = leadTimes.table(lead, item.leadTimeIn === 'working')[due] ?? 0
    return (byParent.get(order.item) ?? []).map((line) => {
      const bucket = Math.max(0, release) + (line.offset ?? 0)
      const each =
        lineFactor(line) / yieldOf({ code: item.code, lead, working: false, explodes: true, yield: item.yield })
      const whole = sources.get(line.child)?.decimals === 0
      return {
        id: `ordem ${order.id ?? order.item}`,
        item: line.child,
        bucket,
        date: dateOfDayNumber(firstDay + bucket),
        quantity: whole ? wholeDraw(order.quantity, each, Infinity) : each * order.quantity,
      }
    })
  })
}
