import { pedidoCompraLifecycle } from '../../../core/lifecycle/compras'
import { whyNotNow } from '../../../core/lifecycle/lifecycle'
import { decimal, roundHalfUp, sum, ZERO } from '../../../core/money/decimal'
import type { ChipState } from '../../ui/chip'
import { sentLists } from '../../ui/documents/act'
import { amountOf } from '../../ui/format'
import { linesOf, type Compute } from '../../ui/lines/lines-state'
import { isSet, textOf, type Row, type Values } from '../../ui/row'

export const RESOURCE = 'compras/pedido_compra'
export const ITEMS = 'pedido_compra_mercadorias'
export const DUES = 'pedido_compra_pagamentos'

const date = (value: unknown): string | null => (isSet(value) ? textOf(value) : null)

/** Why an action may not happen to this order now; the server asks the same table. */
export function whyNot(row: Values, action: string): string | undefined {
  const dates = {
    dhFechamento: date(row.dhFechamento),
    dhFinalizacao: date(row.dhFinalizacao),
    dhCancelamento: date(row.dhCancelamento),
  }
  return whyNotNow(pedidoCompraLifecycle, dates, action)?.message
}

const CHIPS: Readonly<Record<string, ChipState>> = {
  0: { word: 'Aberto', hue: 'ambar' },
  2: { word: 'Fechado', hue: 'indigo' },
  4: { word: 'Finalizado', hue: 'verde', mark: 'check' },
  5: { word: 'Cancelado', hue: 'cinza', mark: 'dash' },
}
export const chipOf = (row: Values): ChipState | null => CHIPS[textOf(row.status)] ?? null
export const stateOptions = Object.entries(CHIPS).map(([value, { word }]) => ({ value: Number(value), label: word }))

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
    mercadoria_id: product.id,
    mercadoria: product,
    xProd: textOf(product.xProd),
    un: textOf(product.un),
    qTrib: quantity,
    qVolumes: 1,
    vUnTrib: product.custo ?? 0,
    vDesc: 0,
  }
}

const ITEM_FIELDS = ['mercadoria_id', 'qTrib', 'qVolumes', 'vUnTrib', 'vDesc', 'dPrevista'] as const
const DUE_FIELDS = ['n', 'prazo', 'dVencimento', 'vDup', 'pagamento_id'] as const

/** An order as it is sent. */
export const sentOrder = (values: Values): Values => sentLists(values, { [ITEMS]: ITEM_FIELDS, [DUES]: DUE_FIELDS })
