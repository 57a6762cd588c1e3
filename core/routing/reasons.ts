import { ExactRoute, type Obstacle } from './exact'
import type { Model } from './model'
import type { Reason } from './solution'

const RANK: Readonly<Record<Obstacle, number>> = { capacity: 0, max_tasks: 1, window: 2, distance: 3 }

/** After how many others at the same place a task is tried. */
const COMPANY = 20

/** Tells why tasks find no place, by trying them in every vehicle and position. */
export class Reasons {
  private readonly walk: ExactRoute

  constructor(private readonly model: Model) {
    this.walk = new ExactRoute(model)
  }

  /** 1 for each task that no vehicle could serve alone, nor after another at its place, which saves the setup. */
  hopeless(): Uint8Array {
    const { problem, tasks, types, pair } = this.model
    const { tasks: all } = problem
    const places = Map.groupBy(all.keys(), (task) => all[task]?.place)
    return Uint8Array.from({ length: tasks }, (_, task) => {
      const lead = Math.min(task, (pair[task] ?? -1) >= 0 ? (pair[task] ?? task) : task)
      const serves = (stops: readonly number[]) =>
        types.some(([vehicle]) => vehicle !== undefined && this.obstacle(lead, vehicle, stops) === undefined)
      if (serves([])) return 0
      if ((all[task]?.setup ?? 0) === 0 || (pair[task] ?? -1) >= 0) return 1
      const near = (places.get(all[task]?.place) ?? []).filter((other) => other !== task && (pair[other] ?? -1) < 0)
      return near.slice(0, COMPANY).some((other) => serves([other])) ? 0 : 1
    })
  }

  /** Why a task stays out of the given routes: the reason nearest to success, or where it fits by now what kept it from going alone. */
  of(task: number, routes: readonly (readonly number[])[]): Reason {
    const pair = this.model.pair[task] ?? -1
    const lead = pair >= 0 ? Math.min(task, pair) : task
    const { allowed, tasks, types } = this.model
    const alone = routes.map(() => [])
    const skilled = types.some((_, type) => allowed[type * tasks + lead] === 1)
    return this.nearest(lead, routes) ?? this.nearest(lead, alone) ?? (skilled ? 'window' : 'skill')
  }

  private nearest(task: number, routes: readonly (readonly number[])[]): Obstacle | undefined {
    const found = routes.map((stops, vehicle) => this.obstacle(task, vehicle, stops))
    return found
      .filter((reason) => reason !== undefined && reason !== 'skill')
      .reduce<Obstacle | undefined>(
        (best, one) => (best === undefined || RANK[one] > RANK[best] ? one : best),
        undefined,
      )
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
