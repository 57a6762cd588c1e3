import { vendaDevolucaoMercadoriaFields } from '../../../core/fields/comercial/venda-devolucao'
import { vendaDevolucaoLife } from '../../../core/lifecycle/venda-devolucao'
import type { DocumentKind } from '../../ui/documents/kind'
import { returning } from '../../ui/documents/returning'
import { fieldsOf } from '../../ui/fields-of'
import type { LineColumn } from '../../ui/lines/lines-state'
import { getPath, textOf, type Values } from '../../ui/row'

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

const sold = returning({
  kind: KIND,
  items: ITEMS,
  sent: item.sent,
  quantity: 'devolver',
  left: 'qTrib',
  from: {
    resource: 'venda',
    field: 'venda_id',
    line: 'venda_mercadoria',
    nothing: 'Nada mais pode voltar desta venda.',
    takes: (sale) => ({ venda_id: sale.id, venda: sale, cliente_id: sale.cliente_id, cliente: sale.cliente }),
  },
})
export const { computeLine, bringItems, totalOf, takeAll, beginWith } = sold

export const itemColumns: readonly LineColumn[] = [
  item.line('xProd', { label: 'Mercadoria' }),
  item.line('un', { label: 'Un', width: 56 }),
  item.line('venda_mercadoria_id', {
    label: 'Vendido',
    required: false,
    width: 100,
    show: (line) => textOf(line.qItem ?? getPath(line, 'venda_mercadoria.qTrib')).replace('.', ','),
  }),
  item.line('qTrib', { width: 110 }),
  item.line('devolver', { width: 110, editable: true, required: false }),
  item.line('vTotal', { width: 120, sum: true }),
]

/** A return as it is sent, without what its sale was found by. */
export const sentReturn = ({ [SOUGHT]: _sought, ...values }: Values): Values => sold.sentReturn(values)
