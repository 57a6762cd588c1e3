import { badRequest } from '../../platform/errors'
import type { RecordOf } from '../../platform/resource'
import type { nfeCompra } from './nfe-compra'

type State = Pick<RecordOf<typeof nfeCompra>, 'dhCancelamento' | 'dhRecusa' | 'entrada_id'>

/** An invoice that still waits to be imported, refused or cancelled: none of them happens twice, nor after another (document 2, section 4). Throws `cancelled`, `refused`, `imported`. */
export function assertPending(invoice: State, action: 'importa' | 'recusa' | 'cancela'): void {
  if (invoice.dhCancelamento) throw badRequest('Esta nota está cancelada.', 'cancelled')
  if (invoice.dhRecusa) throw badRequest('Esta nota foi recusada.', 'refused')
  if (!invoice.entrada_id) return
  const message =
    action === 'cancela'
      ? `Cancele antes a entrada nº ${invoice.entrada_id}.`
      : `Esta nota já gerou a entrada nº ${invoice.entrada_id}.`
  throw badRequest(message, 'imported')
}
