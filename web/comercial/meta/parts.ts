import { post, readRow } from '../../app/api'
import { announce } from '../../app/events'
import { open } from '../../app/navigation'
import { toast } from '../../app/toasts'
import type { Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'

export const periodColumns: readonly Column[] = [
  { field: 'descricao', label: 'Descrição' },
  { field: 'dIni', label: 'De', kind: 'date', width: 110 },
  { field: 'dFim', label: 'Até', kind: 'date', width: 110 },
]

export const amountColumns: readonly Column[] = [
  { field: 'vMeta', label: 'Meta', kind: 'money', width: 130, sum: true },
  { field: 'vRealizado', label: 'Realizado', kind: 'money', width: 130, sort: false, sum: true },
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
