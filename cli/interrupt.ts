import type { EventEmitter } from 'node:events'

/** Work that the first Ctrl+C (SIGINT) ends early with what there is, by the signal that it is given; a second one ends the process as ever. */
export async function interruptible<T>(
  source: Pick<EventEmitter, 'once' | 'off'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly result: T; readonly interrupted: boolean }> {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  source.once('SIGINT', stop)
  try {
    return { result: await work(controller.signal), interrupted: controller.signal.aborted }
  } finally {
    source.off('SIGINT', stop)
  }
}
