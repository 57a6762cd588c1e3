import { post } from '../app/api'
import { announce } from '../app/events'
import { toast } from '../app/toasts'
import { isRow, type Row } from './row'

/** Most deletions that are taken back at once, as the server takes them. */
const MOST = 1_000

interface Undoing {
  readonly resource: string
  readonly path: string
  readonly body: object
  readonly done?: (answer: unknown) => void
}

async function undo({ resource, path, body, done }: Undoing): Promise<void> {
  try {
    const answer = await post(`${resource}/${path}`, body)
    done?.(answer)
    toast.success('Desfeito: está como era antes.')
  } catch (error) {
    toast.error(error, 'Não foi possível desfazer')
  }
  announce(resource)
}

interface Undo {
  readonly undo?: () => void
}

/** What takes back a save, as a toast offers it. The server refuses it when the record was changed since. `undone` is told the record as it is then; null when there is none any more. */
export function undoSave(resource: string, { id, versao }: Row, undone?: (row: Row | null) => void): Undo {
  const done = (answer: unknown): void => undone?.(isRow(answer) ? answer : null)
  return { undo: () => void undo({ resource, path: `${id}/reverte`, body: { versao }, done }) }
}

/** What makes deleted records again, all or none, as a toast offers it; nothing where they are too many for that. */
export function undoDeletion(resource: string, ids: readonly Row['id'][]): Undo {
  if (ids.length === 0 || ids.length > MOST) return {}
  return { undo: () => void undo({ resource, path: 'reverte', body: { ids: ids.map(Number) } }) }
}
