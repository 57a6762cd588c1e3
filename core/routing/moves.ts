import { Cross, Price } from './cross'
import { MAY_FOLLOW, MAY_PRECEDE, type Neighbours } from './neighbours'
import type { Placement } from './place'
import type { Random } from './random'
import type { State } from './state'

/** How many near tasks are looked at. */
const NEAREST = 12

/**
 * Small moves between two routes, each judged in constant time: a task goes beside a near one, takes the place of the one beside it, or tails are
 * exchanged so that both meet. They find what strings cannot move, which is what large problems and short budgets need. Not for shipments.
 */
export class Moves {
  readonly usable: boolean
  /** Whether any task is pinned. */
  pins = false
  private readonly cross: Cross
  private readonly price: Price

  constructor(
    private readonly state: State,
    private readonly near: Neighbours,
    private readonly random: Random,
    private readonly pinned: Uint8Array,
    private readonly placement: Placement,
  ) {
    this.usable = state.model.vehicles > 1 && !state.model.pair.some((pair) => pair >= 0)
    this.price = new Price(random)
    this.cross = new Cross(state, pinned, placement, this.price)
  }

  /** Tries the moves of some tasks at a temperature; true when one was made. */
  run(tasks: number, temperature: number): boolean {
    this.price.temperature = temperature
    this.cross.pins = this.pins
    let made = false
    for (let at = 0; at < tasks; at++) if (this.one()) made = true
    return made
  }

  /**
   * Draws a task and a price, and goes through the near ones, nearest first, as long as a leg to there may be worth one of its own. Makes the first
   * move that the price and every rule allow.
   */
  private one(): boolean {
    const { near, random } = this
    const { route, prev, edge, model } = this.state
    const task = random.below(model.tasks)
    const here = route[task] ?? -1
    if (here < 0) return false
    const into = edge[prev[task] ?? 0] ?? 0
    const out = edge[task] ?? 0
    const reach = (into > out ? into : out) + this.price.draw()
    const from = task * near.width
    const until = from + Math.min(near.width, NEAREST)
    for (let at = from; at < until && (near.far[at] ?? 0) <= reach; at++) {
      const entry = near.list[at] ?? 0
      const other = entry >> 2
      const there = route[other] ?? -1
      if (there < 0 || there === here) continue
      if ((entry & MAY_FOLLOW) !== 0 && this.follow(task, other)) return true
      if ((entry & MAY_PRECEDE) !== 0 && this.precede(task, other)) return true
    }
    return false
  }

  /** Lets a task come behind another, in one of three ways. */
  private follow(task: number, other: number): boolean {
    if (this.cross.run(other, task)) return true
    if (this.pinned[task] === 1) return false
    return this.relocate(task, other, true) || this.swap(task, this.state.next[other] ?? 0)
  }

  /** Lets a task come before another, in one of three ways. */
  private precede(task: number, other: number): boolean {
    if (this.cross.run(task, other)) return true
    if (this.pinned[task] === 1) return false
    return this.relocate(task, other, false) || this.swap(task, this.state.prev[other] ?? 0)
  }

  /** Moves a task behind a near one of another route (`follows`) or before it. */
  private relocate(task: number, other: number, follows: boolean): boolean {
    const { state, placement } = this
    const { model, route, next, prev, edge, ready, late } = state
    const { tasks, side, point, cost, costBack, time, block } = model
    const here = route[task] ?? 0
    const there = route[other] ?? 0
    const behind = follows ? other : (prev[other] ?? 0)
    const after = follows ? (next[other] ?? 0) : other
    const before = prev[task] ?? 0
    const follower = next[task] ?? 0
    const alone = before >= tasks && follower >= tasks
    const row = (block[there] ?? 0) + task * side
    const bridge = (block[here] ?? 0) + (point[before] ?? 0) * side + (point[follower] ?? 0)
    const saved = (edge[before] ?? 0) + (edge[task] ?? 0) + (alone ? (model.fixed[here] ?? 0) : -(cost[bridge] ?? 0))
    const added = (costBack[row + (point[behind] ?? 0)] ?? 0) + (cost[row + (point[after] ?? 0)] ?? 0)
    const extra = added - (edge[behind] ?? 0) - saved
    // A dearer way pays only by the overload that it mends, which is what the route it leaves has.
    if (this.price.isDear(extra - state.finedIn(here))) return false
    const demand = model.demand[task] ?? 0
    if (this.price.isDear(extra + state.fineFor(there, demand) + state.fineFor(here, -demand))) return false
    if (model.timed) {
      if (!placement.inTime(row, task, behind, after)) return false
      // Without the stop the way may be longer, where the matrix is not a metric.
      if (!alone && (ready[before] ?? 0) + (time[bridge] ?? 0) > (late[follower] ?? 0)) return false
    }
    if (model.gated && !placement.admits(task, there)) return false
    if (model.exact && !(placement.holdsWith(task, there, behind) && placement.holdsWithout(task, here))) return false
    state.beginLasting()
    state.unlink(task)
    state.link(task, behind)
    state.retime(here)
    state.retimeAround(task)
    return true
  }

  private swap(a: number, b: number): boolean {
    const { state, placement } = this
    const { model, route, next, prev, edge } = state
    const { side, point, cost, costBack, block, demand } = model
    if (b >= model.tasks || this.pinned[b] === 1) return false
    const first = route[a] ?? 0
    const second = route[b] ?? 0
    const beforeA = prev[a] ?? 0
    const afterA = next[a] ?? 0
    const beforeB = prev[b] ?? 0
    const afterB = next[b] ?? 0
    const aRow = (block[second] ?? 0) + a * side
    const bRow = (block[first] ?? 0) + b * side
    const added =
      (costBack[bRow + (point[beforeA] ?? 0)] ?? 0) +
      (cost[bRow + (point[afterA] ?? 0)] ?? 0) +
      (costBack[aRow + (point[beforeB] ?? 0)] ?? 0) +
      (cost[aRow + (point[afterB] ?? 0)] ?? 0)
    const saved = (edge[beforeA] ?? 0) + (edge[a] ?? 0) + (edge[beforeB] ?? 0) + (edge[b] ?? 0)
    const extra = added - saved
    if (this.price.isDear(extra - state.finedIn(first) - state.finedIn(second))) return false
    const more = (demand[b] ?? 0) - (demand[a] ?? 0)
    if (this.price.isDear(extra + state.fineFor(first, more) + state.fineFor(second, -more))) return false
    if (model.timed && !(placement.inTime(bRow, b, beforeA, afterA) && placement.inTime(aRow, a, beforeB, afterB)))
      return false
    if (model.gated && !(this.skilled(a, second) && this.skilled(b, first))) return false
    if (model.exact && !(placement.holdsSwapped(a, b) && placement.holdsSwapped(b, a))) return false
    state.beginLasting()
    state.swap(a, b)
    return true
  }

  private skilled(task: number, vehicle: number): boolean {
    const { allowed, type, tasks } = this.state.model
    return allowed[(type[vehicle] ?? 0) * tasks + task] === 1
  }
}
