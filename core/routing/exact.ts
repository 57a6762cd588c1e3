import { type Model, endOf, secondsBetween, startOf } from './model'
import type { TimeWindow } from './problem'

interface VehicleRules {
  readonly capacity: Float64Array
  readonly breaks: readonly {
    readonly service: number
    readonly windows: readonly TimeWindow[]
    readonly maxLoad?: readonly number[]
  }[]
  readonly from: number
  readonly to: number
  readonly maxTasks: number
  readonly maxTravelTime: number
  readonly maxDistance: number
  readonly distances?: Float64Array
  readonly size: number
}

/** The kind of rule that a route breaks. */
export type Obstacle = 'capacity' | 'max_tasks' | 'window' | 'distance'

/**
 * Tells whether a whole route keeps every rule, by walking it: loads in every dimension, several windows, setup, breaks, travel time and
 * distance. The search asks only about a position that would be its best and that the constant-time checks let pass.
 */
export class ExactRoute {
  /** The tasks of the route to be judged, in order. */
  readonly stops: Int32Array
  private readonly rules: readonly VehicleRules[]
  private readonly load: Float64Array
  private readonly dimensions: number
  /** By number of breaks taken, the earliest time of leaving the present stop. */
  private leaving: Float64Array
  private nextLeaving: Float64Array
  /** For each stop (row) and number of breaks, how many breaks were taken when the stop before was left. */
  private readonly taken: Int16Array
  private readonly breakColumns: number

  constructor(private readonly model: Model) {
    const { problem } = model
    this.dimensions = problem.dimensions
    this.stops = new Int32Array(model.tasks + 2)
    this.load = new Float64Array((model.tasks + 3) * this.dimensions)
    this.rules = problem.vehicles.map((one) => {
      const matrices = problem.profiles.get(one.profile)
      const limited = one.maxDistance < Infinity && matrices?.distances !== undefined
      return {
        ...one,
        capacity: Float64Array.from(one.capacity),
        from: model.open[startOf(model, problem.vehicles.indexOf(one))] ?? 0,
        to: one.window.to - model.base,
        ...(limited ? { distances: matrices.distances } : {}),
        size: matrices?.size ?? 0,
      }
    })
    this.breakColumns = 1 + Math.max(0, ...this.rules.map(({ breaks }) => breaks.length))
    this.leaving = new Float64Array(this.breakColumns)
    this.nextLeaving = new Float64Array(this.breakColumns)
    this.taken = new Int16Array((model.tasks + 3) * this.breakColumns)
  }

  /** Judges the first `length` of `stops` as the route of a vehicle. */
  feasible(vehicle: number, length: number): boolean {
    return this.obstacle(vehicle, length) === undefined
  }

  /** The first rule that the route breaks, nothing when it keeps all. Skills are not looked at. */
  obstacle(vehicle: number, length: number): Obstacle | undefined {
    const rules = this.rules[vehicle]
    if (!rules || !this.loadsFit(rules, length)) return 'capacity'
    if (length > rules.maxTasks) return 'max_tasks'
    if (!this.timesFit(rules, vehicle, length)) return 'window'
    return this.travelFits(rules, vehicle, length) ? undefined : 'distance'
  }

  /** After a `feasible` that held: how many breaks come before each stop, and at last before the end. */
  breaksTaken(vehicle: number, length: number): number[] {
    let taken = this.rules[vehicle]?.breaks.length ?? 0
    const counts = Array.from({ length: length + 1 }, () => 0)
    for (let at = length; at >= 0; at--) {
      const before = this.taken[at * this.breakColumns + taken] ?? 0
      counts[at] = taken - before
      taken = before
    }
    return counts
  }

  /** Deliveries of jobs are on board from the start, pickups of jobs stay to the end, shipments ride between their two stops. */
  private loadsFit(rules: VehicleRules, length: number): boolean {
    const { dimensions, load, stops } = this
    const { tasks } = this.model.problem
    for (let kind = 0; kind < dimensions; kind++) {
      const limit = rules.capacity[kind] ?? 0
      let aboard = 0
      for (let at = 0; at < length; at++) {
        const task = tasks[stops[at] ?? 0]
        if (task && task.pair < 0) aboard += task.delivery[kind] ?? 0
      }
      load[kind] = aboard
      if (aboard > limit) return false
      for (let at = 0; at < length; at++) {
        const task = tasks[stops[at] ?? 0]
        if (task) aboard += (task.pickup[kind] ?? 0) - (task.delivery[kind] ?? 0)
        if (aboard > limit) return false
        load[(at + 1) * dimensions + kind] = aboard
      }
    }
    return true
  }

