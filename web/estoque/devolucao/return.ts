import { devolucaoMercadoriaFields } from '../../../core/fields/estoque/devolucao'
import { devolucaoLife } from '../../../core/lifecycle/devolucao'
import { post } from '../../app/api'
import { toast } from '../../app/toasts'
import type { DocumentKind } from '../../ui/documents/kind'
import { returning } from '../../ui/documents/returning'
import { fieldsOf } from '../../ui/fields-of'
import type { FormModel } from '../../ui/form/form-model'
import { reloadForm } from '../../ui/form/save'
import type { Line, LineColumn } from '../../ui/lines/lines-state'
import { isSet, textOf } from '../../ui/row'
import { LOT, PLACE } from '../goods'

export const KIND: DocumentKind = {
  life: devolucaoLife,
  resource: 'estoque/devolucao',
  name: 'devolucao',
  right: 'devolucao_compra',
}

export const ITEMS = 'devolucao_mercadoria_list'

const item = fieldsOf(devolucaoMercadoriaFields)

export const { computeLine, bringItems, totalOf, sentReturn, takeAll, beginWith } = returning({
  kind: KIND,
  items: ITEMS,
  sent: item.sent,
  quantity: 'qTrib',
  left: 'qSaldo',
  from: {
    resource: 'entrada',
    field: 'entrada_id',
    line: 'entrada_mercadoria',
    nothing: 'Nada mais pode voltar desta entrada.',
    takes: (entry) => ({
      entrada_id: entry.id,
      entrada: entry,
      fornecedor_id: entry.fornecedor_id,
      fornecedor: entry.fornecedor,
    }),
  },
})

/** The columns of the lines; a line that was removed tells so, and Space brings it back. */
export const itemColumns = (form: FormModel): readonly LineColumn[] => [
  item.line('xProd', { label: 'Mercadoria' }),
  item.line('un', { label: 'Un', width: 48 }),
  item.line('qTrib', { width: 96, editable: true, required: false }),
  item.line('qSaldo', { width: 100 }),
  item.line('vUnTrib', { decimals: 4, width: 96 }),
  item.lineTo('armazenamento_id', 'estoque/armazenamento', PLACE),
  item.lineTo('lote_id', 'estoque/mercadoria_lote', LOT),
  item.line('vCusto', { width: 96 }),
  item.line('vTotal', { width: 104 }),
  {
    field: 'dhExclusao',
    label: 'Situação',
    width: 96,
    show: (line) => (isSet(line.dhExclusao) ? 'Removido' : ''),
    tone: (line) => (isSet(line.dhExclusao) ? 'warn' : undefined),
    toggle: (line) => void bringBack(form, line),
  },
]

/** Brings a removed line back. */
async function bringBack(form: FormModel, line: Line): Promise<void> {
  if (!isSet(line.dhExclusao) || form.readOnly.value) return
  if (form.dirty.value) {
    toast.alert('Salve a devolução antes de trazer o item de volta.')
    return
  }
  try {
    await post(`estoque/devolucao_mercadoria/${textOf(line.id)}/desfazRemove`)
    await reloadForm(form, KIND.resource)
  } catch (error) {
    toast.error(error)
  }
}
