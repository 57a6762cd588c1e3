import { list } from '../../app/api'
import { toast } from '../../app/toasts'
import { isRecord, textOf } from '../../ui/row'
import { KIND } from './kind'

/** Says what became of the note of a sale that was just invoiced: that it is on its way, or what keeps it back. Nothing where there is none. */
export async function tellNote(venda_id: number | string): Promise<void> {
  const { data } = await list(KIND.resource, { where: { venda_id }, perPage: 1, orderBy: 'id', sortedBy: 'desc' })
  const [note] = data
  if (note === undefined) return
  const problems: readonly unknown[] = Array.isArray(note.problemas) ? note.problemas : []
  const [first] = problems
  if (note.status !== 0) return toast.info(`Nota ${textOf(note.nNF)} enviada à SEFAZ.`)
  const more = problems.length > 1 ? ` (e mais ${problems.length - 1})` : ''
  toast.alert(`A nota espera em Notas fiscais: ${isRecord(first) ? textOf(first.message) : ''}${more}`)
}
