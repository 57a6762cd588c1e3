import type { Model } from './model'

/** For every task, its nearest others, nearest first: `list[task × width + rank]`. */
export interface Neighbours {
  readonly width: number
  readonly list: Int32Array
}

const WAITING_WEIGHT = 0.2

/** Sorts the `width` smallest of `keys[0…count)` to the front (quickselect, then a native sort of the front). */
function smallest(keys: Float64Array, count: number, width: number): void {
  let low = 0
  let high = width < count ? count - 1 : 0
  while (low < high) {
    const pivot = keys[(low + high) >> 1] ?? 0
    let [left, right] = [low, high]
    while (left <= right) {
      while ((keys[left] ?? 0) < pivot) left++
      while ((keys[right] ?? 0) > pivot) right--
      if (left > right) break
      const swap = keys[left] ?? 0
      keys[left++] = keys[right] ?? 0
      keys[right--] = swap
    }
    if (width <= right + 1) high = right
    else if (width > left) low = left
    else break
  }
  keys.subarray(0, width).sort()
}

/** Builds the list by a distance that is never negative; `Infinity` leaves a task out (its own rank fills the place). */
function build(model: Model, limit: number, distance: (from: number, to: number) => number): Neighbours {
  const { tasks } = model
  const width = Math.max(1, Math.min(limit, tasks - 1))
  const list = new Int32Array(tasks * width)
  const keys = new Float64Array(tasks)
  const factor = 4096
  for (let task = 0; task < tasks; task++) {
    let count = 0
    for (let other = 0; other < tasks; other++) {
      if (other === task) continue
      const value = distance(task, other)
      if (value < Infinity) keys[count++] = Math.round(value) * factor + other
    }
    const found = Math.min(width, count)
    smallest(keys, count, found)
    for (let rank = 0; rank < width; rank++)
      list[task * width + rank] = rank < found ? (keys[rank] ?? 0) % factor : task
  }
  return { width, list }
}

/** Near by travel alone, either way: what is removed together. */
export function nearPlaces(model: Model, limit: number): Neighbours {
  const { cost, side } = model
  return build(model, limit, (a, b) => Math.min(cost[a * side + b] ?? 0, cost[b * side + a] ?? 0))
}

/** In a list of `nearSteps`, entry ÷ 4 is the other task; bit 0 says that the task may come after it, bit 1 that it may come before. */
export const MAY_FOLLOW = 1
export const MAY_PRECEDE = 2

/** Near as a step of a route, either way: travel and a part of the waiting, only where the windows let one follow the other. */
export function nearSteps(model: Model, limit: number): Neighbours {
  const { cost, time, side, open, close, service, timed } = model
  const follows = (from: number, to: number): number => {
    const cell = from * side + to
    if (!timed) return cost[cell] ?? 0
    const leg = (service[from] ?? 0) + (time[cell] ?? 0)
    if ((open[from] ?? 0) + leg > (close[to] ?? 0)) return Infinity
    return (cost[cell] ?? 0) + WAITING_WEIGHT * Math.max(0, (open[to] ?? 0) - (close[from] ?? 0) - leg)
  }
  const near = build(model, limit, (a, b) => Math.min(follows(a, b), follows(b, a)))
  for (let task = 0; task < model.tasks; task++) {
    for (let at = task * near.width; at < (task + 1) * near.width; at++) {
      const other = near.list[at] ?? 0
      const sides =
        (follows(other, task) < Infinity ? MAY_FOLLOW : 0) + (follows(task, other) < Infinity ? MAY_PRECEDE : 0)
      near.list[at] = other * 4 + sides
    }
  }
  return near
}
