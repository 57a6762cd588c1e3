import { ExactRoute } from './exact'
import { type Model, endOf, startOf } from './model'
import { MAY_FOLLOW, MAY_PRECEDE, type Neighbours } from './neighbours'
import type { Random } from './random'
import type { State } from './state'

/** Share of positions that are looked away from: more where there are so few tasks that they would all be put back as they were. */
const BLINK = 0.01
const BLINK_SMALL = 0.4
/** A leg between two tasks is long from so many mean ones: places are sought no further than where they would break a longer one. */
const LONG = 3

/** Finds the cheapest feasible position of a task, looking away from some so that the search does not repeat itself. */
export class Placement {
  /** What the last `find` found: the node to go behind, at what extra cost. */
  behind = -1
  extra = Infinity
  blinks = true
  /** No vehicle is added to this many in use. */
  mostVehicles = Infinity
  /** No more near tasks than this are looked at. */
  width: number
  /** What a long leg between two tasks cost when `survey` was last asked. */
  private longStep = Infinity
  /** The vehicles of each type by their dearest leg to or from home, and these legs, when `survey` was last asked. */
  private readonly reach: readonly Int32Array[]
  private readonly reachLegs: readonly Int32Array[]
  /** How far the nearest task is that the last `nearby` did not look at. */
  private clear = 0
  private readonly blink: number
  private readonly model: Model
  readonly walk: ExactRoute

  constructor(
    private readonly state: State,
    private readonly near: Neighbours,
    private readonly random: Random,
  ) {
    this.model = state.model
    this.walk = new ExactRoute(state.model)
    this.width = near.width
    this.reach = this.model.types.map((members) => Int32Array.from(members))
    this.reachLegs = this.model.types.map((members) => new Int32Array(members.length))
    this.blink = Math.max(BLINK, BLINK_SMALL / state.model.tasks)
  }

  /** Measures the legs, which tell how far to look. They change little from one iteration to the next. */
  survey(): void {
    const { route, next, edge } = this.state
    const { tasks } = this.model
    let [steps, sum] = [0, 0]
    for (let node = 0; node < tasks; node++) {
      if ((route[node] ?? 0) < 0 || (next[node] ?? 0) >= tasks) continue
      steps++
      sum += edge[node] ?? 0
    }
    this.longStep = (LONG * sum) / Math.max(1, steps)
    for (let type = 0; type < this.reach.length; type++) this.rank(type)
  }

  /** Puts the vehicles of a type in order of their dearest leg to or from home: the order hardly changes, so each moves little. */
  private rank(type: number): void {
    const { next, prev, edge } = this.state
    const order = this.reach[type]
    const legs = this.reachLegs[type]
    if (!order || !legs) return
    for (let at = 0; at < order.length; at++) {
      const vehicle = order[at] ?? 0
      const start = startOf(this.model, vehicle)
      const out = edge[start] ?? 0
      const back = edge[prev[endOf(this.model, vehicle)] ?? 0] ?? 0
      const leg = (next[start] ?? 0) >= this.model.tasks ? 0 : Math.max(out, back)
      let to = at
      for (; to > 0 && (legs[to - 1] ?? 0) < leg; to--) {
        legs[to] = legs[to - 1] ?? 0
        order[to] = order[to - 1] ?? 0
      }
      legs[to] = leg
      order[to] = vehicle
    }
  }

  /** Looks at the positions on both sides of the near tasks, at the ends of routes, at unused vehicles and, when none will do, everywhere. */
  find(task: number): boolean {
    this.behind = -1
    this.extra = Infinity
    this.nearby(task)
    this.ends(task)
    this.unused(task)
    if (this.behind < 0) this.everywhere(task)
    return this.behind >= 0
  }

