import { opening } from './exact'
import { legCost, travelSeconds } from './model'
import type { Matrices, Problem, Task, TimeWindow, Vehicle } from './problem'
import { refuse } from './reading'

/** One thing a vehicle does: serve a task (its rank) or take a break (its rank among the vehicle's). */
export interface RouteEvent {
  readonly kind: 'task' | 'break'
  readonly rank: number
  /** Within which it must begin, whatever its windows say. */
  readonly bounds?: TimeWindow | undefined
}

/** What a step breaks, by VROOM's names; `duration` in seconds where it is a matter of time. */
export interface Violation {
  readonly cause:
    | 'lead_time'
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
  /** Seconds out of windows, in all. */
  readonly out: number
  /** Whether something could not begin within its bounds. */
  readonly missed: boolean
  /** Seconds waited, in all. */
  readonly waiting: number
  readonly end: number
  readonly violations: readonly Violation[]
}

/** When a service begins, and how many seconds before its next window or after its last. */
interface Begin {
  readonly begin: number
  readonly lead: number
  readonly late: number
}

/** The first moment within the windows; on arrival where they are over, or within its bounds as near to a window as these allow. */
function begins(windows: Task['windows'], time: number, bounds: TimeWindow | undefined): Begin {
  const soonest = Math.max(time, bounds?.from ?? 0)
  const begin = opening(windows, soonest)
  if (begin <= (bounds?.to ?? Infinity) && begin < Infinity) return { begin, lead: 0, late: 0 }
  const latest = Math.max(soonest, bounds?.to ?? 0)
  const over = windows.findLast(({ to }) => to < soonest)
  const late = over ? soonest - over.to : Infinity
  if (begin - latest < late) return { begin: latest, lead: begin - latest, late: 0 }
  return { begin: soonest, lead: 0, late: late === Infinity ? 0 : late }
}

