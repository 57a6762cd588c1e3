import { vendaDevolucaoMercadoriaFields } from '../../../core/fields/comercial/venda-devolucao'
import { vendaDevolucaoLife } from '../../../core/lifecycle/venda-devolucao'
import { decimal, sum } from '../../../core/money/decimal'
import { shareOf } from '../../../core/returns/share'
import { get, list } from '../../app/api'
import { toast } from '../../app/toasts'
import { sentLists } from '../../ui/documents/act'
import type { DocumentKind } from '../../ui/documents/kind'
import { fieldsOf } from '../../ui/fields-of'
import type { FormModel } from '../../ui/form/form-model'
import { amountOf } from '../../ui/format'
import { linesOf, type Compute, type Line, type LineColumn } from '../../ui/lines/lines-state'
import { getPath, isRecord, isSet, numberOf, rowsOf, textOf, type Values } from '../../ui/row'

export const KIND: DocumentKind = {
  life: vendaDevolucaoLife,
  resource: 'comercial/venda_devolucao',
  name: 'venda_devolucao',
  right: 'venda_devolucao',
}

export const ITEMS = 'devolucao_mercadoria_list'

/** The product that sales are found by: not of the return. */
export const SOUGHT = 'mercadoria_procurada_id'

const item = fieldsOf(vendaDevolucaoMercadoriaFields)

const comesBack = (line: Values): boolean => (numberOf(line.devolver) ?? 0) > 0

/** What a line is worth, by the core; the server, which knows every other return, has the last word. */
export const computeLine: Compute = (line) => {
  const quantity = amountOf(line.vendido ?? getPath(line, 'venda_mercadoria.qTrib'))
  const takenQuantity = decimal(quantity).minus(amountOf(line.qTrib))
  const value = amountOf(line.vItem ?? getPath(line, 'venda_mercadoria.vTotal'))
  const before = { quantity, value, takenQuantity: 0, takenValue: 0 }
  const takenValue = isSet(line.vVolta) ? amountOf(line.vVolta) : shareOf(before, takenQuantity)
  const worth = comesBack(line)
    ? shareOf({ quantity, value, takenQuantity, takenValue }, amountOf(line.devolver))
    : decimal(0)
  return { ...line, vTotal: Number(worth.toFixed(2)) }
}

export const itemColumns: readonly LineColumn[] = [
  item.line('xProd', { label: 'Mercadoria' }),
  item.line('un', { label: 'Un', width: 56 }),
  item.line('venda_mercadoria_id', {
    label: 'Vendido',
    required: false,
    width: 100,

    show: (line) => textOf(line.vendido ?? getPath(line, 'venda_mercadoria.qTrib')).replace('.', ','),
  }),
  item.line('qTrib', { width: 110 }),
  item.line('devolver', { width: 110, editable: true, required: false }),
  item.line('vTotal', { width: 120, sum: true }),
]

export const totalOf = (values: Values): string =>
  sum(linesOf(values[ITEMS]).map((line) => amountOf(line.vTotal))).toFixed(2)

/** A return as it is sent: what comes back, and how much of it. */
export const sentReturn = ({ [SOUGHT]: _sought, ...values }: Values): Values =>
  sentLists(ITEMS in values ? { ...values, [ITEMS]: linesOf(values[ITEMS]).filter(comesBack) } : values, {
    [ITEMS]: item.sent,
  })

/** Brings what may still come back of the sale: each line once, what was typed stays. */
export async function bringItems(form: FormModel, venda_id: unknown): Promise<void> {
  try {
    const answer = await get(`${KIND.resource}/itens?venda_id=${textOf(venda_id)}`)
    const found = isRecord(answer) && Array.isArray(answer.data) ? answer.data.filter(isRecord) : []
    const now = linesOf(form.values.value[ITEMS])
    const known = new Set(now.map((line) => textOf(line.venda_mercadoria_id)))
    const more = found
      .filter((one) => !known.has(textOf(one.venda_mercadoria_id)) && (numberOf(one.qTrib) ?? 0) > 0)
      .map((one): Line => ({ ...one, key: crypto.randomUUID(), devolver: null, vTotal: 0 }))
    form.set(ITEMS, [...now, ...more])
    if (now.length + more.length === 0) toast.alert('Nada mais pode voltar desta venda.')
  } catch (error) {
    toast.error(error)
  }
}

/** All of what may come back comes back. */
export const takeAll = (form: FormModel): void =>
  form.set(
    ITEMS,
    linesOf(form.values.value[ITEMS]).map((line) => computeLine({ ...line, devolver: line.qTrib }, ['devolver'])),
  )

/** A return that was asked for from a sale's own bar begins with it. */
export async function beginWith(form: FormModel, venda_id: string): Promise<void> {
  try {
    const [sale] = rowsOf((await list('venda', { where: { id: Number(venda_id) }, perPage: 1 })).data)
    if (sale === undefined) return
    form.patch({ venda_id: sale.id, venda: sale, cliente_id: sale.cliente_id, cliente: sale.cliente })
    await bringItems(form, sale.id)
  } catch (error) {
    toast.error(error)
  }
}
