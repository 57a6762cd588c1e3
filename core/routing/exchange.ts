import { startOf } from './model'
import type { Random } from './random'
import type { Ruin } from './ruin'
import type { State } from './state'

/**
 * Routes of good solutions found before, any of which can be put whole into the present one: what an anneal got right in one place is joined to what
 * another got right elsewhere (after the selective route exchange of Nagata and Bräysy, 2009).
 */
export class RouteExchange {
  private readonly routes: { readonly vehicle: number; readonly stops: Int32Array }[] = []
  private readonly shared: Int32Array
  private readonly comes: Uint8Array

  constructor(
    private readonly state: State,
    private readonly ruin: Ruin,
    private readonly random: Random,
  ) {
    this.shared = new Int32Array(state.model.vehicles)
    this.comes = new Uint8Array(state.model.tasks)
  }

  /** Adds the routes of a solution, the tasks of each vehicle in order. */
  add(routes: readonly (readonly number[])[]): void {
    for (const [vehicle, stops] of routes.entries())
      if (stops.length > 1) this.routes.push({ vehicle, stops: Int32Array.from(stops) })
  }

  /**
   * Puts a route drawn in the place of the one that shares most tasks with it; what that one had besides is left in `ruin.removed`. False, with nothing
   * done, when the route is there already or a task of it is left out now.
   */
  run(): boolean {
    const { state, ruin, comes } = this
    const { model, next, route } = state
    const drawn = this.routes[this.random.below(this.routes.length)]
    if (!drawn) return false
    const { stops } = drawn
    const vehicle = this.likest(stops, drawn.vehicle)
    if (vehicle < 0) return false
    for (let at = 0; at < stops.length; at++) comes[stops[at] ?? 0] = 1
    ruin.count = 0
    const start = startOf(model, vehicle)
    for (let task = next[start] ?? 0; task < model.tasks; task = next[start] ?? 0) {
      // A shipment goes by its pickup, which comes before its delivery.
      const pair = model.pair[task] ?? 0
      if (comes[task] === 0 && (pair < 0 || task < pair)) ruin.removed[ruin.count++] = task
      state.unlink(task)
    }
    let behind = start
    for (let at = 0; at < stops.length; at++) {
      const task = stops[at] ?? 0
      comes[task] = 0
      if ((route[task] ?? 0) >= 0) state.unlink(task)
      state.link(task, behind)
      behind = task
    }
    return true
  }

  /** The vehicle, of the same type as the route's own, that serves most of the stops; −1 when it serves just these, or one is left out. */
  private likest(stops: Int32Array, own: number): number {
    const { shared } = this
    const { model, route, count } = this.state
    shared.fill(0)
    let likest = -1
    for (let at = 0; at < stops.length; at++) {
      const vehicle = route[stops[at] ?? 0] ?? 0
      if (vehicle < 0) return -1
      const tasks = (shared[vehicle] ?? 0) + 1
      shared[vehicle] = tasks
      if (model.type[vehicle] === model.type[own] && (likest < 0 || tasks > (shared[likest] ?? 0))) likest = vehicle
    }
    const same = likest >= 0 && shared[likest] === stops.length && count[likest] === stops.length
    return same ? -1 : likest
  }
}
