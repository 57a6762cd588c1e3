import { ApiError } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { confirmed } from '../../ui/confirmed'
import { isRecord, type Values } from '../../ui/row'

/** What follows any verb of a reconciliation: whatever shows it asks again. */
export function tell(): void {
  for (const name of ['conciliacao', 'conciliacao_recebimento', 'conciliacao_venda']) announce(name)
}

/** What was refused, without saying twice that it was. */
function tellRefusal(error: unknown, failed: string): void {
  const said = error instanceof ApiError ? error.message : ''
  if (said.startsWith(`${failed}: `)) toast.danger(said.slice(failed.length + 2), { title: failed })
  else toast.error(error, failed)
}

interface Asking {
  readonly path: string
  readonly body?: Values
  /** What the server asks before it goes on, as a title. */
  readonly asks: string
  /** The verb that goes on. */
  readonly action: string
  readonly failed: string
}

/** Calls a verb; what the server asks is asked here, and it goes on where somebody says so. Undefined when it was refused or given up. */
export async function ask({ path, body = {}, asks, action, failed }: Asking): Promise<Values | undefined> {
  try {
    const answer = await confirmed(path, body, { title: asks, action, anyway: true })
    if (answer === undefined) return undefined
    tell()
    return isRecord(answer) ? answer : {}
  } catch (error) {
    tellRefusal(error, failed)
    return undefined
  }
}
