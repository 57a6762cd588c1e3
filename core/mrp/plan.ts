import type { CivilDate } from '../br/civil-date'
import { CoreError } from '../errors'
import { type Record, runPlan } from './engine'
import { LOT_FOR_LOT, splitLots } from './lots'
import { type Metrics, itemMetrics } from './metrics'
import { type Pegging, type PlannedOrder, pegDemands, pegOrders } from './pegging'
import { bringingForward } from './forward'
import { type FirmOrder, type PlanInput, type ReadPlan, readPlan } from './plan-input'
import { yieldOf } from './problem'
import { tidy } from './tidy'

export interface PlanLine {
  /** 1, 2, 3… by item and date. */
  readonly id: number
  readonly item: string
  /** 0 none (phantom), 1 buy, 2 produce. */
  readonly tipo_acao: 0 | 1 | 2
  /** The net requirement. */
  readonly falta: number
  /** What comes in, by the lot rule. */
  readonly quantity: number
  /** What goes out to be bought or made, the yield considered. */
  readonly release_quantity: number
  /** When it is due in. */
  readonly date: CivilDate
  /** When it must be placed; before the start it is past due. */
  readonly data_pedido: CivilDate
  /** Days the order date is already past. */
  readonly days_late: number
  readonly pegging?: readonly PlanPeg[]
  readonly demands_covered?: readonly PlanPeg[]
  /** Demands served that are not listed. */
  readonly other_demands?: number
}

export interface PlanPeg {
  readonly kind: 'demand' | 'order'
  readonly id: string
  readonly item: string
  readonly date: CivilDate
  readonly quantity: number
}

export interface PlanItemResult {
  readonly item: string
  readonly lowLevelCode: number
  readonly falta: number
  readonly metricas_avancadas?: Metrics & { readonly demands_covered?: PlanPeg[] }
}

export interface PlanResult {
  readonly start: CivilDate
  readonly end: CivilDate
  readonly orders: PlanLine[]
  readonly items: PlanItemResult[]
  /** Orders already placed, kept. */
  readonly firm: KeptOrder[]
  /** What falls past the horizon and is not in the plan. */
  readonly ignored: { demands: number; orders: number }
}

/** An order already placed. */
interface KeptOrder {
  readonly id: string
  readonly item: string
  readonly date: CivilDate
  readonly quantity: number
  /** It comes too late: to when it would have to be brought forward, for how much that lacks then. */
  readonly forward?: { readonly date: CivilDate; readonly short: number }
}

const MAX_ORDERS = 5_000_000

/**
 * The whole plan of a company: the same input gives the same plan, in whatever order its items, lines and demands come.
 * Throws a CoreError for input that lies: a cycle (named), a negative lead time, a quantity that is no number, an unknown item.
 */
export function planCompany(input: PlanInput): PlanResult {
  if (input.forward) return planForward(input)
  const plan = readPlan(input)
  const metrics: (Metrics | undefined)[] = []
  const falta: number[] = []
  const nets: Map<number, number>[] = []
  const receipts = runPlan(plan.problem, (item, record) => {
    nets[item] = netsOf(record)
    falta[item] = tidy(record.net.reduce((sum, one) => sum + one, 0))
    if (input.metrics) metrics[item] = itemMetrics(plan, item, record, howOf(input))
  })
  if (receipts.total > MAX_ORDERS) throw new CoreError('too_large', `O plano passa de ${MAX_ORDERS} ordens.`)
  const orders = plan.items.flatMap((_, item) => ordersOf(plan, item, receipts.of(item), nets[item] ?? new Map()))
  const lines = withPegging(
    plan,
    orders,
    orders.map((order, at) => lineOf(plan, order, at)),
    input.pegging ?? 'none',
  )
  const covered = coveredByItem(lines, input.pegging === 'full')
  return {
    start: input.start,
    end: plan.dateOf(plan.days - 1),
    orders: lines,
    items: plan.items.map(({ code }, item) => ({
      item: code,
      lowLevelCode: plan.problem.structure.lowLevel[item] ?? 0,
      falta: falta[item] ?? 0,
      ...(metrics[item] ? { metricas_avancadas: { ...metrics[item], ...covered(code) } } : {}),
    })),
    firm: (input.orders ?? []).map(keptOrder).sort(inOrder),
    ignored: {
      demands: plan.demands.filter(({ bucket }) => bucket >= plan.days).length,
      orders: plan.firm.filter(({ bucket }) => bucket >= plan.days).length,
    },
  }
}

const keptOrder = ({ id, item, date, quantity }: FirmOrder): KeptOrder => ({
  id: id ?? `${item} ${date}`,
  item,
  date,
  quantity,
})

