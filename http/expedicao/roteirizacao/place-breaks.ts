import type { PlannedStep, Problem, Vehicle } from '../../../core/routing/problem'
import { type RouteEvent, timedFrom, type Timetable } from '../../../core/routing/timetable'

/**
 * Puts each vehicle's breaks into its route as it was written by hand, where they break and delay least: whoever orders stops does not order lunch.
 * The stops keep their order.
 */
export function withBreaks(problem: Problem): Problem {
  if (problem.vehicles.every(({ breaks }) => breaks.length === 0)) return problem
  const ranks = new Map(problem.tasks.map(({ id }, rank) => [id, rank]))
  const vehicles = problem.vehicles.map((vehicle) => {
    const { breaks, steps } = vehicle
    if (!steps || breaks.length === 0) return vehicle
    const stops = steps.map(({ id }): RouteEvent => ({ kind: 'task', rank: ranks.get(id) ?? -1 }))
    const byRank = new Map(steps.map((step) => [ranks.get(step.id), step]))
    const events = placed(problem, vehicle, stops)
    return {
      ...vehicle,
      steps: events.flatMap((event): PlannedStep[] => {
        const step = event.kind === 'break' ? breakStep(breaks[event.rank]?.id) : byRank.get(event.rank)
        return step ? [step] : []
      }),
    }
  })
  return { ...problem, vehicles }
}

const breakStep = (id: number | undefined): PlannedStep | undefined =>
  id === undefined ? undefined : { kind: 'break', id, pinned: false }

/** The stops with every break among them, one after another, each where it does least harm. */
function placed(problem: Problem, vehicle: Vehicle, stops: readonly RouteEvent[]): readonly RouteEvent[] {
  let events = stops
  let from = 0
  for (const rank of vehicle.breaks.keys()) {
    let best: { readonly events: readonly RouteEvent[]; readonly table: Timetable; readonly at: number } | undefined
    for (let at = from; at <= events.length; at++) {
      const tried = events.toSpliced(at, 0, { kind: 'break', rank })
      const table = timedFrom(problem, vehicle, tried, vehicle.window.from)
      if (!best || isBetter(table, best.table)) best = { events: tried, table, at }
    }
    events = best?.events ?? events
    from = (best?.at ?? from) + 1
  }
  return events
}

/** Fewer violations, then less delay, then an earlier end. */
function isBetter(one: Timetable, other: Timetable): boolean {
  const differences = [one.violations.length - other.violations.length, one.out - other.out, one.end - other.end]
  return (differences.find((difference) => difference !== 0) ?? 0) < 0
}
