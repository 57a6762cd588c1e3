import { toast } from '../../app/toasts'
import { planned, checkOf } from '../../ui/documents/instalments'
import type { InstalmentsSource } from '../../ui/documents/instalments-tab'
import { NO_METHOD } from '../../ui/documents/method-box'
import { settled } from '../../ui/documents/use-verbs'
import { linesOf } from '../../ui/lines/lines-state'
import { isSet, type Row } from '../../ui/row'
import { act, type Open } from '../documento/verbs'

export type Received = 'done' | 'blocked' | 'refused'

/** Puts the whole total into one instalment of today, by this method. */
function payWhole({ form }: Open, source: InstalmentsSource, method: Row): void {
  const values = form.values.peek()
  const total = source.totalOf(values)
  const rows = linesOf(values[source.list])
  const isSame = checkOf(total, rows).ok && rows.every((row) => row.pagamento_id === method.id)
  if (Number(total) > 0 && (!isSame || rows.length === 0)) form.set(source.list, planned('à vista', method, total))
}

/** Sells what the form holds, at once: saved, dispatched and invoiced, each step that is not done yet. What is refused is told. */
export async function receive(doc: Open, source: InstalmentsSource, method: Row | null): Promise<Received> {
  const { form, names } = doc
  if (!(await form.chosen())) return 'refused'
  if (linesOf(form.values.peek()[names.lines]).length === 0) {
    form.refuse(names.lines, 'Inclua ao menos um item antes de receber.')
    return 'refused'
  }
  if (method === null) {
    form.refuse(source.list, NO_METHOD)
    return 'refused'
  }
  if (!isSet(form.record.peek()?.dhFaturamento)) payWhole(doc, source, method)
  const record = await settled(doc)
  if (record === undefined) return 'refused'
  if (isSet(record.dhBloqueio)) {
    toast.alert('Este pedido foi bloqueado.')
    return 'blocked'
  }
  if (!isSet(record.dhFechamento) && (await act(doc, 'fecha')) === undefined) return 'refused'
  if (!isSet(form.record.peek()?.dhFaturamento) && (await act(doc, 'fatura')) === undefined) return 'refused'
  toast.success(`Venda ${record.id} recebida.`)
  return 'done'
}
