import { addDays } from '../br/civil-date'
import { planCompany } from './plan'
import type { PlanInput, PlanItem } from './plan-input'

/** Reads frePPLe's test models as far as they mean what this planner means, and says of each buffer why it does not. */
export interface FreppleCase {
  readonly id: string
  readonly model: unknown
  readonly expected: readonly FreppleRun[]
}
export interface FreppleRun {
  readonly run: number
  readonly solver: { readonly plantype?: number; readonly constraints?: number }
  readonly operations: readonly (readonly [string, string, string, number])[]
}

type Node = ReadonlyMap<string, unknown>
interface Flow {
  readonly operation: string
  readonly buffer: string
  readonly quantity: number
  readonly fixed: number
  readonly atEnd: boolean
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const node = (value: unknown): Node => new Map(isRecord(value) ? Object.entries(value) : [])
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const nameOf = (value: unknown) => text(node(value).get('name'))
const date = (value: unknown) => text(value).slice(0, 10)

/** Whole days of an ISO 8601 duration; null when it has a part of a day. */
function days(duration: unknown): number | null {
  const found = /^P(?:(\d+)D)?(?:T0[HMS])?$/.exec(text(duration) || 'P0D')
  return found ? Number(found[1] ?? 0) : null
}

class Model {
  readonly operations = new Map<string, Map<string, unknown>>()
  readonly buffers = new Map<string, Map<string, unknown>>()
  readonly flows: Flow[] = []
  readonly producers = new Map<string, Set<string>>()
  readonly loaded = new Set<string>()
  readonly steps = new Set<string>()
  readonly grouped = new Set<string>()
  readonly demands: Node[] = []
  readonly confirmed: Node[] = []
  readonly suppliers: { item: string; operation: string; supply: Node; location: string }[] = []
  readonly current: string

  constructor(model: unknown) {
    this.current = date(node(model).get('current'))
    this.walk(model, { operation: '', item: '', location: '', supplier: '' })
    for (const { item, operation, supply, location } of this.suppliers) {
      const places = [...this.buffers.keys()].filter(
        (buffer) => buffer.startsWith(`${item} @ `) && (!location || buffer.endsWith(` @ ${location}`)),
      )
      for (const buffer of places) this.supply(buffer, operation, supply)
    }
    for (const { operation, buffer, atEnd, quantity } of this.flows)
      if (atEnd && quantity > 0 && !this.isConfirmedOnly(operation)) this.produce(buffer, operation)
  }

  private supply(buffer: string, supplier: string, supply: Node): void {
    const name = `Purchase ${buffer} from ${supplier}`
    const extra = [supply.get('leadtime'), supply.get('extra_safety_leadtime'), supply.get('hard_safety_leadtime')].map(
      days,
    )
    const lead = extra.some((one) => one === null)
      ? 'PT1H'
      : `P${extra.reduce<number>((sum, one) => sum + (one ?? 0), 0)}D`
    this.operations.set(name, new Map([...supply, ['duration', lead], ['type', 'operation_fixed_time']]))
    this.flows.push({ operation: name, buffer, quantity: 1, fixed: 0, atEnd: true })
    this.produce(buffer, name)
  }

  /** Operations of priority 0 are never planned: they only carry what is confirmed. */
  private isConfirmedOnly(operation: string): boolean {
    return text(this.operations.get(operation)?.get('priority')) === '0'
  }

  private produce(buffer: string, operation: string): void {
    this.producers.set(buffer, (this.producers.get(buffer) ?? new Set()).add(operation))
  }

  private merge(into: Map<string, Map<string, unknown>>, name: string, value: Node): void {
    into.set(name, new Map([...(into.get(name) ?? []), ...value]))
  }

  private walk(value: unknown, at: { operation: string; item: string; location: string; supplier: string }): void {
    for (const [key, child] of node(value)) {
      for (const one of Array.isArray(child) ? child : [child]) this.visit(key, node(one), one, at)
    }
  }

