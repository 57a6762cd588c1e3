import { checkSolution } from '../../../core/routing/check/check'
import { DEFAULT_TRAVEL } from '../../../core/routing/matrices'
import { plan } from '../../../core/routing/plan'
import { readProblem } from '../../../core/routing/read'
import type { Solution } from '../../../core/routing/solution'
import type { LiveProgress } from './search-messages'
import { solveRoutes as solveInThreads } from './solve-routes'
import { VroomClient, VroomFailed, type VroomProblem } from './vroom'

/** What came of solving: by whom, and what whoever reads it should know. */
export interface Solved {
  readonly solution: Solution
  readonly engine: 'prumo' | 'vroom'
  readonly notices: readonly string[]
}

export interface SolverOptions {
  readonly seconds: number
  readonly seed?: number
  readonly onProgress: (progress: LiveProgress) => void
  readonly signal?: AbortSignal
}

/** A second search side by side where there is a second core. */
const THREADS = 2

/** One client for a server's address, so that its limit on requests at a time is one limit. */
const clients = new Map<string, VroomClient>()

function clientOf(url: string): VroomClient {
  const known = clients.get(url) ?? new VroomClient(url)
  clients.set(url, known)
  return known
}

/**
 * Solves a day's routes: by the VROOM server where one is set up, else, and where that fails or what it says does not hold, by our own solver, with a notice
 * that says why. Whoever solved, the answer is checked by code that neither shares; times and loads are our own computation of the routes.
 */
export async function solveRoutes(
  problem: VroomProblem,
  vroomUrl: string | undefined,
  options: SolverOptions,
): Promise<Solved> {
  if (!vroomUrl) return own(problem, options, [])
  if (hasLocks(problem)) return own(problem, options, [NO_LOCKS])
  try {
    const routes = stepsOf(await clientOf(vroomUrl).solve(problem, options.seconds, options.signal))
    return { solution: timed(problem, routes), engine: 'vroom', notices: [] }
  } catch (error) {
    if (!(error instanceof VroomFailed)) throw error
    return own(problem, options, [`Calculado no próprio Prumo: ${error.message}`])
  }
}

const NO_LOCKS = 'Calculado no próprio Prumo: um servidor VROOM não sabe manter entregas travadas.'

/** Locked stops are ours alone: VROOM begins with given routes, but does not leave any stop of them where it is. */
export function hasLocks(problem: object): boolean {
  return listAt(problem, 'vehicles').some((one) =>
    listAt(one, 'steps').some((step) => valueAt(step, 'pinned') === true),
  )
}

async function own(problem: VroomProblem, options: SolverOptions, notices: readonly string[]): Promise<Solved> {
  const solution = await solveInThreads(problem, { ...options, threads: THREADS })
  // A cancelled search answers with its best so far, which nobody asked to keep.
  options.signal?.throwIfAborted()
  const { valid, violations } = checkSolution(problem, solution, DEFAULT_TRAVEL)
  if (!valid) throw new Error(`The solver broke a rule: ${JSON.stringify(violations).slice(0, 500)}`)
  return { solution, engine: 'prumo', notices }
}

type Steps = ReadonlyMap<number, readonly object[]>

/** Which vehicle does what in which order, as a VROOM server answered. */
function stepsOf(answer: unknown): Steps {
  const routes = listAt(answer, 'routes')
  return new Map(
    routes.map((route) => {
      const steps = listAt(route, 'steps').map((step) => ({ type: valueAt(step, 'type'), id: valueAt(step, 'id') }))
      return [Number(valueAt(route, 'vehicle')), steps.filter(({ type }) => type !== 'start' && type !== 'end')]
    }),
  )
}

const valueAt = (value: unknown, name: string): unknown => new Map(Object.entries(Object(value))).get(name)
const listAt = (value: unknown, name: string): readonly unknown[] => {
  const list = valueAt(value, name)
  return Array.isArray(list) ? list : []
}

/** The routes with our own times and loads. Throws VroomFailed when they break a rule, or name what there is not. */
function timed(problem: VroomProblem, steps: Steps): Solution {
  const vehicles = problem.vehicles.map((one) => ({ ...one, steps: steps.get(Number(valueAt(one, 'id'))) ?? [] }))
  let solution: Solution
  try {
    if ([...steps.keys()].some((id) => !vehicles.some((one) => valueAt(one, 'id') === id))) throw new Error('vehicle')
    solution = plan(readProblem({ ...problem, vehicles }))
  } catch (error) {
    throw new VroomFailed('O servidor VROOM respondeu rotas de outro problema.', { cause: error })
  }
  if (!checkSolution(problem, solution, DEFAULT_TRAVEL).valid)
    throw new VroomFailed('O servidor VROOM respondeu rotas que não se sustentam.')
  return solution
}
