import { endOf, startOf } from './model'
import type { Placement } from './place'
import type { Random } from './random'
import type { State } from './state'
import { Tails } from './tails'

/** The most that a move may cost: drawn anew, by the temperature, for each task that moves are tried for. */
export class Price {
  temperature = 0
  /** The price drawn last. */
  most = 0

  constructor(private readonly random: Random) {}

  draw(): number {
    return (this.most = -this.temperature * Math.log(1 - this.random.unit()))
  }

  isDear(extra: number): boolean {
    return extra > this.most
  }
}

/** Exchanges the tails of two routes (2-opt*): what strings of ten stops cannot move. Not for shipments, whose halves must stay together. */
export class Cross {
  /** Whether any task is pinned. */
  pins = false
  private readonly tails: Tails
  private first = 0
  private second = 0
  private aLoad = 0
  private aCount = 0
  private bLoad = 0
  private bCount = 0

  constructor(
    private readonly state: State,
    private readonly pinned: Uint8Array,
    private readonly placement: Placement,
    private readonly price: Price,
  ) {
    this.tails = new Tails(state)
  }

  /**
   * Lets `b` and what follows it come behind `a` of another route, and what followed `a` behind what came before `b`, at what that costs, when every
   * rule is kept and the price is right with the fines too.
   */
  run(a: number, b: number, extra: number): boolean {
    const { state } = this
    const { model, route, next, prev, ready, late } = state
    const { tasks, side, point, time, type, timed } = model
    const first = route[a] ?? 0
    const second = route[b] ?? 0
    if (type[first] !== type[second]) return false
    const block = model.block[first] ?? 0
    const after = next[a] ?? 0
    const before = prev[b] ?? 0
    const empties = before >= tasks && after >= tasks
    const join = block + a * side + b
    const rest = block + (point[before] ?? 0) * side + (point[after] ?? 0)
    if (timed) {
      if ((ready[a] ?? 0) + (time[join] ?? 0) > (late[b] ?? 0)) return false
      const follower = after < tasks ? after : endOf(model, second)
      if (!empties && (ready[before] ?? 0) + (time[rest] ?? 0) > (late[follower] ?? 0)) return false
    }
    this.first = first
    this.second = second
    this.measure(a, b)
    if (!this.fits(extra) || (this.pins && (this.isPinned(after) || this.isPinned(b)))) return false
    if (model.exact && !this.keepsRules(a, b)) return false
    state.beginLasting()
    const [moved, load] = [this.bCount - this.aCount, this.bLoad - this.aLoad]
    state.crossTails(a, b, moved, load, extra)
    return true
  }

  /** Loads and lengths of both tails. */
  private measure(a: number, b: number): void {
    const { state, tails, first, second } = this
    const { count, prev, free, model } = state
    const { load, rank } = tails
    tails.countUp(first)
    tails.countUp(second)
    const before = prev[b] ?? 0
    this.aCount = (count[first] ?? 0) - (rank[a] ?? 0)
    this.bCount = (count[second] ?? 0) - (rank[before] ?? 0)
    this.aLoad = (model.capacity[first] ?? 0) - (free[first] ?? 0) - (load[a] ?? 0)
    this.bLoad = (model.capacity[second] ?? 0) - (free[second] ?? 0) - (load[before] ?? 0)
  }

  /** Whether something pinned is in a tail that begins with a node. */
  private isPinned(from: number): boolean {
    const { next, model } = this.state
    for (let node = from; node < model.tasks; node = next[node] ?? 0) if (this.pinned[node] === 1) return true
    return false
  }

  /** Whether the numbers of tasks keep their limits, and the loads theirs or their fines are worth it. */
  private fits(extra: number): boolean {
    const { state, first, second, aLoad, bLoad, aCount, bCount } = this
    const { count, model } = state
    if (this.price.isDear(extra + state.fineFor(first, bLoad - aLoad) + state.fineFor(second, aLoad - bLoad)))
      return false
    const most = model.maxTasks[first] ?? 0
    return (count[first] ?? 0) - aCount + bCount <= most && (count[second] ?? 0) - bCount + aCount <= most
  }

  private keepsRules(a: number, b: number): boolean {
    const { first, second } = this
    const { model, next } = this.state
    const { walk } = this.placement
    let length = 0
    for (let node = next[startOf(model, first)] ?? 0; node !== a; node = next[node] ?? 0) walk.stops[length++] = node
    walk.stops[length++] = a
    for (let node = b; node < model.tasks; node = next[node] ?? 0) walk.stops[length++] = node
    if (!walk.feasible(first, length)) return false
    length = 0
    for (let node = next[startOf(model, second)] ?? 0; node !== b; node = next[node] ?? 0) walk.stops[length++] = node
    for (let node = next[a] ?? 0; node < model.tasks; node = next[node] ?? 0) walk.stops[length++] = node
    return length === 0 || walk.feasible(second, length)
  }
}
