import { startOf } from './model'
import type { State } from './state'

/** Loads and numbers of tasks along routes, summed up when first asked after a route has changed. */
export class Tails {
  /** Up to and with a node, where `countUp` was asked for its route. */
  readonly load: Float64Array
  readonly rank: Int32Array

  constructor(private readonly state: State) {
    this.load = new Float64Array(state.model.nodes)
    this.rank = new Int32Array(state.model.nodes)
  }

  /** Sums a route up from its start. */
  countUp(vehicle: number): void {
    const { load, rank } = this
    const { next, unchanged, model } = this.state
    if (unchanged[vehicle] === 1) return
    unchanged[vehicle] = 1
    const { demand, tasks } = model
    let [total, count] = [0, 0]
    for (let node = next[startOf(model, vehicle)] ?? 0; node < tasks; node = next[node] ?? 0) {
      total += demand[node] ?? 0
      load[node] = total
      rank[node] = ++count
    }
  }
}
