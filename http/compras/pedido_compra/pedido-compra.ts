import {
  pedidoCompraBeside,
  pedidoCompraFields,
  pedidoCompraMercadoriaFields,
  pedidoCompraMercadoriaPrecoFields,
  pedidoCompraPagamentoFields,
} from '../../../core/fields/compras/pedido-compra'
import { pedidoCompraLife } from '../../../core/lifecycle/pedido-compra'
import { effects } from '../../documents/steps'
import { totals } from '../../documents/totals'
import { resource } from '../../platform/resource'
import { headHooks, itemHooks } from './hooks'

/** Purchase orders (N2-018): open, closed, finalised (their entry exists), cancelled. */
export const pedidoCompra = resource({
  name: 'pedido_compra',
  paths: ['compras/pedido_compra'],
  title: 'Pedido de compra',
  right: 'pedido_compra',
  company: 'own',
  fields: pedidoCompraFields,
  beside: pedidoCompraBeside,
  life: pedidoCompraLife,
  search: ['fornecedor_id.xNome'],
  display: ['vTotal'],
  indexes: [['empresa_id', 'status', 'id']],
  hooks: headHooks,
})

totals(pedidoCompra, {
  items: 'pedido_compra_mercadoria',
  sums: { vProd: 'sum(i."vSubtotal" + i."vDesc")', vDesc: 'sum(i."vDesc")', vTotal: 'sum(i."vSubtotal")' },
  plus: 'vFrete',
})

effects(pedidoCompra, {
  finaliza: {
    title: 'a finalização',
    date: 'dhFinalizacao',
    makes: { entrada: { cancelled: 'reopens', deleted: 'reopens', undone: 'cancels', link: 'entrada_id' } },
  },
})

/** An item of a purchase order (N2-020). */
export const pedidoCompraMercadoria = resource({
  name: 'pedido_compra_mercadoria',
  paths: ['compras/pedido_compra_mercadoria'],
  title: 'Item do pedido de compra',
  right: 'pedido_compra',
  company: 'own',
  fields: pedidoCompraMercadoriaFields,
  search: ['xProd'],
  display: ['xProd'],
  unique: [['planejamento_mercadoria_id']],
  parent: { resource: 'pedido_compra', field: 'pedido_compra_id', list: 'pedido_compra_mercadorias' },
  hooks: itemHooks,
})

/** What suppliers ask for an item of a purchase order (N2-021). */
export const pedidoCompraMercadoriaPreco = resource({
  name: 'pedido_compra_mercadoria_preco',
  paths: ['compras/pedido_compra_mercadoria_preco', 'pedido_compra_mercadoria_preco'],
  title: 'Preço do fornecedor',
  right: 'pedido_compra',
  company: 'own',
  fields: pedidoCompraMercadoriaPrecoFields,
  search: ['fornecedor_id.xNome'],
  display: ['vUnTrib'],
  unique: [['pedido_compra_mercadoria_id', 'fornecedor_id']],
  parent: {
    resource: 'pedido_compra_mercadoria',
    field: 'pedido_compra_mercadoria_id',
    list: 'pedido_compra_mercadoria_precos',
  },
})

/** How a purchase order will be paid (N2-022). */
export const pedidoCompraPagamento = resource({
  name: 'pedido_compra_pagamento',
  paths: ['compras/pedido_compra_pagamento', 'pedido_compra_pagamento'],
  title: 'Pagamento do pedido de compra',
  right: 'pedido_compra',
  company: 'own',
  fields: pedidoCompraPagamentoFields,
  search: [],
  display: ['vDup', 'dVencimento'],
  parent: { resource: 'pedido_compra', field: 'pedido_compra_id', list: 'pedido_compra_pagamentos' },
})
