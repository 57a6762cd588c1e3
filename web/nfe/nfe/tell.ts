import { list } from '../../app/api'
import { toast } from '../../app/toasts'
import type { How } from '../../ui/documents/life-bar'
import { isRecord, textOf, type Row } from '../../ui/row'
import { KIND } from './kind'

/** Says what became of the note of a document that was just finished, which a column of notes names: that it is on its way, or what keeps it back. Nothing where there is none. */
export async function tellNote(column: string, id: number | string): Promise<void> {
  const { data } = await list(KIND.resource, { where: { [column]: id }, perPage: 1, orderBy: 'id', sortedBy: 'desc' })
  const [note] = data
  if (note === undefined) return
  const problems: readonly unknown[] = Array.isArray(note.problemas) ? note.problemas : []
  const [first] = problems
  if (note.status !== 0) return toast.info(`Nota ${textOf(note.nNF)} enviada à SEFAZ.`)
  const more = problems.length > 1 ? ` (e mais ${problems.length - 1})` : ''
  toast.alert(`A nota espera em Notas fiscais: ${isRecord(first) ? textOf(first.message) : ''}${more}`)
}

/** Verbs that issue a document's note tell what became of it. */
export function tellsNote(column: string, ...verbs: readonly string[]): Readonly<Record<string, How>> {
  const after = ({ id }: Row): Promise<void> => tellNote(column, id)
  return Object.fromEntries(verbs.map((name) => [name, { after }]))
}
