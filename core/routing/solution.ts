import type { Problem, Task } from './problem'
import { type RouteEvent, type TimedStep, type Timetable, type Violation, timetable } from './timetable'

/** Why a task was left out: no vehicle has the room, the time, the skill, the reach, or a task to spare. */
export type Reason = 'capacity' | 'window' | 'skill' | 'distance' | 'max_tasks'

interface Totals {
  cost: number
  setup: number
  service: number
  duration: number
  waiting_time: number
  priority: number
  distance?: number
  delivery: number[]
  pickup: number[]
}

export interface SolutionStep {
  readonly type: TimedStep['type']
  readonly id?: number
  readonly description?: string
  readonly location?: readonly [number, number]
  readonly location_index?: number
  readonly arrival: number
  readonly duration: number
  readonly distance?: number
  readonly setup: number
  readonly service: number
  readonly waiting_time: number
  readonly load: readonly number[]
  readonly violations: readonly Violation[]
}

export interface SolutionRoute extends Totals {
  readonly vehicle: number
  readonly description?: string
  readonly steps: readonly SolutionStep[]
  readonly violations: readonly Violation[]
}

export interface Unassigned {
  readonly id: number
  readonly type: Task['kind']
  readonly description?: string
  readonly location?: readonly [number, number]
  readonly location_index?: number
  readonly reason: Reason
}

/** VROOM's solution JSON; each unassigned task also tells its reason. */
export interface Solution {
  readonly code: 0
  readonly summary: Totals & {
    readonly routes: number
    readonly unassigned: number
    readonly violations: readonly Violation[]
  }
  readonly unassigned: readonly Unassigned[]
  readonly routes: readonly SolutionRoute[]
}

function placeFields(
  problem: Problem,
  rank: number,
): { location?: readonly [number, number]; location_index?: number } {
  const place = problem.places[rank]
  return {
    ...(place?.location ? { location: place.location } : {}),
    ...(place?.index === undefined ? {} : { location_index: place.index }),
  }
}

const told = (description: string | undefined) => (description === undefined ? {} : { description })

const noTotals = (dimensions: number): Totals => ({
  cost: 0,
  setup: 0,
  service: 0,
  duration: 0,
  waiting_time: 0,
  priority: 0,
  delivery: Array.from({ length: dimensions }, () => 0),
  pickup: Array.from({ length: dimensions }, () => 0),
})

function routeTotals(problem: Problem, events: readonly RouteEvent[], table: Timetable): Totals {
  const totals = noTotals(problem.dimensions)
  totals.cost = Math.round(table.cost)
  totals.duration = table.steps.at(-1)?.duration ?? 0
  for (const step of table.steps) {
    totals.setup += step.setup
    totals.service += step.service
    totals.waiting_time += step.waiting
  }
  for (const event of events) {
    const task = event.kind === 'task' ? problem.tasks[event.rank] : undefined
    totals.priority += task?.priority ?? 0
    for (let kind = 0; kind < problem.dimensions; kind++) {
      totals.delivery[kind] = (totals.delivery[kind] ?? 0) + (task?.delivery[kind] ?? 0)
      totals.pickup[kind] = (totals.pickup[kind] ?? 0) + (task?.pickup[kind] ?? 0)
    }
  }
  return totals
}

/** Times a route of a vehicle (its rank) and writes it as VROOM does. */
export function writeRoute(problem: Problem, rank: number, events: readonly RouteEvent[]): SolutionRoute | undefined {
  const vehicle = problem.vehicles[rank]
  if (!vehicle) return undefined
  const table = timetable(problem, vehicle, events)
  const measured = problem.profiles.get(vehicle.profile)?.distances !== undefined
  const steps = table.steps
    .filter(({ type, place }) => place >= 0 || (type !== 'start' && type !== 'end'))
    .map((step): SolutionStep => {
      const { type, id, place, arrival, duration, distance, setup, service, waiting, load, violations } = step
      const named = id === undefined ? {} : { id }
      const about = { type, ...named, ...told(step.description), ...placeFields(problem, place), arrival, duration }
      return { ...about, ...(measured ? { distance } : {}), setup, service, waiting_time: waiting, load, violations }
    })
  const totals = routeTotals(problem, events, table)
  const distance = measured ? { distance: table.steps.at(-1)?.distance ?? 0 } : {}
  return {
    vehicle: vehicle.id,
    ...told(vehicle.description),
    ...totals,
    ...distance,
    steps,
    violations: table.violations,
  }
}

/** Puts routes and what was left out together, with the sums of all. */
export function writeSolution(
  problem: Problem,
  routes: readonly SolutionRoute[],
  leftOut: readonly { readonly task: number; readonly reason: Reason }[],
): Solution {
  const totals = noTotals(problem.dimensions)
  for (const route of routes) {
    for (const key of ['cost', 'setup', 'service', 'duration', 'waiting_time', 'priority'] as const)
      totals[key] += route[key]
    if (route.distance !== undefined) totals.distance = (totals.distance ?? 0) + route.distance
    for (let kind = 0; kind < problem.dimensions; kind++) {
      totals.delivery[kind] = (totals.delivery[kind] ?? 0) + (route.delivery[kind] ?? 0)
      totals.pickup[kind] = (totals.pickup[kind] ?? 0) + (route.pickup[kind] ?? 0)
    }
  }
  const unassigned = leftOut.flatMap(({ task: rank, reason }): Unassigned[] => {
    const task = problem.tasks[rank]
    if (!task) return []
    return [{ id: task.id, type: task.kind, ...told(task.description), ...placeFields(problem, task.place), reason }]
  })
  const violations = routes.flatMap((route) => route.violations)
  return {
    code: 0,
    summary: { ...totals, routes: routes.length, unassigned: unassigned.length, violations },
    unassigned,
    routes,
  }
}
