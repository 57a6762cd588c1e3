import { ExactRoute, type Obstacle } from './exact'
import type { Model } from './model'
import type { Reason } from './solution'

const RANK: Readonly<Record<Obstacle, number>> = { capacity: 0, max_tasks: 1, window: 2, distance: 3 }

/** Tells why tasks find no place, by trying them in every vehicle and position. */
export class Reasons {
  private readonly walk: ExactRoute

  constructor(private readonly model: Model) {
    this.walk = new ExactRoute(model)
  }

  /** 1 for each task that no vehicle could serve even alone. */
  hopeless(): Uint8Array {
    const { tasks, types, pair } = this.model
    return Uint8Array.from({ length: tasks }, (_, task) => {
      const lead = Math.min(task, (pair[task] ?? -1) >= 0 ? (pair[task] ?? task) : task)
      return types.some(([vehicle]) => vehicle !== undefined && this.obstacle(lead, vehicle, []) === undefined) ? 0 : 1
    })
  }

  /** Why a task stays out of the given routes. The reason told is the one nearest to success. */
  of(task: number, routes: readonly (readonly number[])[]): Reason {
    const pair = this.model.pair[task] ?? -1
    const lead = pair >= 0 ? Math.min(task, pair) : task
    let best: Reason = 'skill'
    let rank = -1
    for (const [vehicle, stops] of routes.entries()) {
      const found = this.obstacle(lead, vehicle, stops)
      if (found === undefined || found === 'skill' || RANK[found] <= rank) continue
      rank = RANK[found]
      best = found
    }
    return best
  }

  /** What keeps a task out of one route, at its most promising position; nothing when it fits. */
  private obstacle(task: number, vehicle: number, stops: readonly number[]): Reason | undefined {
    const { model, walk } = this
    if (model.allowed[(model.type[vehicle] ?? 0) * model.tasks + task] !== 1) return 'skill'
    const own = (model.pair[task] ?? -1) >= 0 ? [task, task + 1] : [task]
    let best: Obstacle = 'capacity'
    for (let at = 0; at <= stops.length; at++) {
      const tried = [...stops.slice(0, at), ...own, ...stops.slice(at)]
      walk.stops.set(tried)
      const found = walk.obstacle(vehicle, tried.length)
      if (found === undefined) return undefined
      if (RANK[found] > RANK[best]) best = found
    }
    return best
  }
}
