/**
 * MRP at scale and forecasts by the second, seeded. Prints JSON lines. The structure: ten levels, five lines an item on average, 365 daily
 * buckets, 40 % of the items with safety stock, four lot rules, lead times 1 to 14 days; finished items sell on one day in five.
 */
import { forecastAuto } from '../core/forecast/auto'
import { theta } from '../core/forecast/theta'
import { LeadTimes } from '../core/mrp/calendar'
import { type BomLines, prepareBom } from '../core/mrp/bom'
import { type Problem, type Sparse, runPlan } from '../core/mrp/engine'
import { readLot } from '../core/mrp/lots'
import { random } from '../core/mrp/random'

const DAYS = 365
const LEVELS = 10
const LINES_PER_ITEM = 5
const LOTS = [
  readLot({ type: 'L4L' }),
  readLot({ type: 'MULT', qty: 50 }),
  readLot({ type: 'MINMULT', min: 200, mult: 25 }),
  readLot({ type: 'POQ', periods: 7 }),
]

/** Lines go from a level to the next one, so every component sits exactly one level below its parents. */
function lines(items: number, next: () => number): BomLines {
  const count = items * LINES_PER_ITEM
  const parent = new Int32Array(count)
  const child = new Int32Array(count)
  const factor = new Float64Array(count)
  const perLevel = Math.floor(items / LEVELS)
  for (let line = 0; line < count; line++) {
    const level = line % (LEVELS - 1)
    parent[line] = level * perLevel + Math.floor(next() * perLevel)
    child[line] = (level + 1) * perLevel + Math.floor(next() * perLevel)
    factor[line] = next() < 0.4 ? Math.ceil(next() * 50) / 100 : next() < 0.7 ? 1 : 2
  }
  return { items, parent, child, factor }
}

function demand(items: number, next: () => number): Sparse {
  const finished = Math.floor(items / LEVELS)
  const first = new Int32Array(items + 1)
  const bucket: number[] = []
  const quantity: number[] = []
  for (let item = 0; item < items; item++) {
    const selling = item < finished ? DAYS : 0
    for (let day = 0; day < selling; day++) {
      if (next() >= 0.2) continue
      bucket.push(day)
      quantity.push(1 + Math.floor(next() * 20))
    }
    first[item + 1] = bucket.length
  }
  return { first, bucket: Int32Array.from(bucket), quantity: Float64Array.from(quantity) }
}

function fill(items: number, next: () => number) {
  return {
    lead: Int32Array.from({ length: items }, () => 1 + Math.floor(next() * 14)),
    working: new Uint8Array(items),
    onHand: Float64Array.from({ length: items }, () => Math.floor(next() * 100)),
    safety: Float64Array.from({ length: items }, () => (next() < 0.4 ? Math.floor(next() * 50) : 0)),
    lot: Int32Array.from({ length: items }, () => Math.floor(next() * LOTS.length)),
    decimals: Int8Array.from({ length: items }, () => (next() < 0.3 ? 3 : 0)),
  }
}

const none = (items: number): Sparse => ({
  first: new Int32Array(items + 1),
  bucket: new Int32Array(0),
  quantity: new Float64Array(0),
})
const rounded = (value: number) => Number(value.toFixed(3))

function measure(items: number, runs: number): void {
  const next = random(20261121)
  const bom = lines(items, next)
  const rest = { demand: demand(items, next), scheduled: none(items), safetySteps: null, ...fill(items, next) }
  const plans: number[] = []
  const preparations: number[] = []
  let orders = 0
  for (let run = 0; run < runs; run++) {
    Bun.gc(true)
    const start = performance.now()
    const structure = prepareBom(bom)
    const prepared = performance.now()
    const problem: Problem = { buckets: DAYS, structure, leadTimes: new LeadTimes(DAYS), lots: LOTS, ...rest }
    orders = runPlan(problem).total
    plans.push((performance.now() - prepared) / 1000)
    preparations.push((prepared - start) / 1000)
  }
  console.info(
    JSON.stringify({
      name: 'mrp.plan',
      items,
      lines: items * LINES_PER_ITEM,
      days: DAYS,
      orders,
      prepare_s: rounded(Math.min(...preparations)),
      prepare_median_s: rounded(median(preparations)),
      plan_s: rounded(Math.min(...plans)),
      plan_median_s: rounded(median(plans)),
      rss_mb: Math.round(process.memoryUsage().rss / 1e6),
    }),
  )
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

const sizes = process.argv.slice(2).map(Number)
for (const items of sizes.length > 0 ? sizes : [10_000, 30_000, 100_000, 300_000]) measure(items, 3)

/** Monthly sales with trend, seasons and noise, 36 months. */
function sales(count: number): Float64Array[] {
  const next = random(7)
  return Array.from({ length: count }, () => {
    const [level, growth, swing] = [20 + next() * 500, next() * 2 - 0.5, next() * 0.5]
    return Float64Array.from({ length: 36 }, (_, at) =>
      Math.max(0, (level + growth * at) * (1 + swing * Math.sin((at * Math.PI) / 6)) * (0.8 + 0.4 * next())),
    )
  })
}

function perSecond(name: string, count: number, run: (series: Float64Array) => unknown): void {
  const all = sales(count)
  const rates: number[] = []
  for (let round = 0; round < 3; round++) {
    const start = performance.now()
    for (const series of all) run(series)
    rates.push((count * 1000) / (performance.now() - start))
  }
  console.info(
    JSON.stringify({ name, series: count, months: 36, horizon: 12, series_per_s: Math.round(median(rates)) }),
  )
}

perSecond('forecast.theta', 100_000, (series) => theta(series, 12, 12))
perSecond('forecast.auto', 4_000, (series) => forecastAuto({ series: [...series], m: 12, h: 12 }))