  /**
   * Looks at the positions beside near tasks. A position between two tasks is looked at from the nearer of them, so beside a task at distance d only
   * those matter that cost at least twice d less the leg they break: none beyond where that is more than the best found, but for the few that break a
   * leg longer than `longStep`. The legs to and from where the vehicles are at home are far longer as a rule, and looked at apart.
   */
  private nearby(task: number): void {
    const { longStep } = this
    const { route, next, prev, edge, free, fine } = this.state
    const { point, block, side, cost, costBack, timed, gated, tasks } = this.model
    const { list, far, width } = this.near
    const demand = this.model.demand[task] ?? 0
    const line = task * side
    const until = task * width + this.width
    let best = this.extra
    this.clear = far[until - 1] ?? 0
    for (let at = task * width; at < until; at++) {
      if (2 * (far[at] ?? 0) - longStep >= best) {
        this.clear = far[at] ?? 0
        return
      }
      const entry = list[at] ?? 0
      const other = entry >> 2
      const vehicle = route[other] ?? 0
      if (vehicle < 0) continue
      const room = free[vehicle] ?? 0
      let fines = 0
      if (room < demand) {
        if (fine === Infinity) continue
        fines = fine * (room > 0 ? demand - room : demand)
        if (fines >= best) continue
      }
      const row = (block[vehicle] ?? 0) + line
      if ((entry & MAY_FOLLOW) !== 0) {
        const after = next[other] ?? 0
        const reach = costBack[row + other] ?? 0
        const gap = reach - (edge[other] ?? 0) + fines
        const extra =
          after < tasks && gap + reach >= best
            ? Infinity
            : gap + (cost[row + (after < tasks ? after : (point[after] ?? 0))] ?? 0)
        if (extra < best && (!timed || this.inTime(row, task, other, after))) {
          if ((!gated || this.admits(task, vehicle)) && this.take(task, vehicle, other, extra)) best = extra
        }
      }
      if ((entry & MAY_PRECEDE) === 0) continue
      const before = prev[other] ?? 0
      const leave = cost[row + other] ?? 0
      const gap = leave - (edge[before] ?? 0) + fines
      if (before < tasks && gap + leave >= best) continue
      const extra = gap + (costBack[row + (before < tasks ? before : (point[before] ?? 0))] ?? 0)
      if (extra < best && (!timed || this.inTime(row, task, before, other))) {
        if ((!gated || this.admits(task, vehicle)) && this.take(task, vehicle, before, extra)) best = extra
      }
    }
  }

  /** Looks at the first and the last leg of every route, but for what is dearer even with a task as near as the nearest not looked at. */
  private ends(task: number): void {
    const { model, clear, reach } = this
    const { next, prev, edge, free } = this.state
    const { tasks, side, point, block, cost, costBack } = model
    const demand = model.demand[task] ?? 0
    for (let type = 0; type < reach.length; type++) {
      const order = reach[type]
      const legs = this.reachLegs[type]
      if (!order || !legs) continue
      const example = order[0] ?? 0
      const row = (block[example] ?? 0) + task * side
      const out = costBack[row + (point[startOf(model, example)] ?? 0)] ?? 0
      const back = cost[row + (point[endOf(model, example)] ?? 0)] ?? 0
      const least = (out < back ? out : back) + clear
      for (let at = 0; at < order.length && least - (legs[at] ?? 0) < this.extra; at++) {
        const vehicle = order[at] ?? 0
        const start = startOf(model, vehicle)
        const first = next[start] ?? 0
        if (first >= tasks) continue
        const fines = (free[vehicle] ?? 0) < demand ? this.state.fineFor(vehicle, demand) : 0
        if (fines >= this.extra) continue
        const end = endOf(model, vehicle)
        const last = prev[end] ?? 0
        const early = out + (cost[row + first] ?? 0) - (edge[start] ?? 0) + fines
        const tardy = back + (costBack[row + last] ?? 0) - (edge[last] ?? 0) + fines
        if ((early >= this.extra && tardy >= this.extra) || !this.admits(task, vehicle)) continue
        this.offer(task, row, vehicle, start, first, early)
        this.offer(task, row, vehicle, last, end, tardy)
      }
    }
  }

  /** Takes a position where that is cheaper and in time. */
  private offer(task: number, row: number, vehicle: number, before: number, after: number, extra: number): void {
    if (extra < this.extra && (!this.model.timed || this.inTime(row, task, before, after)))
      this.take(task, vehicle, before, extra)
  }

  /** The constant-time check of the windows between two nodes. */
  inTime(row: number, task: number, before: number, after: number): boolean {
    const { point, timeBack, time, open, close, service } = this.model
    const { ready, late } = this.state
    let begin = (ready[before] ?? 0) + (timeBack[row + (point[before] ?? 0)] ?? 0)
    if (begin > (close[task] ?? 0)) return false
    const opens = open[task] ?? 0
    if (begin < opens) begin = opens
    return begin + (service[task] ?? 0) + (time[row + (point[after] ?? 0)] ?? 0) <= (late[after] ?? 0)
  }

