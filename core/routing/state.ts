import { type Model, endOf, startOf } from './model'

/**
 * Routes as linked lists over flat arrays, with what makes the check of a position constant: `ready`, when a node can be left at the earliest, and
 * `late`, when it must begin at the latest. `begin` opens a trial; a route is remembered when a trial first touches it; `undo` puts all back.
 */
export class State {
  readonly next: Int32Array
  readonly prev: Int32Array
  /** Vehicle of a node, −1 for a task left out. */
  readonly route: Int32Array
  readonly ready: Int32Array
  readonly late: Int32Array
  /** Cost and time of the leg that leaves a node. */
  readonly edge: Int32Array
  readonly legTime: Int32Array
  /** Room left in the first dimension; below zero where loads may go beyond capacity. */
  readonly free: Float64Array
  readonly count: Int32Array
  /** Of a route: 1 until it changes, where somebody who keeps something of it has said so. */
  readonly unchanged: Uint8Array
  /** Vehicles in use, and tasks in their routes. */
  used = 0
  served = 0
  cost = 0
  /** What the routes carry beyond their capacity, and what a unit of it is fined: Infinity where loads must always fit. */
  overload = 0
  fine = Infinity
  /** Unused vehicles of each type: the first `spareCount` of its row. */
  readonly spare: Int32Array[]
  readonly spareCount: Int32Array
  private readonly spareAt: Int32Array

  private readonly stamp: Int32Array
  private trial = 0
  private lasting = false
  private readonly saved: Int32Array
  private savedSize = 0
  /** Vehicles that the present trial has touched: the first `touchedCount`. */
  readonly touched: Int32Array
  touchedCount = 0
  private readonly touchedFree: Float64Array
  private costBefore = 0
  private overloadBefore = 0

  constructor(readonly model: Model) {
    const { nodes, tasks, vehicles } = model
    this.next = new Int32Array(nodes).fill(-1)
    this.prev = new Int32Array(nodes).fill(-1)
    this.route = new Int32Array(nodes).fill(-1)
    this.ready = new Int32Array(nodes)
    this.late = new Int32Array(nodes)
    this.edge = new Int32Array(nodes)
    this.legTime = model.time === model.cost ? this.edge : new Int32Array(nodes)
    this.free = model.capacity.slice()
    this.count = new Int32Array(vehicles)
    this.unchanged = new Uint8Array(vehicles)
    this.spare = model.types.map((members) => Int32Array.from(members))
    this.spareCount = Int32Array.from(model.types, (members) => members.length)
    this.spareAt = new Int32Array(vehicles)
    for (const row of this.spare) for (const [at, vehicle] of row.entries()) this.spareAt[vehicle] = at
    this.stamp = new Int32Array(vehicles).fill(-1)
    this.saved = new Int32Array(6 * (tasks + 2 * vehicles))
    this.touched = new Int32Array(vehicles)
    this.touchedFree = new Float64Array(vehicles)
    for (let vehicle = 0; vehicle < vehicles; vehicle++) this.clear(vehicle)
  }

  /** Empties every route. Cannot be undone. */
  reset(): void {
    const { model, route, count } = this
    for (let task = 0; task < model.tasks; task++) route[task] = -1
    for (let vehicle = 0; vehicle < model.vehicles; vehicle++) {
      this.settle(vehicle, count[vehicle] ?? 0, 0)
      this.clear(vehicle)
    }
    this.cost = 0
    this.overload = 0
  }

  private clear(vehicle: number): void {
    const { model, next, prev, route } = this
    const [start, end] = [startOf(model, vehicle), endOf(model, vehicle)]
    next[start] = end
    prev[end] = start
    route[start] = vehicle
    route[end] = vehicle
    this.ready[start] = model.open[start] ?? 0
    this.late[end] = model.close[end] ?? 0
    this.edge[start] = 0
    this.free[vehicle] = model.capacity[vehicle] ?? 0
    this.count[vehicle] = 0
  }

  begin(): void {
    this.trial++
    this.lasting = false
    this.savedSize = 0
    this.touchedCount = 0
    this.costBefore = this.cost
    this.overloadBefore = this.overload
  }

  /** Begins changes that are never undone: nothing is remembered. */
  beginLasting(): void {
    this.lasting = true
  }

  /** Remembers a route as it is now, once a trial. */
  touch(vehicle: number): void {
    if (this.lasting) return
    const { stamp, saved, next, ready, late, edge, legTime } = this
    if (stamp[vehicle] === this.trial) return
    stamp[vehicle] = this.trial
    this.touched[this.touchedCount] = vehicle
    this.touchedFree[this.touchedCount++] = this.free[vehicle] ?? 0
    let at = this.savedSize
    const end = endOf(this.model, vehicle)
    for (let node = startOf(this.model, vehicle); ; node = next[node] ?? 0) {
      saved[at] = node
      saved[at + 1] = ready[node] ?? 0
      saved[at + 2] = late[node] ?? 0
      saved[at + 3] = edge[node] ?? 0
      saved[at + 4] = legTime[node] ?? 0
      at += 5
      if (node === end) break
    }
    this.savedSize = at
  }

