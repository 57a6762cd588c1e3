import { opening } from './exact'
import { legCost, travelSeconds } from './model'
import { FOREVER, type Matrices, type Problem, type Task, type Vehicle } from './problem'

/** One thing a vehicle does: serve a task (its rank) or take a break (its rank among the vehicle's). */
export type RouteEvent =
  | { readonly kind: 'task'; readonly rank: number }
  | { readonly kind: 'break'; readonly rank: number }

/** What a step breaks, by VROOM's names; `duration` in seconds where it is a matter of time. */
export interface Violation {
  readonly cause:
    | 'delay'
    | 'load'
    | 'max_load'
    | 'max_tasks'
    | 'max_travel_time'
    | 'max_distance'
    | 'skills'
    | 'precedence'
    | 'missing_break'
  readonly duration?: number
}

export interface TimedStep {
  readonly type: 'start' | 'job' | 'pickup' | 'delivery' | 'break' | 'end'
  readonly id?: number
  readonly description?: string
  /** Rank of the place, −1 where the step has none of its own. */
  readonly place: number
  readonly arrival: number
  /** Seconds and metres of travel so far. */
  readonly duration: number
  readonly distance: number
  readonly setup: number
  readonly service: number
  readonly waiting: number
  readonly load: readonly number[]
  readonly violations: readonly Violation[]
}

export interface Timetable {
  readonly steps: readonly TimedStep[]
  readonly cost: number
  readonly delay: number
  readonly end: number
  readonly violations: readonly Violation[]
}

const begins = (windows: Task['windows'], time: number): { begin: number; late: number } => {
  const begin = opening(windows, time)
  return begin < Infinity ? { begin, late: 0 } : { begin: time, late: time - (windows.at(-1)?.to ?? time) }
}

/** Drives a route from a given moment, whatever it breaks on the way. */
class Drive {
  readonly steps: TimedStep[] = []
  private readonly load: number[]
  private time: number
  private duration = 0
  private distance = 0
  /** Seconds still to be driven to the next stop. */
  private rest = 0
  private place: number
  private readonly seen = new Set<number>()
  cost: number
  delay = 0

  constructor(
    private readonly problem: Problem,
    private readonly vehicle: Vehicle,
    events: readonly RouteEvent[],
    start: number,
  ) {
    this.time = start
    this.place = vehicle.start
    this.cost = vehicle.costs.fixed
    this.load = vehicle.capacity.map((_, kind) =>
      events.reduce((sum, event) => {
        const task = event.kind === 'task' ? problem.tasks[event.rank] : undefined
        return sum + (task && task.pair < 0 ? (task.delivery[kind] ?? 0) : 0)
      }, 0),
    )
    this.step(
      { type: 'start', place: vehicle.start, arrival: start, setup: 0, service: 0, waiting: 0 },
      this.overload(),
    )
    for (const [at, event] of events.entries()) {
      const next = events.slice(at).find(({ kind }) => kind === 'task')
      if (event.kind === 'break') this.pause(event.rank, next ? (problem.tasks[next.rank]?.place ?? -1) : vehicle.end)
      else this.serve(event.rank)
    }
    this.finish()
  }

  private step(
    fields: Omit<TimedStep, 'duration' | 'distance' | 'load' | 'violations'>,
    violations: Violation[],
  ): void {
    for (const { cause, duration } of violations) if (cause === 'delay') this.delay += duration ?? 0
    const { duration, distance } = this
    this.steps.push({ ...fields, duration: duration - this.rest, distance, load: [...this.load], violations })
  }

  private overload(): Violation[] {
    return this.load.some((value, kind) => value > (this.vehicle.capacity[kind] ?? 0)) ? [{ cause: 'load' }] : []
  }

  /** Sets out for a place, unless already on the way to it. */
  private head(to: number): void {
    const from = this.place
    this.place = to
    const matrices = this.problem.profiles.get(this.vehicle.profile)
    if (from >= 0 && to >= 0 && matrices) this.travel(matrices, from * matrices.size + to)
  }

  private travel(matrices: Matrices, cell: number): void {
    const seconds = travelSeconds(matrices.durations[cell] ?? 0, this.vehicle)
    this.rest += seconds
    this.duration += seconds
    this.distance += matrices.distances?.[cell] ?? 0
    this.cost += legCost(matrices, cell, this.vehicle)
  }

