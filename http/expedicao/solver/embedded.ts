import { Worker } from 'node:worker_threads'
import type { Solution } from '../../../core/routing/solution'

/** What the solver's thread is asked. */
export interface SolveRequest {
  readonly problem: object
  readonly seconds: number
  readonly seed: number
}

/** Where the search stands: the cost, and the routes as they are so far. */
export interface SolveStep {
  /** From 0 to 1. */
  readonly done: number
  readonly solution: Solution
}

/** What the solver's thread says. */
export type SolveMessage =
  | { readonly kind: 'step'; readonly step: SolveStep }
  | { readonly kind: 'answer'; readonly solution: Solution }
  | { readonly kind: 'failed'; readonly message: string }

/** Solves in a thread of its own with the solver of the core, so that the server goes on answering meanwhile. `signal` ends it with the best so far thrown away. */
export function solveApart(
  request: SolveRequest,
  { onStep, signal }: { readonly onStep: (step: SolveStep) => void; readonly signal?: AbortSignal },
): Promise<Solution> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const worker = new Worker(new URL('solve-worker.ts', import.meta.url))
    const end = (settle: () => void) => {
      signal?.removeEventListener('abort', abort)
      void worker.terminate()
      settle()
    }
    const abort = () => end(() => reject(new Error('The search was cancelled.', { cause: signal?.reason })))
    signal?.addEventListener('abort', abort)
    worker.on('message', (message: SolveMessage) => {
      if (message.kind === 'step') onStep(message.step)
      else if (message.kind === 'answer') end(() => resolve(message.solution))
      else end(() => reject(new Error(message.message)))
    })
    worker.on('error', (error) => end(() => reject(error)))
    worker.postMessage(request, [])
  })
}
