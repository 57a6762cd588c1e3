import { announce } from '../../app/events'
import { asked, type Asking } from '../../ui/asked'
import type { Values } from '../../ui/row'

/** What follows any verb of a reconciliation: whatever shows it asks again. */
export function tell(): void {
  for (const name of ['conciliacao', 'conciliacao_recebimento', 'conciliacao_venda']) announce(name)
}

/** Calls a verb of a reconciliation, and asks what the server asks. Undefined when it was refused or given up. */
export const ask = (asking: Asking): Promise<Values | undefined> => asked(asking, tell)
