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
  /** The task drawn, its neighbours in its route, the legs to it and from it, what is saved without it, and what its route is fined. */
  private task = 0
  private before = 0
  private follower = 0
  private into = 0
  private out = 0
  private saved = 0
  private fined = 0

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
    const { route, prev, next, edge, model } = this.state
    const task = random.below(model.tasks)
    const here = route[task] ?? -1
    if (here < 0) return false
    const before = prev[task] ?? 0
    const follower = next[task] ?? 0
    const into = edge[before] ?? 0
    const out = edge[task] ?? 0
    const reach = (into > out ? into : out) + this.price.draw()
    const from = task * near.width
    const until = from + Math.min(near.width, NEAREST)
    if ((near.far[from] ?? 0) > reach) return false
    this.task = task
    this.before = before
    this.follower = follower
    this.into = into
    this.out = out
    this.fined = this.state.finedIn(here)
    this.saved = into + out - this.bridge(here)
    for (let at = from; at < until && (near.far[at] ?? 0) <= reach; at++) {
      const entry = near.list[at] ?? 0
      const other = entry >> 2
      const there = route[other] ?? -1
      if (there < 0 || there === here) continue
      if ((entry & MAY_FOLLOW) !== 0 && this.follow(other, here, there)) return true
      if ((entry & MAY_PRECEDE) !== 0 && this.precede(other, here, there)) return true
    }
    return false
  }

  /** What it costs to go on without the task drawn: less than nothing where its vehicle is then no longer used. */
  private bridge(here: number): number {
    const { before, follower } = this
    const { tasks, fixed, block, point, side, cost } = this.state.model
    if (before >= tasks && follower >= tasks) return -(fixed[here] ?? 0)
    return cost[(block[here] ?? 0) + (point[before] ?? 0) * side + (point[follower] ?? 0)] ?? 0
  }

  /**
   * Lets the task drawn come behind another, in one of three ways. What is too dear at first sight is not looked at further: a dearer way pays only by
   * the overload that it mends, which is what these routes have.
   */
  private follow(other: number, here: number, there: number): boolean {
    const { task, before, follower, into, out, saved } = this
    const { model, next, edge } = this.state
    const { tasks, side, point, cost, costBack, block, fixed } = model
    const after = next[other] ?? 0
    const afterPoint = point[after] ?? 0
    const home = block[here] ?? 0
    const row = (block[there] ?? 0) + task * side
    const gap = (costBack[row + other] ?? 0) - (edge[other] ?? 0)
    const most = this.price.most + this.fined
    const mostOfBoth = most + this.state.finedIn(there)
    const rest = cost[home + (point[before] ?? 0) * side + afterPoint] ?? 0
    const crossed = gap - into + (before >= tasks && after >= tasks ? -(fixed[here] ?? 0) : rest)
    if (crossed <= mostOfBoth && this.cross.run(other, task, crossed)) return true
    if (this.pinned[task] === 1) return false
    const moved = gap + (cost[row + afterPoint] ?? 0) - saved
    if (moved <= most && this.relocate(other, after, moved)) return true
    if (after >= tasks) return false
    const left = rest + (cost[home + after * side + (point[follower] ?? 0)] ?? 0) - into - out
    const right = gap + (cost[row + (point[next[after] ?? 0] ?? 0)] ?? 0) - (edge[after] ?? 0)
    return left + right <= mostOfBoth && this.swap(after, left + right)
  }

  /** Lets the task drawn come before another, in one of three ways. */
  private precede(other: number, here: number, there: number): boolean {
    const { task, before, follower, into, out, saved } = this
    const { model, prev, edge } = this.state
    const { tasks, side, point, cost, costBack, block, fixed } = model
    const ahead = prev[other] ?? 0
    const aheadPoint = point[ahead] ?? 0
    const home = block[here] ?? 0
    const row = (block[there] ?? 0) + task * side
    const gap = (cost[row + other] ?? 0) - (edge[ahead] ?? 0)
    const most = this.price.most + this.fined
    const mostOfBoth = most + this.state.finedIn(there)
    const rest = cost[home + aheadPoint * side + (point[follower] ?? 0)] ?? 0
    const crossed = gap - out + (ahead >= tasks && follower >= tasks ? -(fixed[there] ?? 0) : rest)
    if (crossed <= mostOfBoth && this.cross.run(task, other, crossed)) return true
    if (this.pinned[task] === 1) return false
    const moved = gap + (costBack[row + aheadPoint] ?? 0) - saved
    if (moved <= most && this.relocate(ahead, other, moved)) return true
    if (ahead >= tasks) return false
    const first = prev[ahead] ?? 0
    const left = rest + (costBack[home + ahead * side + (point[before] ?? 0)] ?? 0) - into - out
    const right = gap + (costBack[row + (point[first] ?? 0)] ?? 0) - (edge[first] ?? 0)
    return left + right <= mostOfBoth && this.swap(ahead, left + right)
  }

  /** Moves the task drawn between two nodes of another route, at what that costs. */
  private relocate(behind: number, after: number, extra: number): boolean {
    const { state, placement, task, before, follower } = this
    const { model, route, ready, late } = state
    const { tasks, side, point, time, block } = model
    const here = route[task] ?? 0
    const there = route[behind] ?? 0
    const demand = model.demand[task] ?? 0
    if (this.price.isDear(extra + state.fineFor(there, demand) + state.fineFor(here, -demand))) return false
    const alone = before >= tasks && follower >= tasks
    if (model.timed) {
      if (!placement.inTime((block[there] ?? 0) + task * side, task, behind, after)) return false
      // Without the stop the way may be longer, where the matrix is not a metric.
      const bridge = (block[here] ?? 0) + (point[before] ?? 0) * side + (point[follower] ?? 0)
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

  /** Lets the task drawn change places with one of another route, at what that costs. */
  private swap(other: number, extra: number): boolean {
    const { state, placement, task, before, follower } = this
    const { model, route, next, prev } = state
    const { side, block, demand } = model
    if (this.pinned[other] === 1) return false
    const here = route[task] ?? 0
    const there = route[other] ?? 0
    const more = (demand[other] ?? 0) - (demand[task] ?? 0)
    if (this.price.isDear(extra + state.fineFor(here, more) + state.fineFor(there, -more))) return false
    if (model.timed) {
      if (!placement.inTime((block[here] ?? 0) + other * side, other, before, follower)) return false
      const [behind, after] = [prev[other] ?? 0, next[other] ?? 0]
      if (!placement.inTime((block[there] ?? 0) + task * side, task, behind, after)) return false
    }
    if (model.gated && !(this.skilled(task, there) && this.skilled(other, here))) return false
    if (model.exact && !(placement.holdsSwapped(task, other) && placement.holdsSwapped(other, task))) return false
    state.beginLasting()
    state.swap(task, other)
    return true
  }

  private skilled(task: number, vehicle: number): boolean {
    const { allowed, type, tasks } = this.state.model
    return allowed[(type[vehicle] ?? 0) * tasks + task] === 1
  }
}
