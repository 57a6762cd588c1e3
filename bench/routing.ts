/**
 * Delivery routes against the best known answers, over the shared instances: `npm run bench -- routing`, or with seconds and a name pattern by
 * `bun bench/routing.ts 1 'solomon|X-'`. A row an instance and one a family, as JSON lines; every answer is judged by the checker. One thread.
 * A third argument `cpu` counts the budget in seconds of this process's processor time, for machines that are shared. Then, without arguments or by the
 * names `scaling` and `threads`: how the work grows from 100 to 1,000 stops, and one thread against two at equal time.
 * Gaps are percent above the best known cost (Solomon and Homberger: distance cut to one decimal; X: nearest integer). For the city cases the
 * reference is VROOM's best, ranked by priority, tasks served and cost.
 */
import { checkSolution } from '../core/routing/check/check'
import { randomProblem } from '../core/routing/random.fixture'
import { readProblem } from '../core/routing/read'
import { Run, solve } from '../core/routing/solve'
import { type Instance, instanceNames, readInstance, toRequest } from '../fixtures/routing/instances'
import { hasConformance } from '../fixtures/conformance'
import { solveRoutes } from '../http/expedicao/solver/solve-routes'
import { figure, mean, round, spent } from './measure'

/** Mean gap that each family must reach at 1 s and at 10 s. */
const GOALS: Readonly<Record<string, readonly [number, number]>> = {
  'Solomon 100': [0.3, 0.05],
  'Homberger 200': [0.3, 0.15],
  'Homberger 400': [1.8, 0.6],
  'Homberger 1000': [4.5, 1.4],
  'X up to 400': [0.45, 0.12],
  'X up to 1000': [3.3, 1],
  city: [1, 0],
}

const SETS: Readonly<Record<string, string>> = {
  solomon: 'Solomon 100',
  homberger_200: 'Homberger 200',
  homberger_400: 'Homberger 400',
  homberger_1000: 'Homberger 1000',
}

function familyOf(instance: Instance): string {
  if (instance.kind === 'city') return 'city'
  return SETS[instance.set] ?? (instance.customers.length <= 400 ? 'X up to 400' : 'X up to 1000')
}

const clock = () => performance.now() / 1000

/** A fixed loop of whole-number arithmetic: how fast this machine is, in millions of steps a second, so that runs compare. */
function calibrate(): number {
  const steps = 50_000_000
  let value = 1
  const from = spent()
  for (let at = 0; at < steps; at++) value = (Math.imul(value, 1_664_525) + at) | 0
  return round(steps / 1e6 / (spent() - from + (value === 0 ? 1e-9 : 0)), 0)
}

function measure(
  instance: Instance,
  seconds: number,
  now: () => number,
): { gap: number; valid: boolean; took: number } {
  const request = toRequest(instance)
  const from = now()
  const solution = solve(readProblem(request), { seconds, now, seed: 1 })
  const took = now() - from
  const verdict = checkSolution(request, solution)
  const { reference, bks } = instance
  const served = !reference || (verdict.priority >= reference.priority && verdict.unassigned <= reference.unassigned)
  const gap = (verdict.cost / (bks?.scaled ?? reference?.cost ?? verdict.cost) - 1) * 100
  figure(`routing.${instance.name}`, {
    family: familyOf(instance),
    stops: instance.customers.length,
    budget_s: seconds,
    took_s: round(took),
    cost: verdict.cost,
    unassigned: verdict.unassigned,
    gap_percent: round(gap, 3),
    valid: verdict.valid,
  })
  return { gap, valid: verdict.valid && served, took }
}

function run(seconds: number, pattern: RegExp, now: () => number): void {
  const families = new Map<string, { gaps: number[]; valid: boolean; stops: number; took: number }>()
  for (const name of instanceNames()) {
    const instance = readInstance(name)
    if (!pattern.test(`${instance.set}/${name}`)) continue
    const { gap, valid, took } = measure(instance, seconds, now)
    const family = families.get(familyOf(instance)) ?? { gaps: [], valid: true, stops: 0, took: 0 }
    family.gaps.push(gap)
    family.valid &&= valid
    family.stops = Math.max(family.stops, instance.customers.length)
    family.took = Math.max(family.took, took)
    families.set(familyOf(instance), family)
  }
  for (const [family, { gaps, valid, stops, took }] of families) {
    const gap = mean(gaps)
    const goal = GOALS[family]?.[seconds <= 1 ? 0 : 1] ?? Infinity
    const told = {
      budget_s: seconds,
      instances: gaps.length,
      stops,
      mean_gap_percent: round(gap, 3),
      worst_gap_percent: round(Math.max(...gaps), 3),
    }
    figure(
      `routing: ${family}`,
      { ...told, goal_percent: goal, longest_s: round(took), all_valid: valid },
      valid && gap <= goal,
    )
  }
}

/** What a problem of each size costs: until the search begins, and each of its iterations (processor time). */
function scaling(): void {
  for (const stops of [100, 200, 400, 700, 1000]) {
    const request = randomProblem(stops, stops, Math.ceil(stops / 8), { windows: true, room: 1.3 })
    const from = spent()
    const search = new Run(readProblem(request), { seconds: 1, now: spent })
    const ready = spent() - from
    const first = search.progress()
    while (search.advance());
    const { iterations, cost, unassigned } = search.progress()
    figure('routing.scaling', {
      stops,
      ready_ms: round(ready * 1000, 0),
      iterations_a_second: Math.round(iterations / (spent() - from - ready)),
      first: { cost: first.cost, unassigned: first.unassigned },
      after_1_s: { cost, unassigned },
    })
  }
}

/** One thread against two at equal time, on the middle sizes. */
async function threads(seconds: number): Promise<void> {
  const gaps: number[][] = [[], []]
  for (const name of instanceNames().filter((one) => /^(RC1_2_5|R1_4_3|R2_4_5|X-n256-k16|X-n401-k29)$/.test(one))) {
    const instance = readInstance(name)
    const request = toRequest(instance)
    for (const count of [1, 2]) {
      const { cost, valid } = checkSolution(request, await solveRoutes(request, { seconds, threads: count }))
      const gap = valid ? (cost / (instance.bks?.scaled ?? cost) - 1) * 100 : Infinity
      gaps[count - 1]?.push(gap)
    }
  }
  const [one = NaN, two = NaN] = gaps.map(mean)
  figure('routing.threads', { budget_s: seconds, one_thread: round(one, 3), two_threads: round(two, 3) }, two <= one)
}

const [budget, pattern, kind] = process.argv.slice(2)
figure('routing.machine', { million_steps_per_second: calibrate() })
if (hasConformance && budget !== 'scaling' && budget !== 'threads') {
  const now = kind === 'cpu' ? spent : clock
  for (const seconds of budget ? [Number(budget)] : [1, 10]) run(seconds, new RegExp(pattern ?? '.'), now)
  const memory = Math.round(process.memoryUsage().rss / 1e6)
  figure('routing.memory', { rss_mb: memory, most_mb: 300 }, memory <= 300)
}
if (!budget || budget === 'scaling') scaling()
if (hasConformance && (!budget || budget === 'threads')) {
  await threads(5)
  process.exit()
}
