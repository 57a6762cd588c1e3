import { ExactRoute, type Obstacle } from './exact'
import { type Model, buildModel, startOf } from './model'
import type { PlannedStep, Problem } from './problem'
import { refuse } from './reading'
import type { Search } from './search'

/** Finds tasks by kind and id. */
export function taskRanks(problem: Problem): (kind: PlannedStep['kind'], id: number) => number | undefined {
  const ranks = new Map(problem.tasks.map((task, rank) => [`${task.kind} ${task.id}`, rank]))
  return (kind, id) => ranks.get(`${kind} ${id}`)
}

interface Wanted {
  readonly task: number
  readonly pinned: boolean
}

/** The tasks that each vehicle's `steps` name, in order. Unknown and repeated ones are refused. */
function wantedRoutes(problem: Problem): Wanted[][] {
  const rankOf = taskRanks(problem)
  const seen = new Set<number>()
  return problem.vehicles.map((vehicle) =>
    (vehicle.steps ?? []).flatMap(({ kind, id, pinned }): Wanted[] => {
      if (kind === 'break') {
        if (!vehicle.breaks.some((one) => one.id === id))
          refuse(`Invalid break id ${id} given in steps for vehicle ${vehicle.id}.`, 'A pausa não existe.')
        return []
      }
      const task = rankOf(kind, id)
      if (task === undefined)
        refuse(`Invalid ${kind} id ${id} given in steps for vehicle ${vehicle.id}.`, 'A tarefa não existe.')
      if (seen.has(task)) refuse(`Duplicate ${kind} id: ${id}.`, 'A tarefa aparece em mais de um passo.')
      seen.add(task)
      return [{ task, pinned }]
    }),
  )
}

const BROKEN: Readonly<Record<Obstacle, (vehicle: number) => string>> = {
  capacity: (vehicle) => `Route over capacity for vehicle ${vehicle}.`,
  max_tasks: (vehicle) => `Too many tasks for vehicle ${vehicle}.`,
  window: (vehicle) => `Infeasible route for vehicle ${vehicle}.`,
  distance: (vehicle) => `Route over max_travel_time or max_distance for vehicle ${vehicle}.`,
}

/**
 * Refuses `steps` that break a rule, as VROOM does, as `input_error`. A plan that somebody goes on with is not asked: what does not fit any more is left
 * for the search.
 */
export function assertSteps(problem: Problem): void {
  if (problem.vehicles.every(({ steps }) => !steps)) return
  const model = buildModel(problem)
  const walk = new ExactRoute(model)
  for (const [vehicle, wanted] of wantedRoutes(problem).entries()) {
    const id = problem.vehicles[vehicle]?.id ?? 0
    const route = wanted.map(({ task }) => task)
    for (const [at, task] of route.entries()) {
      if (model.allowed[(model.type[vehicle] ?? 0) * model.tasks + task] !== 1)
        refuse(
          `Missing skill or step out of reach for vehicle ${id} and job ${problem.tasks[task]?.id}.`,
          'O veículo não atende a tarefa.',
        )
      const pair = model.pair[task] ?? -1
      const other = pair < 0 ? at : route.indexOf(pair)
      if (other < 0 || (pair > task && other < at))
        refuse(`Invalid shipment in route for vehicle ${id}.`, 'A coleta vem antes de sua entrega, no mesmo veículo.')
    }
    walk.stops.set(route)
    const found = route.length === 0 ? undefined : walk.obstacle(vehicle, route.length)
    if (found) refuse(BROKEN[found](id), 'Os passos dados não cabem no veículo.')
  }
}

/** Routes the tasks that the request begins with; those that do not fit are left for the search, pinned ones that do not fit are refused. */
export function loadSteps(model: Model, search: Search): boolean {
  const { problem } = model
  if (problem.vehicles.every(({ steps }) => !steps)) return false
  const walk = new ExactRoute(model)
  for (const [vehicle, wanted] of wantedRoutes(problem).entries()) {
    const isPinned = (task: number): boolean => wanted.some((one) => one.pinned && one.task === task)
    const whole = (task: number): number[] => {
      const pair = model.pair[task] ?? -1
      return pair < 0 ? [task] : [Math.min(task, pair), Math.max(task, pair)]
    }
    const order = wanted.map(({ task }) => task)
    const fits = (tasks: ReadonlySet<number>): boolean => {
      const route = order.filter((task) => tasks.has(task))
      const skilled = route.every((task) => model.allowed[(model.type[vehicle] ?? 0) * model.tasks + task] === 1)
      const paired = route.every((task, at) => {
        const pair = model.pair[task] ?? -1
        return pair < 0 || (pair > task ? route.indexOf(pair) > at : tasks.has(pair))
      })
      walk.stops.set(route)
      return skilled && paired && walk.feasible(vehicle, route.length)
    }
    let chosen: ReadonlySet<number> = new Set(order)
    if (!fits(chosen)) {
      chosen = new Set(order.filter(isPinned).flatMap(whole))
      if (chosen.size > 0 && !fits(chosen)) {
        refuse(
          `Infeasible route for vehicle ${problem.vehicles[vehicle]?.id}.`,
          'As paradas fixadas não cabem juntas neste veículo.',
        )
      }
      for (const task of order) {
        const more = new Set([...chosen, ...whole(task)])
        if (more.size > chosen.size && fits(more)) chosen = more
      }
    }
    place(
      model,
      search,
      vehicle,
      order.filter((task) => chosen.has(task)),
    )
    for (const task of order) if (isPinned(task)) for (const one of whole(task)) search.pinned[one] = 1
  }
  return true
}

function place(model: Model, search: Search, vehicle: number, route: readonly number[]): void {
  let behind = startOf(model, vehicle)
  for (const task of route) {
    search.state.link(task, behind)
    behind = task
  }
  search.state.retime(vehicle)
}