/** The plan with the firm orders that come too late where they would have to come; each tells when it was to come, and where it is brought to. */
function planForward(asked: PlanInput): PlanResult {
  const input = { ...asked, forward: false }
  const plan = readPlan(input)
  const { moves, move } = bringingForward(plan)
  runPlan(plan.problem, undefined, move)
  if (moves.length === 0) return planCompany(input)
  const moved = new Map(moves.map((one) => [one.order, one]))
  const orders = (input.orders ?? []).map((order, at): FirmOrder => {
    const to = moved.get(at)
    return to ? { ...order, id: order.id ?? keptOrder(order).id, date: plan.dateOf(to.to) } : order
  })
  const told = (input.orders ?? []).map((order, at): KeptOrder => {
    const to = moved.get(at)
    return { ...keptOrder(order), ...(to ? { forward: { date: plan.dateOf(to.to), short: tidy(to.short) } } : {}) }
  })
  return { ...planCompany({ ...input, orders }), firm: told.sort(inOrder) }
}

const inOrder = (a: KeptOrder, b: KeptOrder): number =>
  compare(a.item, b.item) || compare(a.date, b.date) || compare(a.id, b.id) || a.quantity - b.quantity

const howOf = ({ seed = 1, arrivals = 'due' }: PlanInput) => ({ seed, arrivals })

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The demands an item's orders serve, for its metrics: known when the pegging is full. */
function coveredByItem(lines: readonly PlanLine[], full: boolean): (item: string) => { demands_covered?: PlanPeg[] } {
  const byItem = new Map<string, Map<string, PlanPeg>>()
  for (const { item, demands_covered = [] } of lines) {
    const own = byItem.get(item) ?? new Map<string, PlanPeg>()
    byItem.set(item, own)
    for (const peg of demands_covered) {
      const key = `${peg.id}|${peg.item}|${peg.date}`
      own.set(key, { ...peg, quantity: tidy((own.get(key)?.quantity ?? 0) + peg.quantity) })
    }
  }
  return (item) => (full ? { demands_covered: [...(byItem.get(item)?.values() ?? [])] } : {})
}

function netsOf(record: Record): Map<number, number> {
  const nets = new Map<number, number>()
  record.net.forEach((net, bucket) => {
    if (net > 0) nets.set(bucket, net)
  })
  return nets
}

function ordersOf(
  plan: ReadPlan,
  item: number,
  receipts: readonly { bucket: number; quantity: number }[],
  nets: ReadonlyMap<number, number>,
): PlannedOrder[] {
  const { problem, leadTimes } = plan
  const releases = leadTimes.table(problem.lead[item] ?? 0, problem.working[item] === 1)
  const { max } = problem.lots[problem.lot[item] ?? 0] ?? LOT_FOR_LOT
  return receipts.flatMap(({ bucket, quantity }) => {
    let net = nets.get(bucket) ?? 0
    return splitLots(quantity, max).map((lot) => {
      const own = Math.min(net, lot)
      net -= own
      return { item, bucket, release: releases[bucket] ?? 0, quantity: lot, net: own }
    })
  })
}

function lineOf(plan: ReadPlan, order: PlannedOrder, at: number): PlanLine {
  const item = plan.items[order.item]
  const code = item?.code ?? ''
  return {
    id: at + 1,
    item: code,
    tipo_acao: plan.sources.get(code)?.phantom ? 0 : plan.makes.has(code) ? 2 : 1,
    falta: tidy(order.net),
    quantity: tidy(order.quantity),
    release_quantity: tidy(order.quantity / (item ? yieldOf(item) : 1)),
    date: plan.dateOf(order.bucket),
    data_pedido: plan.dateOf(order.release),
    days_late: Math.max(0, -order.release),
  }
}

function withPegging(
  plan: ReadPlan,
  orders: readonly PlannedOrder[],
  lines: PlanLine[],
  pegging: 'none' | 'single' | 'full',
): PlanLine[] {
  if (pegging === 'none') return lines
  const pegs: Pegging = pegOrders(plan, orders)
  const demandPeg = (index: number, quantity: number): PlanPeg => {
    const demand = plan.demands[index]
    return {
      kind: 'demand',
      id: demand?.id ?? '',
      item: demand?.item ?? '',
      date: demand?.date ?? plan.dateOf(0),
      quantity: tidy(quantity),
    }
  }
  const full = pegging === 'full' ? pegDemands(plan.problem.structure, orders, pegs) : null
  return lines.map((line, at) => ({
    ...line,
    pegging: (pegs[at] ?? []).map(({ kind, index, quantity }) => {
      if (kind === 'demand') return demandPeg(index, quantity)
      const parent = lines[index]
      return {
        kind,
        id: String(index + 1),
        item: parent?.item ?? '',
        date: parent?.date ?? line.date,
        quantity: tidy(quantity),
      }
    }),
    ...(full
      ? {
          demands_covered: (full[at]?.shares ?? []).map(({ demand, quantity }) => demandPeg(demand, quantity)),
          other_demands: full[at]?.others ?? 0,
        }
      : {}),
  }))
}
