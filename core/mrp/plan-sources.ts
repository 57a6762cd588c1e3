import type { CivilDate } from '../br/civil-date'
import type { WorkCalendar } from './calendar'
import { type ForecastCell, forecastDemand } from './forecast-demand'
import type { FirmOrder, PlanDemand, PlanInput, PlanItem } from './plan-input'
import type { BomLine } from './problem'

/** An item with its past told shortly: the days on which something was sold, out of how many. */
export interface SourceItem extends Omit<PlanItem, 'history'> {
  /** Quantities of the days with demand. */
  readonly sold?: readonly number[] | undefined
  readonly soldDays?: number | undefined
}

/** What a company's plan is made from, as it was loaded: kept with the plan, so that every figure of it can be explained later. */
export interface PlanSources {
  readonly start: CivilDate
  readonly days: number
  readonly calendar?: WorkCalendar | undefined
  readonly items: readonly SourceItem[]
  readonly bom: readonly BomLine[]
  /** Sales still to deliver: they consume the forecast. */
  readonly sales: readonly PlanDemand[]
  /** Further firm demand: what open production orders still draw. */
  readonly demands: readonly PlanDemand[]
  readonly forecast: readonly ForecastCell[]
  readonly orders: readonly FirmOrder[]
}

/** The planner's input: the forecast beyond the sales as daily demand, the past as days. The same sources give the same input. */
export function planInputOf(sources: PlanSources): PlanInput {
  const decimals = new Map(sources.items.map((item) => [item.code, item.decimals]))
  return {
    start: sources.start,
    days: sources.days,
    calendar: sources.calendar,
    items: sources.items.map(withHistory),
    bom: sources.bom,
    demands: [
      ...sources.sales,
      ...sources.demands,
      ...forecastDemand(sources.forecast, sources.sales, sources, (item) => decimals.get(item)),
    ],
    orders: sources.orders,
    arrivals: 'possible',
    forward: true,
  }
}

/** Between demands of 1.32 days or more on average the past is drawn from as it was; a steadier item is told by its deviation. */
const INTERMITTENT = 1.32
const MAX_HISTORY = 730

function withHistory({ sold, soldDays = 0, ...item }: SourceItem): PlanItem {
  if (!sold?.length || soldDays < sold.length) return item
  const days = Math.min(soldDays, MAX_HISTORY)
  if (sold.length * INTERMITTENT <= days) {
    const history = Array.from<number>({ length: days }).fill(0)
    for (let day = 0; day < sold.length; day++) history[day] = sold[day] ?? 0
    return { ...item, history }
  }
  return { ...item, sigmaDaily: item.sigmaDaily ?? deviation(sold, days) }
}

function deviation(sold: readonly number[], days: number): number {
  const mean = sold.reduce((sum, one) => sum + one, 0) / days
  const squares = sold.reduce((sum, one) => sum + (one - mean) ** 2, 0) + (days - sold.length) * mean ** 2
  return Math.sqrt(squares / Math.max(1, days - 1))
}

/**
 * The part of the sources that one item's figures come from: the item and everything it goes into. Its record, planned alone with them, is the
 * same to the last bit as in the whole plan.
 */
export function sourcesOfItem(sources: PlanSources, code: string): PlanSources {
  const parents = new Map<string, string[]>()
  const withList = new Set<string>()
  for (const { parent, child } of sources.bom) {
    withList.add(parent)
    const known = parents.get(child)
    if (known) known.push(parent)
    else parents.set(child, [parent])
  }
  const wanted = new Set([code])
  for (const one of wanted) for (const parent of parents.get(one) ?? []) wanted.add(parent)
  const concerns = ({ item }: { readonly item: string }) => wanted.has(item)
  return {
    ...sources,
    items: sources.items
      .filter((item) => wanted.has(item.code))
      .map((item) => ({ ...item, source: item.source ?? (withList.has(item.code) ? 'make' : 'buy') })),
    bom: sources.bom.filter(({ parent, child }) => wanted.has(parent) && wanted.has(child)),
    sales: sources.sales.filter(concerns),
    demands: sources.demands.filter(concerns),
    forecast: sources.forecast.filter(concerns),
    orders: sources.orders.filter(concerns),
  }
}

/** The items, and everything that goes into them. */
export function withComponents(bom: readonly BomLine[], codes: Iterable<string>): Set<string> {
  const children = new Map<string, string[]>()
  for (const { parent, child } of bom) {
    const known = children.get(parent)
    if (known) known.push(child)
    else children.set(parent, [child])
  }
  const wanted = new Set(codes)
  for (const one of wanted) for (const child of children.get(one) ?? []) wanted.add(child)
  return wanted
}