  private visit(
    key: string,
    own: Node,
    raw: unknown,
    at: { operation: string; item: string; location: string; supplier: string },
  ): void {
    const name = text(own.get('name'))
    const location = nameOf(own.get('location')) || at.location
    let next = { ...at, location }
    if (key === 'suboperation') this.steps.add(nameOf(own.get('operation')))
    if (key === 'item' && (own.has('owner') || own.has('members'))) this.grouped.add(name)
    if ((key === 'operation' || key === 'producing') && name) {
      this.merge(this.operations, name, own)
      const made = nameOf(own.get('item'))
      if (made)
        this.buffers.set(
          `${made} @ ${location || 'factory'}`,
          this.buffers.get(`${made} @ ${location || 'factory'}`) ?? new Map(),
        )
      next = { ...next, operation: name, item: made || at.item }
    }
    if (key === 'buffer' && name) {
      this.merge(this.buffers, name, own)
      const producing = nameOf(own.get('producing'))
      if (producing) this.produce(name, producing)
    }
    if (key === 'members') for (const one of [own.get('item')].flat()) this.grouped.add(nameOf(one))
    if (key === 'item' && name) next = { ...next, item: name }
    if (key === 'supplier' && name) next = { ...next, supplier: name }
    if (key === 'flow') this.readFlow(own, at)
    if (key === 'load') this.loaded.add(nameOf(own.get('operation')) || at.operation)
    if (key === 'itemsupplier') {
      const item = nameOf(own.get('item')) || at.item
      this.suppliers.push({
        item,
        operation: nameOf(own.get('supplier')) || at.supplier,
        supply: own,
        location: nameOf(own.get('location')),
      })
    }
    if (key === 'demand' && name) {
      this.demands.push(own)
      const buffer = `${nameOf(own.get('item'))} @ ${nameOf(own.get('location'))}`
      if (nameOf(own.get('location')) && !this.buffers.has(buffer)) this.buffers.set(buffer, new Map())
    }
    if (key === 'operationplan') this.confirmed.push(own)
    this.walk(raw, next)
  }

  private readFlow(own: Node, at: { operation: string; location: string }): void {
    const operation = nameOf(own.get('operation')) || at.operation
    const place = nameOf(this.operations.get(operation)?.get('location')) || at.location || 'factory'
    const buffer = nameOf(own.get('buffer')) || `${nameOf(own.get('item'))} @ ${place}`
    if (!this.buffers.has(buffer)) this.buffers.set(buffer, new Map())
    const quantity = Number(own.get('quantity') ?? 0)
    const fixed = Number(own.get('quantity_fixed') ?? 0)
    const special = [...own.keys()].some((key) =>
      ['priority', 'alternate', 'offset', 'effective_start', 'effective_end', 'transferbatch', 'name'].includes(key),
    )
    const known = ['flow_start', 'flow_end'].includes(text(own.get('type')) || 'flow_start')
    this.flows.push({
      operation,
      buffer,
      quantity: known && !special ? quantity : Number.NaN,
      fixed,
      atEnd: own.get('type') === 'flow_end',
    })
  }

  flowsOf(operation: string): Flow[] {
    return this.flows.filter((flow) => flow.operation === operation)
  }

