import { type Model, endOf, startOf } from './model'
import type { Random } from './random'

/** Orders in which removed tasks are put back, each with its weight in the draw. */
export class Orders {
  private readonly keys: readonly Float64Array[]
  private readonly weights: readonly number[]
  private readonly total: number
  private readonly far: Float64Array
  private readonly drawn: Float64Array

  constructor(
    model: Model,
    private readonly random: Random,
  ) {
    const { tasks, open, close, cost, side, point } = model
    const of = (key: (task: number) => number) => Float64Array.from({ length: tasks }, (_, task) => key(task))
    const [start, end] = [point[startOf(model, 0)] ?? 0, point[endOf(model, 0)] ?? 0]
    const distance = of((task) => (cost[start * side + task] ?? 0) + (cost[task * side + end] ?? 0))
    this.far = distance.map((value) => -value)
    const load = of((task) => -largestShare(model, task))
    const orders: [number, Float64Array][] = [
      [4, load],
      [2, this.far],
      [1, distance],
    ]
    if (model.timed) {
      orders.push(
        [2, of((task) => (close[task] ?? 0) - (open[task] ?? 0))],
        [2, of((task) => open[task] ?? 0)],
        [2, of((task) => -(close[task] ?? 0))],
      )
    }
    if (model.penalty.some((value) => value !== model.penalty[0]))
      orders.push([4, model.penalty.map((value) => -value)])
    this.keys = orders.map(([, keys]) => keys)
    this.weights = [4, ...orders.map(([weight]) => weight)]
    this.total = this.weights.reduce((sum, weight) => sum + weight, 0)
    this.drawn = new Float64Array(tasks)
  }

  farFirst(list: Int32Array, count: number): void {
    sortBy(list, count, this.far)
  }

  /** Sorts the first `count` of the list by an order drawn at random; the first order is none at all. */
  sort(list: Int32Array, count: number): void {
    let ticket = this.random.unit() * this.total
    let order = 0
    while (order < this.weights.length - 1 && ticket >= (this.weights[order] ?? 0)) ticket -= this.weights[order++] ?? 0
    const keys = order === 0 ? this.drawn : (this.keys[order - 1] ?? this.drawn)
    if (order === 0) for (let at = 0; at < count; at++) this.drawn[list[at] ?? 0] = this.random.unit()
    sortBy(list, count, keys)
  }
}

function largestShare({ problem, capacity }: Model, task: number): number {
  const amounts = problem.tasks[task]
  const loads = amounts?.delivery.map((value, kind) => value + (amounts.pickup[kind] ?? 0)) ?? []
  const room = problem.vehicles[0]?.capacity ?? []
  return loads.reduce((most, value, kind) => Math.max(most, value / Math.max(1, room[kind] ?? capacity[0] ?? 1)), 0)
}

/** Insertion sort: the lists are short. */
function sortBy(list: Int32Array, count: number, keys: Float64Array): void {
  for (let at = 1; at < count; at++) {
    const task = list[at] ?? 0
    const key = keys[task] ?? 0
    let to = at - 1
    while (to >= 0 && (keys[list[to] ?? 0] ?? 0) > key) {
      list[to + 1] = list[to] ?? 0
      to--
    }
    list[to + 1] = task
  }
}
