import { metaComputed, metaFields } from '../../../core/fields/comercial/meta'
import { fieldsOf } from '../../ui/fields-of'
import { post, readRow } from '../../app/api'
import { announce } from '../../app/events'
import { open } from '../../app/navigation'
import { toast } from '../../app/toasts'
import type { Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'

const { column } = fieldsOf({ ...metaFields, ...metaComputed })

export const periodColumns: readonly Column[] = [
  column('descricao'),
  column('dIni', { width: 110 }),
  column('dFim', { width: 110 }),
]

export const amountColumns: readonly Column[] = [
  column('vMeta', { label: 'Meta', width: 130 }),
  column('vRealizado', { width: 130, sort: false }),
]

/** Copies a goal on the server and opens the copy. */
export async function duplicate(resource: string, row: Row): Promise<void> {
  try {
    const copy = readRow(await post(`${resource}/${row.id}/duplica`))
    announce(resource)
    toast.success('Registro criado com sucesso.')
    open(`/ui/${resource}/edit/${copy.id}`)
  } catch (error) {
    toast.error(error)
  }
}
