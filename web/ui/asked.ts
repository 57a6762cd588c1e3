import { ApiError } from '../app/api'
import { toast } from '../app/toasts'
import { confirmed } from './confirmed'
import { isRecord, type Values } from './row'

export interface Asking {
  readonly path: string
  readonly body?: Values
  /** What the server asks before it goes on, as a title. */
  readonly asks: string
  /** The verb that goes on. */
  readonly action: string
  /** What is said where it was refused. */
  readonly failed: string
}

/** What was refused, without saying twice that it was. */
function tellRefusal(error: unknown, failed: string): void {
  const said = error instanceof ApiError ? error.message : ''
  if (said.startsWith(`${failed}: `)) toast.danger(said.slice(failed.length + 2), { title: failed })
  else toast.error(error, failed)
}

/**
 * Calls a verb; what the server asks is asked here, and it goes on where somebody says so. `after` is what follows what was done. Undefined when it was refused, which is told, or
 * given up.
 */
export async function asked(
  { path, body = {}, asks, action, failed }: Asking,
  after: () => void,
): Promise<Values | undefined> {
  try {
    const answer = await confirmed(path, body, { title: asks, action, anyway: true })
    if (answer === undefined) return undefined
    after()
    return isRecord(answer) ? answer : {}
  } catch (error) {
    tellRefusal(error, failed)
    return undefined
  }
}
