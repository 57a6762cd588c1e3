/**
 * Delivery routes on problems that nobody published: drawn by the rules of the known sets, so that the search is not fitted to their names. For want of
 * a best known answer each is compared with the best of its own runs, the longest of 40 s; a row a problem and one a kind, as JSON lines. Every answer
 * is judged by the checker. `bun bench/drawn-routes.ts PATTERN` for some; all take some fifteen minutes of processor time.
 */
import { checkSolution } from '../core/routing/check/check'
import { readProblem } from '../core/routing/read'
import { solve } from '../core/routing/solve'
import { drawnLoads, drawnWindows } from '../fixtures/routing/drawn'
import { figure, round } from './measure'

/** Mean gap in percent to the best of the runs that each kind may have, at 1 s and at 10 s. */
const MOST: Readonly<Record<string, readonly [number, number]>> = {
  'loads up to 400': [1, 0.3],
  'windows 100': [0.5, 0.15],
  'windows 200': [1.5, 0.4],
}
/** Budgets in seconds of processor time, and the seeds of each. */
const RUNS = [
  { seconds: 1, seeds: [1, 2] },
  { seconds: 10, seeds: [1] },
  { seconds: 40, seeds: [1] },
] as const

interface Drawn {
  readonly kind: string
  readonly name: string
  readonly request: object
}

function* loads(): Generator<Drawn> {
  const [few, some, many] = [4, 9, 18]
  const plans = [
    { stops: 120, lay: 'scattered', depot: 'middle', demand: [1, 10], perRoute: some },
    { stops: 150, lay: 'clustered', depot: 'corner', demand: [50, 100], perRoute: few },
    { stops: 180, lay: 'mixed', depot: 'anywhere', demand: [1, 100], perRoute: many },
    { stops: 220, lay: 'scattered', depot: 'corner', demand: [1, 1], perRoute: some },
    { stops: 260, lay: 'clustered', depot: 'middle', demand: [5, 10], perRoute: many },
    { stops: 300, lay: 'mixed', depot: 'corner', demand: [1, 10], perRoute: some },
    { stops: 350, lay: 'scattered', depot: 'anywhere', demand: [1, 100], perRoute: few },
    { stops: 400, lay: 'clustered', depot: 'corner', demand: [5, 10], perRoute: 14 },
  ] as const
  for (const [seed, plan] of plans.entries()) {
    const name = `${plan.stops}-${plan.lay}-${plan.depot}-${plan.perRoute}`
    yield { kind: 'loads up to 400', name, request: drawnLoads(seed + 1, plan) }
  }
}

function* windows(): Generator<Drawn> {
  const plans = [
    { lay: 'scattered', day: 'short', windowed: 0.5, width: 50 },
    { lay: 'mixed', day: 'long', windowed: 1, width: 240 },
    { lay: 'clustered', day: 'short', windowed: 0.75, width: 60 },
    { lay: 'scattered', day: 'long', windowed: 0.75, width: 500 },
    { lay: 'mixed', day: 'short', windowed: 1, width: 120 },
  ] as const
  for (const stops of [100, 200])
    for (const [seed, plan] of plans.entries()) {
      const name = `${stops}-${plan.lay}-${plan.day}-${plan.windowed * 100}-${plan.width}`
      yield { kind: `windows ${stops}`, name, request: drawnWindows(seed + 1, { stops, ...plan }) }
    }
}

/** Seconds of processor time of this process. */
function spent(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function costs(request: object): number[][] {
  return RUNS.map(({ seconds, seeds }) =>
    seeds.map((seed) => {
      const solution = solve(readProblem(request), { seconds, seed, now: spent })
      const { valid, unassigned, cost } = checkSolution(request, solution)
      return valid && unassigned === 0 ? cost : Infinity
    }),
  )
}

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

const pattern = new RegExp(process.argv[2] ?? '.')
const gaps = new Map<string, number[][]>()
for (const { kind, name, request } of [...loads(), ...windows()]) {
  if (!pattern.test(`${kind}/${name}`)) continue
  const found = costs(request)
  const best = Math.min(...found.flat())
  const each = found.map((some) => mean(some.map((cost) => (cost / best - 1) * 100)))
  figure(`drawn.${name}`, { best, gap_1_s: round(each[0] ?? NaN, 3), gap_10_s: round(each[1] ?? NaN, 3) })
  gaps.set(kind, [...(gaps.get(kind) ?? []), each])
}
for (const [kind, rows] of gaps) {
  const [second, ten] = [0, 1].map((budget) => mean(rows.map((row) => row[budget] ?? NaN)))
  const [most = NaN, mostTen = NaN] = MOST[kind] ?? []
  const holds = (second ?? Infinity) <= most && (ten ?? Infinity) <= mostTen
  figure(
    `drawn: ${kind}`,
    {
      problems: rows.length,
      gap_1_s: round(second ?? NaN, 3),
      gap_10_s: round(ten ?? NaN, 3),
      most,
      most_10_s: mostTen,
    },
    holds,
  )
}
