import { pedidoCompraMercadoriaFields, pedidoCompraPagamentoFields } from '../../../core/fields/compras/pedido-compra'
import { decimal, roundHalfUp, sum, ZERO } from '../../../core/money/decimal'
import { sentLists } from '../../ui/documents/act'
import { fieldsOf } from '../../ui/fields-of'
import { amountOf } from '../../ui/format'
import { linesOf, type Compute } from '../../ui/lines/lines-state'
import { textOf, type Row, type Values } from '../../ui/row'

const item = fieldsOf(pedidoCompraMercadoriaFields)
const due = fieldsOf(pedidoCompraPagamentoFields)

export const RESOURCE = 'compras/pedido_compra'
export const ITEMS = 'pedido_compra_mercadorias'
export const DUES = 'pedido_compra_pagamentos'

/** What an item comes to: price times quantity, less its discount. */
export const computeItem: Compute = (line) => {
  const gross = roundHalfUp(decimal(amountOf(line.qTrib)).times(decimal(amountOf(line.vUnTrib))), 2)
  const net = gross.minus(decimal(amountOf(line.vDesc)))
  return { ...line, vSubtotal: Number((net.cmp(ZERO) < 0 ? ZERO : net).toFixed(2)) }
}

/** The total of an order: its items and the freight. */
export const totalOf = (values: Values): string =>
  sum([...linesOf(values[ITEMS]).map((line) => amountOf(line.vSubtotal)), amountOf(values.vFrete)]).toFixed(2)

export function newItem(product: Row, quantity: number): Values {
  return {
    ...item.defaults,
    mercadoria_id: product.id,
    mercadoria: product,
    xProd: textOf(product.xProd),
    un: textOf(product.un),
    qTrib: quantity,
    vUnTrib: product.custo ?? 0,
  }
}

/** An order as it is sent. */
export const sentOrder = (values: Values): Values => sentLists(values, { [ITEMS]: item.sent, [DUES]: due.sent })