  private arrive(): number {
    this.time += this.rest
    this.rest = 0
    return this.time
  }

  private serve(rank: number): void {
    const task = this.problem.tasks[rank]
    if (!task) return
    const samePlace = this.place === task.place
    const onTheWay = this.headed
    if (!onTheWay) this.head(task.place)
    const setup = (onTheWay ? this.headedFrom === task.place : samePlace) ? 0 : task.setup
    this.headed = false
    const arrival = this.arrive()
    const { begin, late } = begins(task.windows, arrival)
    this.time = begin + setup + task.service
    this.cost += ((setup + task.service) * this.vehicle.costs.perTaskHour) / 3600
    for (let kind = 0; kind < this.load.length; kind++) {
      this.load[kind] = (this.load[kind] ?? 0) + (task.pickup[kind] ?? 0) - (task.delivery[kind] ?? 0)
    }
    const violations: Violation[] = [
      ...(late > 0 ? [{ cause: 'delay' as const, duration: late }] : []),
      ...this.overload(),
    ]
    if (!task.skills.every((skill) => this.vehicle.skills.includes(skill))) violations.push({ cause: 'skills' })
    if (task.kind === 'delivery' && !this.seen.has(task.pair)) violations.push({ cause: 'precedence' })
    this.seen.add(rank)
    const { kind: type, id, description, place, service } = task
    this.step({ type, id, description, place, arrival, setup, service, waiting: begin - arrival }, violations)
  }

  private headed = false
  private headedFrom = -1

  /** A break taken on the way to the next stop: the vehicle drives on until the break may begin. */
  private pause(rank: number, next: number): void {
    const one = this.vehicle.breaks[rank]
    if (!one) return
    if (!this.headed) {
      this.headedFrom = this.place
      this.head(next)
      this.headed = true
    }
    const { begin, late } = begins(one.windows, this.time)
    const driven = Math.min(this.rest, begin - this.time)
    this.rest -= driven
    this.time += driven
    const arrival = this.time
    this.time = begin + one.service
    const violations: Violation[] = late > 0 ? [{ cause: 'delay', duration: late }] : []
    if (one.maxLoad?.some((most, kind) => (this.load[kind] ?? 0) > most)) violations.push({ cause: 'max_load' })
    const { id, description, service } = one
    this.step(
      { type: 'break', id, description, place: -1, arrival, setup: 0, service, waiting: begin - arrival },
      violations,
    )
  }

  private finish(): void {
    if (!this.headed) this.head(this.vehicle.end)
    const arrival = this.arrive()
    const late = arrival - this.vehicle.window.to
    const violations: Violation[] = late > 0 ? [{ cause: 'delay', duration: late }] : []
    if (this.duration > this.vehicle.maxTravelTime) violations.push({ cause: 'max_travel_time' })
    if (this.distance > this.vehicle.maxDistance) violations.push({ cause: 'max_distance' })
    this.step({ type: 'end', place: this.vehicle.end, arrival, setup: 0, service: 0, waiting: 0 }, violations)
  }

  table(events: readonly RouteEvent[]): Timetable {
    const { steps, cost, delay, vehicle } = this
    const tasks = events.filter(({ kind }) => kind === 'task').length
    const missing = vehicle.breaks.length > events.length - tasks
    const violations: Violation[] = [
      ...steps.flatMap((step) => step.violations),
      ...(tasks > vehicle.maxTasks ? [{ cause: 'max_tasks' as const }] : []),
      ...(missing ? [{ cause: 'missing_break' as const }] : []),
    ]
    return { steps, cost, delay, end: steps.at(-1)?.arrival ?? 0, violations }
  }
}

/**
 * Times a route as it is written, keeping what it breaks: a late stop begins on arrival and is told as a delay. The vehicle leaves as late as it can
 * without ending later.
 */
export function timetable(problem: Problem, vehicle: Vehicle, events: readonly RouteEvent[]): Timetable {
  const at = (start: number) => new Drive(problem, vehicle, events, start).table(events)
  let low = vehicle.window.from
  let best = at(low)
  let high = Math.min(vehicle.window.to, best.end, low + FOREVER)
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2)
    const tried = at(middle)
    if (tried.end === best.end && tried.delay === best.delay) {
      best = tried
      low = middle
    } else high = middle - 1
  }
  return best
}
