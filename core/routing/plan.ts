import type { Problem } from './problem'
import { refuse } from './reading'
import { type Solution, writeRoute, writeSolution } from './solution'
import { buildModel } from './model'
import { Reasons } from './reasons'
import { taskRanks } from './start'
import type { RouteEvent } from './timetable'

/**
 * Checks routes as they are written in each vehicle's `steps`, without changing them (VROOM's plan mode): times, loads, cost and every rule that a
 * step breaks. Tasks that no step names come back unassigned. Throws `input_error` for unknown or repeated steps.
 */
export function plan(problem: Problem): Solution {
  const rankOf = taskRanks(problem)
  const seen = new Set<number>()
  const stops: number[][] = problem.vehicles.map(() => [])
  const routes = problem.vehicles.flatMap((vehicle, rank) => {
    const taken = new Set<number>()
    const events = (vehicle.steps ?? []).map(({ kind, id, bounds }): RouteEvent => {
      const fault = `Invalid ${kind} id ${id} given in steps for vehicle ${vehicle.id}.`
      if (kind === 'break') {
        const at = vehicle.breaks.findIndex((one) => one.id === id)
        if (at < 0 || taken.has(at)) refuse(fault, 'A pausa não existe ou se repete.')
        taken.add(at)
        return { kind: 'break', rank: at, bounds }
      }
      const task = rankOf(kind, id)
      if (task === undefined || seen.has(task)) refuse(fault, 'A tarefa não existe ou se repete.')
      seen.add(task)
      stops[rank]?.push(task)
      return { kind: 'task', rank: task, bounds }
    })
    const route = events.some(({ kind }) => kind === 'task') ? writeRoute(problem, rank, events) : undefined
    return route ? [route] : []
  })
  return writeSolution(problem, routes, leftOut(problem, seen, stops))
}

/** The tasks that no step names, and why they fit in no route as it stands. */
function leftOut(problem: Problem, seen: ReadonlySet<number>, stops: readonly (readonly number[])[]) {
  const out = problem.tasks.flatMap((_, task) => (seen.has(task) ? [] : [task]))
  if (out.length === 0) return []
  const reasons = new Reasons(buildModel(problem))
  return out.map((task) => ({ task, reason: reasons.of(task, stops) }))
}
