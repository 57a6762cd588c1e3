import type { Matrices, Problem, Task } from './problem'

/** A problem with its tasks in another order, and at which rank each task of the given order is now. */
export interface Reordered {
  readonly problem: Problem
  readonly ranks: Int32Array
}

/**
 * Puts the tasks in such an order that those near one another have near ranks: after each comes the nearest that is left. The search looks at near
 * tasks together, so what it needs of them lies together in the processor's memory. A delivery stays right behind its pickup.
 */
export function inNearOrder(problem: Problem): Reordered {
  const { tasks } = problem
  const order = chain(problem)
  const ranks = new Int32Array(tasks.length)
  for (const [rank, task] of order.entries()) ranks[task] = rank
  const moved = order.flatMap((one): Task[] => {
    const task = tasks[one]
    return task ? [task.pair < 0 ? task : { ...task, pair: ranks[task.pair] ?? -1 }] : []
  })
  return { problem: { ...problem, tasks: moved }, ranks }
}

function chain({ tasks, vehicles, profiles }: Problem): number[] {
  const matrices = profiles.get(vehicles[0]?.profile ?? '')
  const left = Int32Array.from(tasks.flatMap(({ pair }, task) => (pair < 0 || pair > task ? [task] : [])))
  const places = left.map((task) => tasks[task]?.place ?? 0)
  const order: number[] = []
  let here = vehicles[0]?.start ?? -1
  for (let count = left.length; count > 0; count--) {
    // A vehicle that may start anywhere starts at the first task.
    const at = matrices && here >= 0 ? nearest(places, count, matrices, here) : 0
    const task = left[at] ?? 0
    here = places[at] ?? -1
    left[at] = left[count - 1] ?? 0
    places[at] = places[count - 1] ?? 0
    order.push(task)
    const pair = tasks[task]?.pair ?? -1
    if (pair >= 0) order.push(pair)
  }
  return order
}

/** Which of the first `count` places is nearest to another. */
function nearest(places: Int32Array, count: number, { durations, size }: Matrices, from: number): number {
  const row = from * size
  let [found, least] = [0, Infinity]
  for (let at = 0; at < count; at++) {
    const far = durations[row + (places[at] ?? 0)] ?? 0
    if (far < least) [found, least] = [at, far]
  }
  return found
}
