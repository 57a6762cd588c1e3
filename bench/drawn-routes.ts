/**
 * Delivery routes on problems that nobody published: drawn by the rules of the known sets, so that the search is not fitted to their names. For want of
 * a best known answer each is compared with the best of its own runs, the longest of 40 s; a row a problem and one a kind, as JSON lines. Every answer
 * is judged by the checker. `bun bench/drawn-routes.ts PATTERN` for some; all take some fifteen minutes of processor time.
 */
import { checkSolution } from '../core/routing/check/check'
import { readProblem } from '../core/routing/read'
import { solve } from '../core/routing/solve'
import { drawnLoads, drawnWindows } from '../fixtures/routing/drawn'
import { type Instance, requestOf } from '../fixtures/routing/instances'
import { figure, mean, round, spent } from './measure'

/** Budgets in seconds of processor time, and the seeds of each. */
const RUNS = [
  { seconds: 1, seeds: [1, 2] },
  { seconds: 10, seeds: [1] },
  { seconds: 40, seeds: [1] },
] as const

function loads(): Instance[] {
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
  return plans.map((plan, at) => drawnLoads(at + 1, plan))
}

function windows(stops: number): Instance[] {
  const plans = [
    { lay: 'scattered', day: 'short', windowed: 0.5, width: 50 },
    { lay: 'mixed', day: 'long', windowed: 1, width: 240 },
    { lay: 'clustered', day: 'short', windowed: 0.75, width: 60 },
    { lay: 'scattered', day: 'long', windowed: 0.75, width: 500 },
    { lay: 'mixed', day: 'short', windowed: 1, width: 120 },
  ] as const
  return plans.map((plan, at) => drawnWindows(at + 1, { stops, ...plan }))
}

/** What the answers cost, a row a budget; infinite for one that the checker refuses or that leaves a stop out. */
function costs(request: object): number[][] {
  return RUNS.map(({ seconds, seeds }) =>
    seeds.map((seed) => {
      const solution = solve(readProblem(request), { seconds, seed, now: spent })
      const { valid, unassigned, cost } = checkSolution(request, solution)
      return valid && unassigned === 0 ? cost : Infinity
    }),
  )
}

/** Gaps in percent to the best of the runs, a mean for each budget. Every answer must hold, the longest run's too. */
function gapsOf(instance: Instance): number[] {
  const found = costs(requestOf(instance))
  const best = Math.min(...found.flat())
  const gaps = found.map((some) => mean(some.map((cost) => (cost / best - 1) * 100)))
  const [second = NaN, ten = NaN] = gaps
  const told = { best, gap_1_s: round(second, 3), gap_10_s: round(ten, 3) }
  figure(`drawn.${instance.name}`, told, gaps.every(Number.isFinite))
  return gaps
}

/** What is drawn of each kind, and the mean gaps that it may have at 1 s and at 10 s. */
const KINDS = [
  { kind: 'loads up to 400', instances: loads(), most_1_s: 1, most_10_s: 0.3 },
  { kind: 'windows 100', instances: windows(100), most_1_s: 0.5, most_10_s: 0.15 },
  { kind: 'windows 200', instances: windows(200), most_1_s: 1.5, most_10_s: 0.4 },
]
const pattern = new RegExp(process.argv[2] ?? '.')
for (const { kind, instances, most_1_s, most_10_s } of KINDS) {
  const gaps = instances.filter(({ name }) => pattern.test(`${kind}/${name}`)).map(gapsOf)
  if (gaps.length === 0) continue
  const gap_1_s = round(mean(gaps.map(([second = NaN]) => second)), 3)
  const gap_10_s = round(mean(gaps.map(([, ten = NaN]) => ten)), 3)
  const told = { problems: gaps.length, gap_1_s, most_1_s, gap_10_s, most_10_s }
  figure(`drawn: ${kind}`, told, gap_1_s <= most_1_s && gap_10_s <= most_10_s)
}