  /** Why the operation that replenishes a buffer is out of this planner's reach, or null. */
  private reasonOf(operation: string, capacity: boolean): string | null {
    const own = this.operations.get(operation) ?? new Map<string, unknown>()
    const type = text(own.get('type')) || 'operation_fixed_time'
    if (this.steps.has(operation)) return 'step or alternative of another operation'
    if (own.has('size_minimum_calendar')) return 'minimum lot that changes by date'
    if (type === 'operation_time_per' || own.has('duration_per')) return 'duration depends on the quantity'
    if (type !== 'operation_fixed_time') return `${type.replace('operation_', '')} operation`
    if (days(own.get('duration')) === null || days(own.get('posttime')) === null) return 'duration of part of a day'
    if (own.has('available')) return 'calendar of working hours of one operation'
    if ([...own.keys()].some((key) => key.startsWith('effective'))) return 'operation valid between dates only'
    if (own.has('fence') || own.has('batchwindow')) return 'fence or batching window of one operation'
    if (capacity && this.loaded.has(operation)) return 'finite capacity'
    const flows = this.flowsOf(operation)
    if (flows.some(({ quantity }) => !(Math.abs(quantity) > 0)))
      return 'alternate, dated or delayed material of one operation'
    if (flows.some(({ fixed }) => fixed !== 0)) return 'material fixed per order, whatever its quantity'
    if (flows.filter(({ quantity, atEnd }) => atEnd && quantity > 0).length !== 1)
      return 'operation with several products'
    return null
  }

  /** Why a buffer cannot be compared: its own replenishment, or that of what draws on it. */
  outOfReach(buffer: string, capacity: boolean, seen: ReadonlySet<string> = new Set()): string | null {
    const producers = [...(this.producers.get(buffer) ?? [])]
    if (producers.length > 1) return 'choice among several sources'
    if (this.grouped.has(buffer.split(' @ ')[0] ?? '')) return 'source inherited from a group of items'
    if (this.buffers.get(buffer)?.has('maximum')) return 'maximum stock of a buffer'
    const [producer] = producers
    const own = producer === undefined ? null : this.reasonOf(producer, capacity)
    if (own) return own
    for (const flow of this.flows) {
      if (flow.buffer !== buffer || flow.atEnd || seen.has(flow.operation)) continue
      const reason = this.drawn(flow, capacity, new Set([...seen, flow.operation]))
      if (reason) return `drawn by another: ${reason.replace('drawn by another: ', '')}`
    }
    return null
  }

  private drawn(flow: Flow, capacity: boolean, seen: ReadonlySet<string>): string | null {
    const own = this.operations.get(flow.operation)
    if (text(own?.get('type')) === 'operation_routing') return 'routing operation'
    if (Number.isNaN(flow.quantity)) return 'alternate, dated or delayed material of one operation'
    const product = this.flowsOf(flow.operation).find(({ atEnd, quantity }) => atEnd && quantity > 0)
    if (product) return this.outOfReach(product.buffer, capacity, seen)
    const delivers = this.demands.some((demand) => nameOf(demand.get('operation')) === flow.operation)
    if (!delivers) return 'operation outside the plan of any product'
    if (own?.has('duration_per') || own?.has('available')) return 'delivery whose duration varies'
    return days(own?.get('duration')) === null ? 'delivery of part of a day' : null
  }

  input(): PlanInput {
    const start = addDays(this.current, -600)
    const codes = [...this.buffers.keys()]
    const demands = this.demands.flatMap((demand) => {
      const operation = nameOf(demand.get('operation'))
      const due = date(demand.get('due'))
      const quantity = Number(demand.get('quantity') ?? 1)
      const flows = this.flowsOf(operation).filter(({ atEnd, quantity: drawn }) => !atEnd && drawn < 0)
      const day = addDays(due, -(days(this.operations.get(operation)?.get('duration')) ?? 0))
      if (flows.length > 0)
        return flows.map((flow) => ({ item: flow.buffer, date: day, quantity: -flow.quantity * quantity - flow.fixed }))
      return [{ item: `${nameOf(demand.get('item'))} @ ${nameOf(demand.get('location'))}`, date: day, quantity }]
    })
    const bom = [...this.producers].flatMap(([parent, operations]) =>
      [...operations].flatMap((operation) => {
        const made = this.flowsOf(operation).find(({ buffer, atEnd }) => buffer === parent && atEnd)?.quantity ?? 1
        return this.flowsOf(operation)
          .filter(({ atEnd, quantity }) => !atEnd && quantity < 0)
          .map(({ buffer, quantity }) => ({ parent, child: buffer, qty: -quantity / made }))
      }),
    )
    return {
      start,
      days: 3200,
      items: codes.map((code) => this.item(code)),
      bom: bom.filter(({ parent, child }) => parent !== child),
      demands: demands.filter(({ item, quantity }) => codes.includes(item) && quantity > 0),
      orders: this.confirmed.flatMap((order) => this.firm(order)).filter(({ item }) => codes.includes(item)),
    }
  }

