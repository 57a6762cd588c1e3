import { remove } from '../app/api'
import { announce } from '../app/events'
import { toast } from '../app/toasts'
import { confirm } from './confirm'
import type { Row } from './row'
import { undoDeletion } from './undo'

interface Deleting {
  readonly resource: string
  readonly rows: readonly Row[]
  /** What people know a record by. */
  readonly nameOf: (row: Row) => string
  /** What goes with them and does not come back: nothing offers to undo it. */
  readonly forGood?: true
}

/** Asks before records are deleted, naming them. */
export function confirmDeletion(names: readonly string[]): Promise<boolean> {
  const [only = ''] = names
  const named =
    names.length === 1 ? { text: only } : { text: `${names.length} registros serão excluídos.`, details: names }
  return confirm({ title: 'Excluir registro?', action: 'Excluir', danger: true, ...named })
}

/** Asks, naming what goes, deletes it, and offers to take that back. False when it was left. */
export async function deleteRecords({ resource, rows, nameOf, forGood }: Deleting): Promise<boolean> {
  if (!(await confirmDeletion(rows.map(nameOf)))) return false
  try {
    for (const { id } of rows) await remove(`${resource}/${id}`)
    const ids = rows.map(({ id }) => id)
    toast.success('Registro excluido com sucesso.', forGood === true ? {} : undoDeletion(resource, ids))
  } catch (error) {
    toast.notDeleted(error)
  }
  announce(resource)
  return true
}