  admits(task: number, vehicle: number): boolean {
    const { allowed, type, tasks, maxTasks } = this.model
    return (
      allowed[(type[vehicle] ?? 0) * tasks + task] === 1 && (this.state.count[vehicle] ?? 0) < (maxTasks[vehicle] ?? 0)
    )
  }

  private take(task: number, vehicle: number, behind: number, extra: number): boolean {
    if (this.looksAway()) return false
    if (this.model.exact && !this.holdsWith(task, vehicle, behind)) return false
    this.behind = behind
    this.extra = extra
    return true
  }

  looksAway(): boolean {
    return this.blinks && this.random.unit() < this.blink
  }

  /** False when the windows alone keep a task from going behind a node. */
  mayHold(task: number, behind: number): boolean {
    if (!this.model.timed) return true
    const row = (this.model.block[this.state.route[behind] ?? 0] ?? 0) + task * this.model.side
    return this.inTime(row, task, behind, this.state.next[behind] ?? 0)
  }

  /** Judges a route as it stands. */
  holds(vehicle: number): boolean {
    return this.holdsWith(-1, vehicle, -1)
  }

  /** Judges a route with a task more, behind a node of it. */
  holdsWith(task: number, vehicle: number, behind: number): boolean {
    const { next } = this.state
    const { stops } = this.walk
    const end = endOf(this.model, vehicle)
    let length = 0
    for (let node = startOf(this.model, vehicle); node !== end; node = next[node] ?? 0) {
      if (node < this.model.tasks) stops[length++] = node
      if (node === behind) stops[length++] = task
    }
    return this.walk.feasible(vehicle, length)
  }

  /** Judges a route with a task less. */
  holdsWithout(task: number, vehicle: number): boolean {
    const { next } = this.state
    const { stops } = this.walk
    let length = 0
    for (let node = next[startOf(this.model, vehicle)] ?? 0; node < this.model.tasks; node = next[node] ?? 0)
      if (node !== task) stops[length++] = node
    return length === 0 || this.walk.feasible(vehicle, length)
  }

  /** Judges the route of a task with another in its place. */
  holdsSwapped(task: number, other: number): boolean {
    const { next, route } = this.state
    const { stops } = this.walk
    const vehicle = route[task] ?? 0
    let length = 0
    for (let node = next[startOf(this.model, vehicle)] ?? 0; node < this.model.tasks; node = next[node] ?? 0)
      stops[length++] = node === task ? other : node
    return this.walk.feasible(vehicle, length)
  }

  private unused(task: number): void {
    if (this.state.used >= this.mostVehicles) return
    const { spare, spareCount } = this.state
    for (let type = 0; type < spareCount.length; type++) {
      if ((spareCount[type] ?? 0) === 0) continue
      const vehicle = spare[type]?.[0] ?? 0
      if ((this.model.demand[task] ?? 0) > (this.model.capacity[vehicle] ?? 0) || !this.admits(task, vehicle)) continue
      this.between(
        task,
        vehicle,
        startOf(this.model, vehicle),
        endOf(this.model, vehicle),
        this.model.fixed[vehicle] ?? 0,
      )
    }
  }

  private everywhere(task: number): void {
    const { next, count, free } = this.state
    for (let vehicle = 0; vehicle < this.model.vehicles; vehicle++) {
      if (count[vehicle] === 0 || (free[vehicle] ?? 0) < (this.model.demand[task] ?? 0) || !this.admits(task, vehicle))
        continue
      const end = endOf(this.model, vehicle)
      for (let node = startOf(this.model, vehicle); node !== end; node = next[node] ?? 0)
        this.between(task, vehicle, node, next[node] ?? 0, 0)
    }
  }

  private between(task: number, vehicle: number, before: number, after: number, fixed: number): void {
    const { point, side, cost, costBack } = this.model
    const row = (this.model.block[vehicle] ?? 0) + task * side
    const extra =
      (costBack[row + (point[before] ?? 0)] ?? 0) +
      (cost[row + (point[after] ?? 0)] ?? 0) -
      (this.state.edge[before] ?? 0) +
      fixed
    this.offer(task, row, vehicle, before, after, extra)
  }
}
