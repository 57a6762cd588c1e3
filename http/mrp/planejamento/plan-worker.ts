/** The thread that plans: one request, its progress, one answer. */
import { parentPort } from 'node:worker_threads'
import { CoreError } from '../../../core/errors'
import { computePlan, type PlanMessage, type PlanRequest } from './compute'

const say = (message: PlanMessage): void => parentPort?.postMessage(message, [])

parentPort?.once('message', (request: PlanRequest) => {
  try {
    const answer = computePlan(request, (done, total) => say({ kind: 'progress', done, total }))
    say({ kind: 'answer', answer })
  } catch (error) {
    if (error instanceof CoreError) say({ kind: 'refused', code: error.code, message: error.message })
    else say({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