  /** True when the present trial has touched the route. */
  isTouched(vehicle: number): boolean {
    return this.stamp[vehicle] === this.trial
  }

  /** Puts every touched route back as it was. */
  undo(): void {
    const { saved, next, prev, route, ready, late, edge, legTime, count } = this
    for (let at = 0; at < this.touchedCount; at++) this.release(this.touched[at] ?? 0)
    let at = 0
    for (let rank = 0; rank < this.touchedCount; rank++) {
      const vehicle = this.touched[rank] ?? 0
      const end = endOf(this.model, vehicle)
      let [before, stops] = [-1, -2]
      for (;;) {
        const node = saved[at] ?? 0
        ready[node] = saved[at + 1] ?? 0
        late[node] = saved[at + 2] ?? 0
        edge[node] = saved[at + 3] ?? 0
        legTime[node] = saved[at + 4] ?? 0
        at += 5
        route[node] = vehicle
        if (before >= 0) {
          next[before] = node
          prev[node] = before
        }
        before = node
        stops++
        if (node === end) break
      }
      this.free[vehicle] = this.touchedFree[rank] ?? 0
      this.settle(vehicle, count[vehicle] ?? 0, stops)
    }
    this.cost = this.costBefore
    this.overload = this.overloadBefore
  }

  /** Takes all tasks out of a route's list without mending it. */
  private release(vehicle: number): void {
    const end = endOf(this.model, vehicle)
    for (let node = this.next[startOf(this.model, vehicle)] ?? 0; node !== end; node = this.next[node] ?? 0)
      this.route[node] = -1
  }

  /** Notes how many tasks a route has, and whether its vehicle is in use. */
  private settle(vehicle: number, before: number, after: number): void {
    this.count[vehicle] = after
    this.served += after - before
    if (before > 0 === after > 0) return
    const type = this.model.type[vehicle] ?? 0
    const row = this.spare[type]
    const at = this.spareAt[vehicle] ?? 0
    const border = (this.spareCount[type] ?? 0) - (after > 0 ? 1 : 0)
    if (!row) return
    this.spareCount[type] = border + (after > 0 ? 0 : 1)
    this.used += after > 0 ? 1 : -1
    const other = row[border] ?? 0
    row[border] = vehicle
    row[at] = other
    this.spareAt[vehicle] = border
    this.spareAt[other] = at
  }

  private load(vehicle: number, more: number): void {
    this.unchanged[vehicle] = 0
    this.overload += this.overloadBy(vehicle, more)
    this.free[vehicle] = (this.free[vehicle] ?? 0) - more
  }

  /** How much more is carried beyond capacity when a route takes `more`. */
  private overloadBy(vehicle: number, more: number): number {
    const before = this.free[vehicle] ?? 0
    const after = before - more
    return (after < 0 ? -after : 0) - (before < 0 ? -before : 0)
  }

  /** How much more is fined when a route takes `more`. */
  fineFor(vehicle: number, more: number): number {
    const over = this.overloadBy(vehicle, more)
    return over === 0 ? 0 : over * this.fine
  }

  /** What a route is fined now. */
  finedIn(vehicle: number): number {
    const free = this.free[vehicle] ?? 0
    return free < 0 ? -free * this.fine : 0
  }

  /** All that is fined now. */
  get fines(): number {
    return this.overload === 0 ? 0 : this.overload * this.fine
  }

  private leg(from: number, to: number, vehicle: number): void {
    const { model } = this
    const cell = (model.block[vehicle] ?? 0) + (model.point[from] ?? 0) * model.side + (model.point[to] ?? 0)
    this.edge[from] = model.cost[cell] ?? 0
    this.legTime[from] = model.time[cell] ?? 0
  }

  /** Puts a task behind a node, without looking at the times. */
  link(task: number, behind: number): void {
    const { next, prev, edge } = this
    const vehicle = this.route[behind] ?? 0
    const follower = next[behind] ?? 0
    const count = this.count[vehicle] ?? 0
    this.touch(vehicle)
    this.cost -= count === 0 ? -(this.model.fixed[vehicle] ?? 0) : (edge[behind] ?? 0)
    next[behind] = task
    prev[task] = behind
    next[task] = follower
    prev[follower] = task
    this.route[task] = vehicle
    this.leg(behind, task, vehicle)
    this.leg(task, follower, vehicle)
    this.cost += (edge[behind] ?? 0) + (edge[task] ?? 0)
    this.load(vehicle, this.model.demand[task] ?? 0)
    this.settle(vehicle, count, count + 1)
  }

  /** Takes a task out, without looking at the times. */
  unlink(task: number): void {
    const { next, prev, edge } = this
    const vehicle = this.route[task] ?? 0
    const behind = prev[task] ?? 0
    const follower = next[task] ?? 0
    const count = this.count[vehicle] ?? 0
    this.touch(vehicle)
    this.cost -= (edge[behind] ?? 0) + (edge[task] ?? 0)
    next[behind] = follower
    prev[follower] = behind
    this.route[task] = -1
    if (count === 1) {
      edge[behind] = 0
      this.cost -= this.model.fixed[vehicle] ?? 0
    } else {
      this.leg(behind, follower, vehicle)
      this.cost += edge[behind] ?? 0
    }
    this.load(vehicle, -(this.model.demand[task] ?? 0))
    this.settle(vehicle, count, count - 1)
  }

