import { ExactRoute } from './exact'
import { type Model, endOf, startOf } from './model'
import { MAY_FOLLOW, MAY_PRECEDE, type Neighbours } from './neighbours'

/** How the saving of a pair is weighed: the leg that joins it, and the idle time between. The best of these is kept. */
const WEIGHTS = [
  { leg: 1, waiting: 0.2 },
  { leg: 1.2, waiting: 0.2 },
  { leg: 1, waiting: 1 },
] as const
/** With more tasks than this only the first is tried. */
const LARGE = 500
/** Keys of the order hold a saving and the rank of its pair in one number. */
const RANKS = 1_048_576

/**
 * First routes by savings (Clarke and Wright, 1964) for the vehicles of one type: a route for each task, then joined end to end where that saves most
 * and keeps every rule. Shipments, and tasks that the type may not serve, are left to others.
 */
class Savings {
  private readonly next: Int32Array
  private readonly prev: Int32Array
  /** At either end of a route its other end; −1 for a task that is left out. */
  private readonly other: Int32Array
  /** Of a whole route, kept at its first task. */
  private readonly load: Float64Array
  private readonly size: Int32Array
  private readonly ready: Int32Array
  private readonly late: Int32Array
  private readonly walk: ExactRoute
  private readonly start: number
  private readonly end: number
  private readonly block: number

  constructor(
    private readonly model: Model,
    private readonly near: Neighbours,
    private readonly vehicle: number,
    private readonly hopeless: Uint8Array,
  ) {
    const { tasks } = model
    this.next = new Int32Array(tasks)
    this.prev = new Int32Array(tasks)
    this.other = new Int32Array(tasks)
    this.load = new Float64Array(tasks)
    this.size = new Int32Array(tasks)
    this.ready = new Int32Array(tasks)
    this.late = new Int32Array(tasks)
    this.walk = new ExactRoute(model)
    this.start = startOf(model, vehicle)
    this.end = endOf(model, vehicle)
    this.block = model.block[vehicle] ?? 0
  }

  routes(weights: { readonly leg: number; readonly waiting: number }): number[][] {
    const { tasks } = this.model
    for (let task = 0; task < tasks; task++) this.single(task)
    this.joinAll(weights.leg, weights.waiting)
    const routes: number[][] = []
    for (let task = 0; task < tasks; task++) {
      if ((this.other[task] ?? 0) < 0 || this.prev[task] !== -1) continue
      const route: number[] = []
      for (let node = task; node >= 0; node = this.next[node] ?? 0) route.push(node)
      routes.push(route)
    }
    return routes
  }

  private cell(from: number, to: number): number {
    const { point, side } = this.model
    return this.block + (point[from] ?? 0) * side + (point[to] ?? 0)
  }

  private single(task: number): void {
    const { model, vehicle, walk } = this
    const { open, close, service, time } = model
    this.next[task] = -1
    this.prev[task] = -1
    this.size[task] = 1
    this.load[task] = model.demand[task] ?? 0
    const served = service[task] ?? 0
    const begin = Math.max(open[task] ?? 0, (open[this.start] ?? 0) + (time[this.cell(this.start, task)] ?? 0))
    const last = Math.min(
      close[task] ?? 0,
      (close[this.end] ?? 0) - (time[this.cell(task, this.end)] ?? 0) - (service[task] ?? 0),
    )
    this.ready[task] = begin + served
    this.late[task] = last
    const allowed = model.allowed[(model.type[vehicle] ?? 0) * model.tasks + task] === 1 && this.hopeless[task] === 0
    const fits = begin <= last && (model.demand[task] ?? 0) <= (model.capacity[vehicle] ?? 0)
    walk.stops[0] = task
    const alone = allowed && fits && (model.pair[task] ?? 0) < 0 && (model.maxTasks[vehicle] ?? 0) > 0
    this.other[task] = alone && (!model.exact || walk.feasible(vehicle, 1)) ? task : -1
  }

