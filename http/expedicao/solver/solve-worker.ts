/** The thread that solves: one request, its steps, one answer. */
import { parentPort } from 'node:worker_threads'
import { readProblem } from '../../../core/routing/read'
import { Run } from '../../../core/routing/solve'
import type { SolveMessage, SolveRequest } from './embedded'

const STEP_S = 0.4
const say = (message: SolveMessage): void => parentPort?.postMessage(message, [])
const now = (): number => performance.now() / 1000

parentPort?.once('message', ({ problem, seconds, seed }: SolveRequest) => {
  try {
    const run = new Run(readProblem(problem), { seconds, seed, now })
    let [told, best] = [now(), Infinity]
    while (run.advance()) {
      if (now() - told < STEP_S) continue
      told = now()
      const { cost, unassigned, done } = run.progress()
      const rank = unassigned * 1e12 + cost
      if (rank < best) say({ kind: 'step', step: { done, solution: run.solution() } })
      best = Math.min(best, rank)
    }
    say({ kind: 'answer', solution: run.solution() })
  } catch (error) {
    say({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
