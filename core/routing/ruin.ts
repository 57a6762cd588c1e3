import type { Neighbours } from './neighbours'
import type { Random } from './random'
import type { State } from './state'
import { endOf, startOf } from './model'

/** How many tasks are taken out on average, and in one string at most, unless more is asked. */
const REMOVED = 10
/** Share of trials that take whole routes out, and the number of tasks after which they stop. */
const WHOLE_SHARE = 0.005
const MOST_WHOLE = 30
const SPLIT_SHARE = 0.5
const SPLIT_GROWTH = 0.5

/** Takes strings of neighbouring tasks out of adjacent routes (the ruin of Christiaens and Vanden Berghe, 2020). */
export class Ruin {
  /** Tasks taken out by the last call, a shipment by its pickup: the first `count`. */
  readonly removed: Int32Array
  count = 0

  constructor(
    private readonly state: State,
    private readonly near: Neighbours,
    private readonly random: Random,
    private readonly pinned: Uint8Array,
  ) {
    this.removed = new Int32Array(state.model.tasks)
  }

  /** Takes out so many tasks on average, and in one string at most. */
  run(removed = REMOVED): void {
    const { state, near, random } = this
    this.count = 0
    if (state.used === 0) return
    const longest = Math.min(removed, state.served / state.used)
    const most = (4 * removed) / (1 + longest) - 1
    const strings = Math.floor(random.unit() * most + 1)
    const seed = random.below(state.model.tasks)
    const whole = random.unit() < WHOLE_SHARE
    let ruined = 0
    for (let rank = -1; rank < near.width && ruined < strings; rank++) {
      const task = rank < 0 ? seed : (near.list[seed * near.width + rank] ?? 0)
      const vehicle = state.route[task] ?? 0
      if (vehicle < 0 || state.isTouched(vehicle)) continue
      const most = Math.min(state.count[vehicle] ?? 0, longest)
      const all = whole && this.count < MOST_WHOLE
      this.string(task, vehicle, all ? (state.count[vehicle] ?? 0) : Math.floor(random.unit() * most + 1))
      ruined++
    }
  }

  /** Takes out `length` tasks around one, all in a row or with some kept in their midst. */
  private string(task: number, vehicle: number, length: number): void {
    const { state, random } = this
    const total = state.count[vehicle] ?? 0
    let kept = 0
    if (length > 1 && length < total && random.unit() < SPLIT_SHARE) {
      kept = 1
      while (length + kept < total && random.unit() < SPLIT_GROWTH) kept++
    }
    const span = length + kept
    const start = startOf(state.model, vehicle)
    let first = task
    let back = random.below(span)
    while (back > 0 && state.prev[first] !== start) {
      first = state.prev[first] ?? 0
      back--
    }
    this.takeOut(first, vehicle, span, kept === 0 ? span : 1 + random.below(length - 1), kept)
  }

  /** Walks `span` tasks from the first on, and on before it when the route ends, keeping `kept` after `lead`. */
  private takeOut(first: number, vehicle: number, span: number, lead: number, kept: number): void {
    const { state } = this
    const start = startOf(state.model, vehicle)
    const end = endOf(state.model, vehicle)
    let before = state.prev[first] ?? 0
    let node = first
    for (let step = 0; step < span; step++) {
      let chosen = node
      if (node === end) {
        if (before === start) return
        chosen = before
        before = state.prev[before] ?? 0
      } else {
        node = state.next[node] ?? 0
      }
      if (step >= lead && step < lead + kept) continue
      const pair = state.model.pair[chosen] ?? 0
      if (pair >= 0) {
        if (node === pair) node = state.next[node] ?? 0
        if (before === pair) before = state.prev[before] ?? 0
      }
      this.take(chosen, pair)
    }
  }

  private take(task: number, pair: number): void {
    const { state, pinned } = this
    if (pinned[task] === 1 || (state.route[task] ?? 0) < 0) return
    if (pair >= 0) {
      if (pinned[pair] === 1) return
      state.unlink(pair)
    }
    state.unlink(task)
    this.removed[this.count++] = pair >= 0 && pair < task ? pair : task
  }
}
