/** The thread that routes: one request at a time, its progress, meetings with its like, one answer. It listens between slices of work. */
import { parentPort } from 'node:worker_threads'
import { CoreError } from '../../../core/errors'
import { readProblem } from '../../../core/routing/read'
import { type Elite, MEETINGS, Run } from '../../../core/routing/solve'
import { othersTurn } from '../../platform/others-turn'
import type { FromSearch, SearchRequest, ToSearch } from './search-messages'

/** How long it works before it listens, and the least time between two reports of progress. */
const SLICE_MS = 15
const REPORT_MS = 250

const say = (message: FromSearch): void => parentPort?.postMessage(message, [])

let stopped = false
let arrived: ((elite: Elite) => void) | undefined

async function search(request: SearchRequest): Promise<void> {
  const { seed, seconds, iterations } = request
  const limits = { ...(seconds === undefined ? {} : { seconds }), ...(iterations === undefined ? {} : { iterations }) }
  const run = new Run(readProblem(request.problem, request.travel), {
    ...limits,
    seed,
    now: () => performance.now() / 1000,
    cancelled: () => stopped,
  })
  const meetings = request.company ? [...MEETINGS] : []
  let [told, reported] = [Infinity, performance.now()]
  for (let going = true; going;) {
    const until = performance.now() + SLICE_MS
    while (going && performance.now() < until && run.done < (meetings[0] ?? Infinity)) going = run.advance()
    if (going && run.done >= (meetings[0] ?? Infinity)) {
      meetings.shift()
      const answer = new Promise<Elite>((resolve) => (arrived = resolve))
      say({ kind: 'elite', elite: run.elite() })
      run.meet(await answer)
    } else await othersTurn()
    if (performance.now() - reported < REPORT_MS) continue
    reported = performance.now()
    const { objective } = run.elite()
    const routes = objective < told ? { routes: run.routes() } : {}
    told = objective
    say({ kind: 'progress', progress: { ...run.progress(), ...routes }, objective })
  }
  say({ kind: 'answer', solution: run.solution(), objective: run.elite().objective })
}

parentPort?.on('message', (message: ToSearch) => {
  if (message.kind === 'meet') arrived?.(message.elite)
  else if (message.kind === 'stop') {
    stopped = true
    arrived?.({ objective: Infinity, routes: [] })
  } else {
    stopped = false
    search(message).catch((error: unknown) => {
      if (error instanceof CoreError) say({ kind: 'refused', code: error.code, message: error.message })
      else say({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    })
  }
})