  private firm(order: Node) {
    const quantity = Number(order.get('quantity') ?? 0)
    const end = date(order.get('end')) || date(order.get('start')) || this.current
    const item = nameOf(order.get('item'))
    if (item) return [{ item: `${item} @ ${nameOf(order.get('location'))}`, date: end, quantity }]
    return this.flowsOf(nameOf(order.get('operation')))
      .filter(({ atEnd }) => atEnd)
      .map((flow) => ({ item: flow.buffer, date: end, quantity: quantity * (flow.quantity || 0) + flow.fixed }))
  }

  private item(code: string): PlanItem {
    const own = this.buffers.get(code)
    const [operation] = this.producers.get(code) ?? []
    const made = this.operations.get(operation ?? '')
    const each = this.flowsOf(operation ?? '').find(({ buffer, atEnd }) => buffer === code && atEnd)?.quantity || 1
    const size = (key: string) => (made?.has(key) ? Number(made.get(key)) * each || undefined : undefined)
    const calendar = node(node(own?.get('minimum_calendar')).get('buckets')).get('bucket')
    const steps = (Array.isArray(calendar) ? calendar : []).map((one) => ({
      from: date(node(one).get('start')),
      quantity: Number(node(one).get('value')),
    }))
    return {
      code,
      onHand: Number(own?.get('onhand') ?? 0),
      leadTime: (days(made?.get('duration')) ?? 0) + (days(made?.get('posttime')) ?? 0),
      safetyStock: steps.length > 0 ? steps : [{ from: this.current, quantity: Number(own?.get('minimum') ?? 0) }],
      lot: { type: 'L4L', min: size('size_minimum'), mult: size('size_multiple'), max: size('size_maximum') },
    }
  }
}

export interface FreppleBuffer {
  readonly buffer: string
  /** Null when compared. */
  readonly reason: string | null
  readonly expected: string
  readonly ours: string
}

/** Every replenished buffer of an unconstrained run: what frePPLe starts when, and what this planner releases when. */
export function compareRun({ model }: FreppleCase, { solver, operations }: FreppleRun): FreppleBuffer[] {
  const read = new Model(model)
  const capacity = ((solver.constraints ?? 15) & 4) !== 0
  const reach = [...read.producers.keys()].map((buffer) => ({ buffer, reason: read.outOfReach(buffer, capacity) }))
  const { orders } = reach.some(({ reason }) => reason === null) ? planCompany(read.input()) : { orders: [] }
  return reach.map(({ buffer, reason }) => {
    const [operation] = read.producers.get(buffer) ?? []
    const each = read.flowsOf(operation ?? '').find((flow) => flow.buffer === buffer && flow.atEnd)?.quantity ?? 1
    const firm = new Set(read.confirmed.map((order) => `${nameOf(order.get('operation'))}|${date(order.get('end'))}`))
    return {
      buffer,
      reason,
      expected: byDate(
        operations
          .filter(([name, , end]) => name === operation && !firm.has(`${name}|${date(end)}`))
          .map(([, start, , quantity]) => [date(start), quantity * each]),
      ),
      ours: byDate(
        orders.filter(({ item }) => item === buffer).map(({ data_pedido, quantity }) => [data_pedido, quantity]),
      ),
    }
  })
}

function byDate(rows: readonly (readonly [string, number])[]): string {
  const sums = new Map<string, number>()
  for (const [day, quantity] of rows) sums.set(day, (sums.get(day) ?? 0) + quantity)
  return [...sums]
    .map(([day, quantity]) => `${day}: ${Number(quantity.toFixed(4))}`)
    .sort()
    .join(', ')
}
