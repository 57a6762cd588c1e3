/** Latencies of one way of doing a thing, in milliseconds. */
export interface Latency {
  readonly p50: number
  readonly p95: number
  readonly max: number
}

/** Runs two ways of the same work in turn, so that a noisy machine is noisy for both, and tells the latencies of each. */
export async function compare(
  rounds: number,
  ours: () => Promise<unknown>,
  baseline: () => Promise<unknown>,
): Promise<{ ours: Latency; baseline: Latency; ratio: number }> {
  for (let at = 0; at < Math.min(10, rounds); at++) {
    await ours()
    await baseline()
  }
  const [mine, theirs]: [number[], number[]] = [[], []]
  for (let at = 0; at < rounds; at++) {
    mine.push(await timed(ours))
    theirs.push(await timed(baseline))
  }
  const result = { ours: latency(mine), baseline: latency(theirs) }
  return { ...result, ratio: round(result.ours.p50 / result.baseline.p50) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

export function latency(times: readonly number[]): Latency {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { p50: at(0.5), p95: at(0.95), max: at(1) }
}

export const round = (value: number, decimals = 2): number => Number(value.toFixed(decimals))

export const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

/** Seconds of processor time of this process: a clock for machines that are shared. */
export function spent(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Prints one figure as one JSON line; a bound that does not hold is told, and the process ends non-zero. */
export function figure(name: string, values: Readonly<Record<string, unknown>>, holds = true): void {
  console.log(JSON.stringify({ name, ...values, ...(holds ? {} : { holds }) }))
  if (!holds) process.exitCode = 1
}