  private joinAll(legWeight: number, waitingWeight: number): void {
    const { model, near, other } = this
    const { cost, time, open, close, service } = model
    const order: number[] = []
    const firsts: number[] = []
    const seconds: number[] = []
    const offer = (a: number, b: number): void => {
      const cell = this.cell(a, b)
      const idle = Math.max(0, (open[b] ?? 0) - (close[a] ?? 0) - (service[a] ?? 0) - (time[cell] ?? 0))
      const apart = (cost[this.cell(a, this.end)] ?? 0) + (cost[this.cell(this.start, b)] ?? 0)
      const saved = Math.floor(apart - legWeight * (cost[cell] ?? 0) - waitingWeight * idle)
      if (saved <= 0 || firsts.length === RANKS) return
      order.push((2 ** 32 - saved) * RANKS + firsts.length)
      firsts.push(a)
      seconds.push(b)
    }
    for (let task = 0; task < model.tasks; task++) {
      if ((other[task] ?? 0) < 0) continue
      for (let at = task * near.width; at < (task + 1) * near.width; at++) {
        const entry = near.list[at] ?? 0
        const beside = entry >> 2
        if (beside === task || (other[beside] ?? 0) < 0) continue
        if ((entry & MAY_FOLLOW) !== 0) offer(beside, task)
        if ((entry & MAY_PRECEDE) !== 0) offer(task, beside)
      }
    }
    for (const key of Float64Array.from(order).sort()) this.join(firsts[key % RANKS] ?? 0, seconds[key % RANKS] ?? 0)
  }

  /** Joins the route that ends in `a` to the one that begins with `b`, where there are such and the rules allow it. */
  private join(a: number, b: number): void {
    const { model, next, prev, other, load, size, ready, late, vehicle } = this
    const { time, open, close, service } = model
    if (next[a] !== -1 || prev[b] !== -1 || other[a] === b) return
    const head = other[a] ?? 0
    const tail = other[b] ?? 0
    const total = (load[head] ?? 0) + (load[b] ?? 0)
    const count = (size[head] ?? 0) + (size[b] ?? 0)
    if (total > (model.capacity[vehicle] ?? 0) || count > (model.maxTasks[vehicle] ?? 0)) return
    if ((ready[a] ?? 0) + (time[this.cell(a, b)] ?? 0) > (late[b] ?? 0)) return
    if (model.exact && !this.keepsRules(head, b)) return
    next[a] = b
    prev[b] = a
    other[head] = tail
    other[tail] = head
    load[head] = total
    size[head] = count
    for (let node = b, from = a; node >= 0; from = node, node = next[node] ?? 0) {
      const arrival = (ready[from] ?? 0) + (time[this.cell(from, node)] ?? 0)
      ready[node] = Math.max(open[node] ?? 0, arrival) + (service[node] ?? 0)
    }
    for (let node = a, to = b; node >= 0; to = node, node = prev[node] ?? 0) {
      const last = (late[to] ?? 0) - (time[this.cell(node, to)] ?? 0) - (service[node] ?? 0)
      late[node] = Math.min(close[node] ?? 0, last)
    }
  }

  private keepsRules(head: number, second: number): boolean {
    const { next, walk } = this
    let length = 0
    for (let node = head; node >= 0; node = next[node] ?? 0) walk.stops[length++] = node
    for (let node = second; node >= 0; node = next[node] ?? 0) walk.stops[length++] = node
    return walk.feasible(this.vehicle, length)
  }

  /** What the routes cost; a task in none weighs more than any leg. */
  cost(routes: readonly (readonly number[])[]): number {
    const { model } = this
    let [total, served] = [0, 0]
    for (const route of routes) {
      let from = this.start
      for (const task of route) {
        total += model.cost[this.cell(from, task)] ?? 0
        from = task
      }
      total += (model.cost[this.cell(from, this.end)] ?? 0) + (model.fixed[this.vehicle] ?? 0)
      served += route.length
    }
    return total + (model.tasks - served) * (model.penalty[0] ?? 0)
  }
}

/** First routes for the vehicles of the most common type, a row a vehicle. Tasks for which there is no vehicle left are in none. */
export function savingsRoutes(
  model: Model,
  near: Neighbours,
  hopeless: Uint8Array,
): { readonly vehicle: number; readonly stops: readonly number[] }[] {
  const members = model.types.reduce((most, one) => (one.length > most.length ? one : most))
  const savings = new Savings(model, near, members[0] ?? 0, hopeless)
  const tries = (model.tasks > LARGE ? WEIGHTS.slice(0, 1) : WEIGHTS).map((weights) =>
    savings
      .routes(weights)
      .toSorted((a, b) => b.length - a.length)
      .slice(0, members.length),
  )
  const best = tries.reduce((least, one) => (savings.cost(one) < savings.cost(least) ? one : least))
  return best.map((stops, rank) => ({ vehicle: members[rank] ?? 0, stops }))
}
