import { asNumber, asObject, asObjects } from './json'
import { type Guess, stopsOf } from './request'
import { type Fault, RouteCheck } from './route'

export interface Verdict {
  readonly valid: boolean
  /** Cost worked out from the request, to the nearest whole unit. */
  readonly cost: number
  readonly priority: number
  readonly assigned: number
  readonly unassigned: number
  readonly violations: readonly Fault[]
}

/** Rounding that a solution may make on each route's cost. */
const COST_SLACK = 1
const MOST_FAULTS = 1000

/**
 * Judges a solution against its problem, both in VROOM's JSON, without any code of the solver: every task once or unassigned; windows on the start of
 * service; load, skills, breaks, shipments and limits kept; travel possible; the cost as told. Throws `invalid_input` for what is not such JSON.
 */
export function checkSolution(
  input: unknown,
  answer: unknown,
  guess: Guess = { roadFactor: 1.3, speedKmh: 30 },
): Verdict {
  const problem = asObject(input, 'problem')
  const solution = asObject(answer, 'solution')
  const stops = stopsOf(problem)
  const vehicles = new Map(asObjects(problem['vehicles'], 'vehicles').map((one) => [one['id'], one]))
  const faults: Fault[] = []
  const served = new Set<string>()
  const used = new Set<unknown>()
  let [cost, priority] = [0, 0]
  const routes = asObjects(solution['routes'], 'routes')
  for (const route of routes) {
    const vehicle = vehicles.get(route['vehicle'])
    if (!vehicle || used.has(route['vehicle'])) {
      faults.push({
        cause: 'vehicle',
        vehicle: route['vehicle'],
        message: 'O veículo não existe ou faz mais de uma rota.',
      })
      continue
    }
    used.add(route['vehicle'])
    const walked = new RouteCheck(problem, vehicle, stops, asObjects(route['steps'], 'steps'), guess, served, faults)
    cost += walked.cost
    priority += walked.priority
    const told = asNumber(route['cost'], walked.cost, 'cost')
    if (Math.abs(told - walked.cost) > COST_SLACK) {
      faults.push({ cause: 'cost', vehicle: route['vehicle'], message: `O custo é ${walked.cost}, e não ${told}.` })
    }
  }
  const leftOut = asObjects(solution['unassigned'], 'unassigned').map(
    (one) => `${String(one['type'] ?? 'job')} ${String(one['id'])}`,
  )
  for (const [at, step] of leftOut.entries()) {
    const wrong = !stops.has(step) || served.has(step) || leftOut.indexOf(step) !== at
    if (wrong)
      faults.push({ cause: 'unassigned', step, message: 'A tarefa não existe, está em uma rota ou se repete.' })
  }
  const named = new Set([...served, ...leftOut])
  for (const step of stops.keys())
    if (!named.has(step)) faults.push({ cause: 'missing', step, message: 'A tarefa não foi atendida nem recusada.' })
  const summary = solution['summary'] === undefined ? {} : asObject(solution['summary'], 'summary')
  const told = asNumber(summary['cost'], cost, 'cost')
  if (Math.abs(told - cost) > COST_SLACK * Math.max(1, routes.length))
    faults.push({ cause: 'cost', message: `O custo total é ${cost}, e não ${told}.` })
  return {
    valid: faults.length === 0,
    cost: Math.round(cost),
    priority,
    assigned: served.size,
    unassigned: leftOut.length,
    violations: faults.slice(0, MOST_FAULTS),
  }
}
