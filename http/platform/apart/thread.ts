/** A thread that does the work of one file, call after call: `new Worker(thread.ts, { workerData: url of the file })`. */
import { parentPort, workerData } from 'node:worker_threads'
import { CoreError } from '../../../core/errors'
import { ApiError } from '../errors'
import type { FromThread, ToThread, Work } from './messages'

const plain = ({ code, message, status, errors }: ApiError) => ({ code, message, api: { status, errors } })
const say = (message: FromThread): void => parentPort?.postMessage(message, [])
const { work }: { readonly work: Work<unknown, unknown, unknown> } = await import(String(workerData))

parentPort?.on('message', async ({ input }: ToThread) => {
  try {
    say({ kind: 'answer', answer: await work(input, (told) => say({ kind: 'progress', told })) })
  } catch (error) {
    if (error instanceof CoreError)
      say({
        kind: 'refused',
        code: error.code,
        message: error.message,
        ...(error.fields ? { fields: error.fields } : {}),
      })
    else if (error instanceof ApiError) say({ kind: 'refused', ...plain(error) })
    else say({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