const outOfTime = ({ lead, late }: Omit<Begin, 'begin'>): Violation[] => [
  ...(lead > 0 ? [{ cause: 'lead_time' as const, duration: lead }] : []),
  ...(late > 0 ? [{ cause: 'delay' as const, duration: late }] : []),
]

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
  private readonly named: ReadonlySet<number>
  cost: number
  private out = 0
  private missed = false

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
    this.named = new Set(events.flatMap(({ kind, rank }) => (kind === 'task' ? [rank] : [])))
    this.step(
      { type: 'start', place: vehicle.start, arrival: start, setup: 0, service: 0, waiting: 0 },
      this.overload(),
    )
    for (const [at, event] of events.entries()) {
      const next = events.slice(at).find(({ kind }) => kind === 'task')
      if (event.kind === 'break') this.pause(event, next ? (problem.tasks[next.rank]?.place ?? -1) : vehicle.end)
      else this.serve(event)
    }
    this.finish()
  }

  private step(
    fields: Omit<TimedStep, 'duration' | 'distance' | 'load' | 'violations'>,
    violations: Violation[],
  ): void {
    for (const violation of violations) this.out += violation.duration ?? 0
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

  /** When an event begins; its bounds may be missed. */
  private begin(windows: Task['windows'], { bounds }: RouteEvent): Begin {
    const begin = begins(windows, this.time, bounds)
    if (begin.begin > (bounds?.to ?? Infinity)) this.missed = true
    return begin
  }

  private serve(event: RouteEvent): void {
    const { rank } = event
    const task = this.problem.tasks[rank]
    if (!task) return
    const samePlace = this.place === task.place
    const onTheWay = this.headed
    if (!onTheWay) this.head(task.place)
    const setup = (onTheWay ? this.headedFrom === task.place : samePlace) ? 0 : task.setup
    this.headed = false
    const arrival = this.arrive()
    const { begin, ...out } = this.begin(task.windows, event)
    this.time = begin + setup + task.service
    this.cost += ((setup + task.service) * this.vehicle.costs.perTaskHour) / 3600
    for (let kind = 0; kind < this.load.length; kind++) {
      this.load[kind] = (this.load[kind] ?? 0) + (task.pickup[kind] ?? 0) - (task.delivery[kind] ?? 0)
    }
    const violations: Violation[] = [...outOfTime(out), ...this.overload()]
    if (!task.skills.every((skill) => this.vehicle.skills.includes(skill))) violations.push({ cause: 'skills' })
    // A delivery comes after its pickup, and no pickup stays on board.
    const paired = task.kind === 'delivery' ? this.seen.has(task.pair) : task.pair < 0 || this.named.has(task.pair)
    if (!paired) violations.push({ cause: 'precedence' })
    this.seen.add(rank)
    const { kind: type, id, description, place, service } = task
    this.step({ type, id, description, place, arrival, setup, service, waiting: begin - arrival }, violations)
  }

  private headed = false
  private headedFrom = -1

  /** A break taken on the way to the next stop: the vehicle drives on until the break may begin. */
  private pause(event: RouteEvent, next: number): void {
    const one = this.vehicle.breaks[event.rank]
    if (!one) return
    if (!this.headed) {
      this.headedFrom = this.place
      this.head(next)
      this.headed = true
    }
    const { begin, ...out } = this.begin(one.windows, event)
    const driven = Math.min(this.rest, begin - this.time)
    this.rest -= driven
    this.time += driven
    const arrival = this.time
    this.time = begin + one.service
    const violations = outOfTime(out)
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
    const violations = outOfTime({ lead: 0, late: arrival - this.vehicle.window.to })
    if (this.duration > this.vehicle.maxTravelTime) violations.push({ cause: 'max_travel_time' })
    if (this.distance > this.vehicle.maxDistance) violations.push({ cause: 'max_distance' })
    this.step({ type: 'end', place: this.vehicle.end, arrival, setup: 0, service: 0, waiting: 0 }, violations)
  }

  table(events: readonly RouteEvent[]): Timetable {
    const { steps, cost, out, missed, vehicle } = this
    const tasks = events.filter(({ kind }) => kind === 'task').length
    const missing = vehicle.breaks.length > events.length - tasks
    const violations: Violation[] = [
      ...steps.flatMap((step) => step.violations),
      ...(tasks > vehicle.maxTasks ? [{ cause: 'max_tasks' as const }] : []),
      ...(missing ? [{ cause: 'missing_break' as const }] : []),
    ]
    const waiting = steps.reduce((sum, step) => sum + step.waiting, 0)
    return { steps, cost, out, missed, waiting, end: steps.at(-1)?.arrival ?? 0, violations }
  }
}

/** Times a route that leaves at a given moment, seconds from midnight, keeping what it breaks. */
export function timedFrom(problem: Problem, vehicle: Vehicle, events: readonly RouteEvent[], start: number): Timetable {
  return new Drive(problem, vehicle, events, start).table(events)
}

/**
 * Times a route as it is written, keeping what it breaks: a late stop begins on arrival and is told as a delay. The vehicle leaves as late as it can
 * without ending later. Refuses as `input_error` where something cannot begin within its bounds.
 */
export function timetable(problem: Problem, vehicle: Vehicle, events: readonly RouteEvent[]): Timetable {
  const at = (start: number) => timedFrom(problem, vehicle, events, start)
  let low = vehicle.window.from
  let best = at(low)
  // Only what is waited for on the way can be left later without ending later, and mostly all of it.
  let high = Math.min(vehicle.window.to, low + best.waiting)
  for (let start = high; low < high; start = low + Math.ceil((high - low) / 2)) {
    const tried = at(start)
    if (tried.end === best.end && tried.out === best.out && !tried.missed) {
      best = tried
      low = start
    } else high = start - 1
  }
  if (best.missed)
    refuse(`Infeasible route for vehicle ${vehicle.id}.`, 'Uma parada não pode começar na hora marcada em seu passo.')
  return best
}
