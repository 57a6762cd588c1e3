import type { Problem, Vehicle } from '../../../core/routing/problem'
import { readProblem } from '../../../core/routing/read'
import type { scenarioProblem } from '../../../core/routing/scenario'
import { type RouteEvent, timetable, type Timetable } from '../../../core/routing/timetable'

type Request = ReturnType<typeof scenarioProblem>

/**
 * Puts each vehicle's breaks into its route as it was written by hand, where they break and delay least: whoever orders stops does not order lunch.
 * The stops keep their order.
 */
export function withBreaks(request: Request) {
  const problem = readProblem(request)
  const ranks = new Map(problem.tasks.map(({ id }, rank) => [id, rank]))
  return {
    ...request,
    vehicles: request.vehicles.map((one, at) => {
      const vehicle = problem.vehicles[at]
      if (!vehicle || !one.steps || vehicle.breaks.length === 0) return one
      const stops = one.steps.map(({ id }): RouteEvent => ({ kind: 'task', rank: ranks.get(id) ?? -1 }))
      const byId = new Map(one.steps.map((step) => [step.id, step]))
      const steps = placed(problem, vehicle, stops).map((event) => {
        if (event.kind === 'break') return { type: 'break' as const, id: vehicle.breaks[event.rank]?.id ?? 0 }
        const id = problem.tasks[event.rank]?.id ?? 0
        return byId.get(id) ?? { type: 'job' as const, id }
      })
      return { ...one, steps }
    }),
  }
}

/** The stops with every break among them, one after another, each where it does least harm. */
function placed(problem: Problem, vehicle: Vehicle, stops: readonly RouteEvent[]): readonly RouteEvent[] {
  let events = stops
  let from = 0
  for (const rank of vehicle.breaks.keys()) {
    let best: { readonly events: readonly RouteEvent[]; readonly table: Timetable; readonly at: number } | undefined
    for (let at = from; at <= events.length; at++) {
      const tried = events.toSpliced(at, 0, { kind: 'break', rank })
      const table = timetable(problem, vehicle, tried)
      if (!best || isBetter(table, best.table)) best = { events: tried, table, at }
    }
    events = best?.events ?? events
    from = (best?.at ?? from) + 1
  }
  return events
}

/** Fewer violations, then less delay, then an earlier end. */
function isBetter(one: Timetable, other: Timetable): boolean {
  const differences = [one.violations.length - other.violations.length, one.delay - other.delay, one.end - other.end]
  return (differences.find((difference) => difference !== 0) ?? 0) < 0
}
