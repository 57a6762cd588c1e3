import type { Model } from './model'

/** For every task, its nearest others, nearest first: `list[task × width + rank]`, and in `far` how far each is. */
export interface Neighbours {
  readonly width: number
  readonly list: Int32Array
  readonly far: Int32Array
}

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

/** In the keys of one task: distance × FACTOR + the other task. */
const FACTOR = 4096
const FARTHEST = 2_147_483_647

/** Builds the list; `fill` writes the keys of one task and answers how many there are. A task without enough others has itself in the rest. */
function build(model: Model, limit: number, fill: (task: number, keys: Float64Array) => number): Neighbours {
  const { tasks } = model
  const width = Math.max(1, Math.min(limit, tasks - 1))
  const list = new Int32Array(tasks * width)
  const far = new Int32Array(tasks * width).fill(FARTHEST)
  const keys = new Float64Array(tasks)
  for (let task = 0; task < tasks; task++) {
    const count = fill(task, keys)
    const found = Math.min(width, count)
    smallest(keys, count, found)
    for (let rank = 0; rank < width; rank++)
      list[task * width + rank] = rank < found ? (keys[rank] ?? 0) % FACTOR : task
    for (let rank = 0; rank < found; rank++)
      far[task * width + rank] = Math.min(FARTHEST, Math.floor((keys[rank] ?? 0) / FACTOR))
  }
  return { width, list, far }
}

/** Near by travel alone, either way: what is removed together. */
export function nearPlaces(model: Model, limit: number): Neighbours {
  const { cost, costBack, side, tasks } = model
  return build(model, limit, (task, keys) => {
    const row = task * side
    let count = 0
    for (let other = 0; other < tasks; other++) {
      if (other === task) continue
      const there = cost[row + other] ?? 0
      const back = costBack[row + other] ?? 0
      keys[count++] = (there < back ? there : back) * FACTOR + other
    }
    return count
  })
}

/** In a list of `nearSteps`, entry ÷ 4 is the other task; bit 0 says that the task may come after it, bit 1 that it may come before. */
export const MAY_FOLLOW = 1
export const MAY_PRECEDE = 2

/** Near as a step of a route, either way: travel and a share `waiting` of the idle time, only where the windows let one follow the other. */
export function nearSteps(model: Model, limit: number, waiting: number): Neighbours {
  const { cost, costBack, time, timeBack, side, open, close, service, timed, tasks } = model
  const fill = (task: number, keys: Float64Array): number => {
    const row = task * side
    const opens = open[task] ?? 0
    const closes = close[task] ?? 0
    const served = service[task] ?? 0
    let count = 0
    for (let other = 0; other < tasks; other++) {
      if (other === task) continue
      const idleThere = (open[other] ?? 0) - closes - served - (time[row + other] ?? 0)
      const idleBack = opens - (close[other] ?? 0) - (service[other] ?? 0) - (timeBack[row + other] ?? 0)
      const mayPrecede = opens + served + (time[row + other] ?? 0) <= (close[other] ?? 0)
      const mayFollow = (open[other] ?? 0) + (service[other] ?? 0) + (timeBack[row + other] ?? 0) <= closes
      const there = (cost[row + other] ?? 0) + (timed && idleThere > 0 ? waiting * idleThere : 0)
      const back = (costBack[row + other] ?? 0) + (timed && idleBack > 0 ? waiting * idleBack : 0)
      if (!timed || (mayPrecede && mayFollow)) keys[count++] = Math.round(there < back ? there : back) * FACTOR + other
      else if (mayPrecede) keys[count++] = Math.round(there) * FACTOR + other
      else if (mayFollow) keys[count++] = Math.round(back) * FACTOR + other
    }
    return count
  }
  const near = build(model, limit, fill)
  for (let task = 0; task < tasks; task++) {
    const row = task * side
    for (let at = task * near.width; at < (task + 1) * near.width; at++) {
      const other = near.list[at] ?? 0
      const back = (open[other] ?? 0) + (service[other] ?? 0) + (timeBack[row + other] ?? 0)
      const there = (open[task] ?? 0) + (service[task] ?? 0) + (time[row + other] ?? 0)
      const follows = !timed || back <= (close[task] ?? 0)
      const precedes = !timed || there <= (close[other] ?? 0)
      near.list[at] = other * 4 + (follows ? MAY_FOLLOW : 0) + (precedes ? MAY_PRECEDE : 0)
    }
  }
  return near
}
