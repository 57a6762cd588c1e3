import { checkSolution } from './check/check'
import type { RandomProblem } from './random.fixture'

interface Step {
  readonly type: string
  readonly id: number
}

export interface Rank {
  readonly priority: number
  readonly served: number
  readonly cost: number
}

/** True when the first is better: more priority, then more tasks, then less cost. */
export function better(a: Rank, b: Rank): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority
  if (a.served !== b.served) return a.served > b.served
  return a.cost < b.cost
}

/** The best answer of a small problem, by trying every order of every set of tasks in every vehicle. Judged by the checker alone. */
export function bruteForce(problem: RandomProblem): Rank {
  const units: readonly (readonly Step[])[] = [
    ...problem.jobs.map((job) => [{ type: 'job', id: job.id }]),
    ...problem.shipments.map(({ pickup, delivery }) => [
      { type: 'pickup', id: pickup.id },
      { type: 'delivery', id: delivery.id },
    ]),
  ]
  const full = 1 << units.length
  let best: (Rank | undefined)[] = [{ priority: 0, served: 0, cost: 0 }]
  for (const vehicle of problem.vehicles) {
    const alone = Array.from({ length: full }, (_, set) => bestRoute({ ...problem, vehicles: [vehicle] }, units, set))
    const merged: (Rank | undefined)[] = []
    for (let set = 0; set < full; set++) {
      for (let part = set; ; part = (part - 1) & set) {
        const [before, own] = [best[set ^ part], alone[part]]
        if (before && own) {
          const sum = {
            priority: before.priority + own.priority,
            served: before.served + own.served,
            cost: before.cost + own.cost,
          }
          const known = merged[set]
          if (!known || better(sum, known)) merged[set] = sum
        }
        if (part === 0) break
      }
    }
    best = merged
  }
  return best.reduce<Rank>((top, one) => (one && better(one, top) ? one : top), { priority: 0, served: 0, cost: 0 })
}

/** The cheapest feasible order of exactly these units in the only vehicle of the problem. */
function bestRoute(problem: RandomProblem, units: readonly (readonly Step[])[], set: number): Rank | undefined {
  if (set === 0) return { priority: 0, served: 0, cost: 0 }
  const [vehicle] = problem.vehicles
  const steps = units.flatMap((unit, at) => ((set >> at) & 1 ? unit : []))
  const breaks = vehicle && 'breaks' in vehicle ? (vehicle.breaks ?? []) : []
  const all = [...steps, ...breaks.map(({ id }) => ({ type: 'break', id }))]
  let best: Rank | undefined
  for (const order of permutations(all)) {
    const route = { vehicle: vehicle?.id, steps: [{ type: 'start' }, ...order, { type: 'end' }] }
    const verdict = checkSolution(problem, { routes: [route] })
    if (verdict.violations.some(({ cause }) => cause !== 'missing')) continue
    const rank = { priority: verdict.priority, served: steps.length, cost: verdict.cost }
    if (!best || better(rank, best)) best = rank
  }
  return best
}

function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield []
  for (const [at, item] of items.entries()) {
    for (const rest of permutations(items.filter((_, other) => other !== at))) yield [item, ...rest]
  }
}