  /**
   * Puts task `b` and what follows it behind task `a` of another vehicle of the same type, and what followed `a` in their place. `moved` tasks and
   * `load` more go to the vehicle of `a` than come from it; `extra` is what it costs. Cannot be undone.
   */
  crossTails(a: number, b: number, moved: number, load: number, extra: number): void {
    const { next, prev, route, model, count } = this
    const { tasks } = model
    const first = route[a] ?? 0
    const second = route[b] ?? 0
    const after = next[a] ?? 0
    const before = prev[b] ?? 0
    const aLast = prev[endOf(model, first)] ?? 0
    const bLast = prev[endOf(model, second)] ?? 0
    for (let node = b; node < tasks; node = next[node] ?? 0) route[node] = first
    for (let node = after; node < tasks; node = next[node] ?? 0) route[node] = second
    this.couple(a, b)
    this.couple(bLast, endOf(model, first))
    this.leg(a, b, first)
    if (after < tasks) {
      this.couple(before, after)
      this.couple(aLast, endOf(model, second))
      this.leg(before, after, second)
    } else {
      this.couple(before, endOf(model, second))
      if (before < tasks) this.leg(before, endOf(model, second), second)
      else this.edge[before] = 0
    }
    this.cost += extra
    this.load(first, load)
    this.load(second, -load)
    this.settle(first, count[first] ?? 0, (count[first] ?? 0) + moved)
    this.settle(second, count[second] ?? 0, (count[second] ?? 0) - moved)
    this.retime(first)
    this.retime(second)
  }

  /** Lets two tasks of different vehicles change places, where the rules were found to allow it. Cannot be undone. */
  swap(a: number, b: number): void {
    const { next, prev, route, model } = this
    const first = route[a] ?? 0
    const second = route[b] ?? 0
    const beforeA = prev[a] ?? 0
    const afterA = next[a] ?? 0
    const beforeB = prev[b] ?? 0
    const afterB = next[b] ?? 0
    this.cost -= this.legsOf(a) + this.legsOf(b)
    this.couple(beforeA, b)
    this.couple(b, afterA)
    this.couple(beforeB, a)
    this.couple(a, afterB)
    route[a] = second
    route[b] = first
    this.leg(beforeA, b, first)
    this.leg(b, afterA, first)
    this.leg(beforeB, a, second)
    this.leg(a, afterB, second)
    this.cost += this.legsOf(a) + this.legsOf(b)
    const more = (model.demand[b] ?? 0) - (model.demand[a] ?? 0)
    this.load(first, more)
    this.load(second, -more)
    this.retimeAround(b)
    this.retimeAround(a)
  }

  private legsOf(task: number): number {
    return (this.edge[this.prev[task] ?? 0] ?? 0) + (this.edge[task] ?? 0)
  }

  private couple(before: number, after: number): void {
    this.next[before] = after
    this.prev[after] = before
  }

  /** Brings the times of a route up to date; false when some task would begin too late. */
  retime(vehicle: number): boolean {
    if (!this.model.timed || this.count[vehicle] === 0) return true
    const first = this.next[startOf(this.model, vehicle)] ?? 0
    const last = this.prev[endOf(this.model, vehicle)] ?? 0
    const onTime = this.forward(first, true)
    this.backward(last, true)
    return onTime
  }

  /** Brings the times up to date after a task was put in. */
  retimeAround(task: number): void {
    if (!this.model.timed) return
    this.forward(task, false)
    this.backward(task, false)
  }

  private forward(from: number, whole: boolean): boolean {
    const { next, ready, legTime } = this
    const { open, close, service, tasks, vehicles } = this.model
    const ends = tasks + vehicles
    let node = from
    let before = this.prev[node] ?? 0
    for (;;) {
      let begin = (ready[before] ?? 0) + (legTime[before] ?? 0)
      if (begin > (close[node] ?? 0)) return false
      if (node >= ends) return true
      const opens = open[node] ?? 0
      if (begin < opens) begin = opens
      begin += service[node] ?? 0
      if (!whole && node !== from && begin === (ready[node] ?? 0)) return true
      ready[node] = begin
      before = node
      node = next[node] ?? 0
    }
  }

  private backward(from: number, whole: boolean): void {
    const { prev, next, late, legTime } = this
    const { close, service, tasks } = this.model
    let node = from
    while (node < tasks) {
      let begin = (late[next[node] ?? 0] ?? 0) - (legTime[node] ?? 0) - (service[node] ?? 0)
      const closes = close[node] ?? 0
      if (begin > closes) begin = closes
      if (!whole && node !== from && begin === (late[node] ?? 0)) return
      late[node] = begin
      node = prev[node] ?? 0
    }
  }
}
