import { devolucaoMercadoriaFields } from '../../../core/fields/estoque/devolucao'
import { devolucaoLife } from '../../../core/lifecycle/devolucao'
import { decimal, sum } from '../../../core/money/decimal'
import { get, list, post } from '../../app/api'
import { toast } from '../../app/toasts'
import { sentLists } from '../../ui/documents/act'
import type { DocumentKind } from '../../ui/documents/kind'
import { fieldsOf } from '../../ui/fields-of'
import type { FormModel } from '../../ui/form/form-model'
import { reloadForm } from '../../ui/form/save'
import { amountOf } from '../../ui/format'
import { linesOf, type Compute, type Line, type LineColumn } from '../../ui/lines/lines-state'
import { isRecord, isSet, numberOf, rowsOf, textOf, type Values } from '../../ui/row'
import { LOT, PLACE } from '../goods'

export const KIND: DocumentKind = {
  life: devolucaoLife,
  resource: 'estoque/devolucao',
  name: 'devolucao',
  right: 'devolucao_compra',
}

export const ITEMS = 'devolucao_mercadoria_list'

const item = fieldsOf(devolucaoMercadoriaFields)

const goesBack = (line: Values): boolean => (numberOf(line.qTrib) ?? 0) > 0

/** What a line comes to at the entry's price; the server, which knows every other return, has the last word. */
export const computeLine: Compute = (line) => ({
  ...line,
  vTotal: Number(decimal(amountOf(line.qTrib)).times(amountOf(line.vUnTrib)).toFixed(2)),
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

export const totalOf = (values: Values): string =>
  sum(
    linesOf(values[ITEMS])
      .filter((line) => !isSet(line.dhExclusao))
      .map((line) => amountOf(line.vTotal)),
  ).toFixed(2)

/** A return as it is sent: what goes back, and how much of it. */
export const sentReturn = (values: Values): Values =>
  sentLists(ITEMS in values ? { ...values, [ITEMS]: linesOf(values[ITEMS]).filter(goesBack) } : values, {
    [ITEMS]: item.sent,
  })

/** Brings what may still go back of the entry: each item once, what was typed stays. */
export async function bringItems(form: FormModel, entrada_id: unknown): Promise<void> {
  try {
    const answer = await get(`${KIND.resource}/itens?entrada_id=${textOf(entrada_id)}`)
    const found = isRecord(answer) && Array.isArray(answer.data) ? answer.data.filter(isRecord) : []
    const now = linesOf(form.values.value[ITEMS])
    const known = new Set(now.map((line) => textOf(line.entrada_mercadoria_id)))
    const more = found
      .filter((one) => !known.has(textOf(one.entrada_mercadoria_id)) && (numberOf(one.qSaldo) ?? 0) > 0)
      .map((one): Line => ({ ...one, key: crypto.randomUUID(), qTrib: null, vTotal: 0 }))
    form.set(ITEMS, [...now, ...more])
    if (now.length + more.length === 0) toast.alert('Nada mais pode voltar desta entrada.')
  } catch (error) {
    toast.error(error)
  }
}

/** All of what may go back goes back. */
export const takeAll = (form: FormModel): void =>
  form.set(
    ITEMS,
    linesOf(form.values.value[ITEMS]).map((line) => computeLine({ ...line, qTrib: line.qSaldo }, ['qTrib'])),
  )

/** A return that was asked for from an entry's own bar begins with it. */
export async function beginWith(form: FormModel, entrada_id: string): Promise<void> {
  try {
    const [entry] = rowsOf((await list('entrada', { where: { id: Number(entrada_id) }, perPage: 1 })).data)
    if (entry === undefined) return
    form.patch({
      entrada_id: entry.id,
      entrada: entry,
      fornecedor_id: entry.fornecedor_id,
      fornecedor: entry.fornecedor,
    })
    await bringItems(form, entry.id)
  } catch (error) {
    toast.error(error)
  }
}

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
