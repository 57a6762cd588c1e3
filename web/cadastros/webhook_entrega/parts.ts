import { webhookEntregaFields } from '../../../core/fields/cadastros/webhook-entrega'
import { DONE } from '../../../core/lifecycle/life'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { fieldsOf } from '../../ui/fields-of'
import { isRecord, textOf, type Row } from '../../ui/row'

export const DELIVERIES = 'cadastros/webhook_entrega'

export const delivery = fieldsOf(webhookEntregaFields)

/** How the states of a delivery look. */
const LOOKS = { na_fila: { hue: 'ambar', mark: 'half' }, entregue: DONE, falhou: { hue: 'vermelho' } } as const
export const deliveryChip = delivery.chip('status', LOOKS)
export const statusColumn = delivery.chipColumn('status', LOOKS, { width: 110 })

/** What sending again is to a delivery: one that waits is only not to wait. */
export const resendWord = (row: Row): string => (row.status === 'na_fila' ? 'Tentar agora' : 'Reenviar')

/** Sends deliveries again, each with its own identifier. */
export async function resend(rows: readonly Row[]): Promise<void> {
  try {
    for (const row of rows) await post(`${DELIVERIES}/${row.id}/reenvia`)
    toast.success(rows.length === 1 ? 'A entrega voltou à fila.' : `${rows.length} entregas voltaram à fila.`)
  } catch (error) {
    toast.error(error)
  }
  announce(DELIVERIES)
}

/** Sends again all that failed, of one webhook or of all. */
export async function resendFailed(): Promise<void> {
  try {
    const answer = await post(`${DELIVERIES}/reenviaFalhas`)
    toast.success(textOf(isRecord(answer) ? answer.message : ''))
  } catch (error) {
    toast.error(error)
  }
  announce(DELIVERIES)
}
