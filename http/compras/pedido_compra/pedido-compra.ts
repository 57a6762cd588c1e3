import { pedidoCompraLife } from '../../../core/lifecycle/pedido-compra'
import { dueFields } from '../../documents/due-fields'
import { origin } from '../../documents/origin'
import { effects } from '../../documents/steps'
import { totals } from '../../documents/totals'
import { f } from '../../../core/fields/field'
import { empresaId } from '../../../core/fields/kit'
import { resource } from '../../platform/resource'
import { headHooks, itemHooks } from './hooks'

/** Purchase orders (N2-018): open, closed, finalised (their entry exists), cancelled. */
export const pedidoCompra = resource({
  name: 'pedido_compra',
  paths: ['compras/pedido_compra'],
  title: 'Pedido de compra',
  right: 'pedido_compra',
  company: 'own',
  fields: {
    empresa_id: empresaId(),
    fornecedor_id: f.ref('Fornecedor', 'fornecedor').required(),
    usuario_id: f.ref('Comprador', 'user').computed(),
    solicitacao_id: f.ref('Solicitação de origem', 'solicitacao', { trace: true }).computed(),
    planejamento_id: f.ref('Planejamento de origem', 'planejamento', { trace: true }).computed(),
    entrada_id: f.ref('Entrada gerada', 'entrada').computed(),
    origem_id: origin(),
    dEmissao: f.date('Emissão'),
    dPrevista: f.date('Entrega prevista'),
    vFrete: f.money('Frete', { min: 0 }).default(0),
    vProd: f.money('Produtos').default(0).computed(),
    vDesc: f.money('Descontos').default(0).computed(),
    vTotal: f.money('Total').default(0).computed(),
    obs: f.text('Observações', { max: 2000 }),
  },
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
  fields: {
    pedido_compra_id: f.ref('Pedido de compra', 'pedido_compra').required(),
    empresa_id: empresaId(),
    mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
    xProd: f.text('Descrição', { max: 120 }).computed(),
    un: f.text('Unidade', { max: 6 }).computed(),
    qVolumes: f.decimal('Volumes', 4, { min: 0 }).default(1),
    qTrib: f.decimal('Quantidade', 4, { min: 0.0001 }).required(),
    vUnTrib: f.decimal('Preço unitário', 4, { min: 0 }).default(0),
    vDesc: f.money('Desconto', { min: 0, doc: 'Valor sobre o item' }).default(0),
    vSubtotal: f.money('Subtotal', { doc: 'Preço vezes quantidade, menos o desconto' }).default(0).computed(),
    dPrevista: f.date('Entrega prevista'),
    planejamento_mercadoria_id: f.ref('Item do planejamento', 'planejamento_mercadoria', { trace: true }).computed(),
    solicitacao_mercadoria_id: f.ref('Item da solicitação', 'solicitacao_mercadoria', { trace: true }).computed(),
  },
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
  fields: {
    pedido_compra_mercadoria_id: f.ref('Item do pedido', 'pedido_compra_mercadoria').required(),
    empresa_id: empresaId(),
    fornecedor_id: f.ref('Fornecedor', 'fornecedor').required(),
    vUnTrib: f.decimal('Preço unitário', 4, { min: 0 }).required(),
    prazo: f.integer('Prazo (dias)', { min: 0, max: 3650 }),
    obs: f.text('Observação', { max: 300 }),
  },
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
  fields: {
    pedido_compra_id: f.ref('Pedido de compra', 'pedido_compra').required(),
    empresa_id: empresaId(),
    ...dueFields(),
  },
  search: [],
  display: ['vDup', 'dVencimento'],
  parent: { resource: 'pedido_compra', field: 'pedido_compra_id', list: 'pedido_compra_pagamentos' },
})