  private travelFits(rules: VehicleRules, vehicle: number, length: number): boolean {
    const { model, stops } = this
    if (rules.maxTravelTime === Infinity && !rules.distances) return true
    const { vehicles, tasks } = model.problem
    const own = vehicles[vehicle]
    let [seconds, metres] = [0, 0]
    let from = startOf(model, vehicle)
    for (let at = 0; at <= length; at++) {
      const to = at < length ? (stops[at] ?? 0) : endOf(model, vehicle)
      seconds += secondsBetween(model, vehicle, from, to)
      if (rules.distances) {
        const a = at === 0 ? (own?.start ?? -1) : (tasks[from]?.place ?? -1)
        const b = at === length ? (own?.end ?? -1) : (tasks[to]?.place ?? -1)
        if (a >= 0 && b >= 0) metres += rules.distances[a * rules.size + b] ?? 0
      }
      from = to
    }
    return seconds <= rules.maxTravelTime && metres <= rules.maxDistance
  }

  private timesFit(rules: VehicleRules, vehicle: number, length: number): boolean {
    const { model, stops, taken, breakColumns: columns } = this
    const breaks = rules.breaks.length
    this.leaving.fill(Infinity)
    this.leaving[0] = rules.from
    let from = startOf(model, vehicle)
    for (let at = 0; at <= length; at++) {
      const to = at < length ? (stops[at] ?? 0) : endOf(model, vehicle)
      const travel = secondsBetween(model, vehicle, from, to)
      this.nextLeaving.fill(Infinity)
      let alive = false
      for (let before = 0; before <= breaks; before++) {
        if ((this.leaving[before] ?? Infinity) === Infinity) continue
        for (let after = before; after <= breaks; after++) {
          const arrival = this.arrival(rules, before, after, travel, at)
          const left = at < length ? this.leave(to, from, arrival) : arrival <= rules.to ? arrival : Infinity
          if (left < (this.nextLeaving[after] ?? Infinity)) {
            this.nextLeaving[after] = left
            taken[at * columns + after] = before
            alive = true
          }
        }
      }
      if (!alive) return false
      const old = this.leaving
      this.leaving = this.nextLeaving
      this.nextLeaving = old
      from = to
    }
    return (this.leaving[breaks] ?? Infinity) < Infinity
  }

  /** When a leg ends on which breaks `before` to `after` − 1 are taken: the vehicle drives on until a break may begin. */
  private arrival(rules: VehicleRules, before: number, after: number, travel: number, at: number): number {
    let time = this.leaving[before] ?? Infinity
    let rest = travel
    for (let rank = before; rank < after; rank++) {
      const one = rules.breaks[rank]
      if (!one || !this.lightEnough(one.maxLoad, at)) return Infinity
      const begin = opening(one.windows, time + this.model.base) - this.model.base
      rest -= Math.min(rest, begin - time)
      time = begin + one.service
    }
    return time + rest
  }

  private lightEnough(maxLoad: readonly number[] | undefined, at: number): boolean {
    return !maxLoad || maxLoad.every((most, kind) => (this.load[at * this.dimensions + kind] ?? 0) <= most)
  }

  private leave(node: number, from: number, arrival: number): number {
    const { problem, base } = this.model
    const task = problem.tasks[node]
    if (!task || arrival === Infinity) return Infinity
    const begin = opening(task.windows, arrival + base) - base
    const before =
      from < problem.tasks.length ? problem.tasks[from]?.place : problem.vehicles[from - problem.tasks.length]?.start
    return begin + (before === task.place ? 0 : task.setup) + task.service
  }
}

/** The first moment from `time` on that is inside a window, `Infinity` when all are over. */
export function opening(windows: readonly TimeWindow[], time: number): number {
  for (const { from, to } of windows) if (time <= to) return Math.max(time, from)
  return Infinity
}
