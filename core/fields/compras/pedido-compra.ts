import { dueFields, origin } from '../documents'
import { f } from '../field'
import { empresaId } from '../kit'

export const pedidoCompraFields = {
  empresa_id: empresaId(),
  fornecedor_id: f.ref('Fornecedor', 'fornecedor').required(),
  usuario_id: f.author('Comprador'),
  solicitacao_id: f.ref('Solicitação de origem', 'solicitacao', { trace: true }).computed(),
  planejamento_id: f.ref('Planejamento de origem', 'planejamento', { trace: true }).computed(),
  entrada_id: f.ref('Entrada gerada', 'entrada').computed(),
  origem_id: origin(),
  dEmissao: f.date('Emissão'),
  dPrevista: f.date('Entrega prevista'),
  vFrete: f.money('Frete', { min: 0 }).default(0),
  vProd: f.money('Produtos').default(0).computed(),
  vDesc: f.money('Descontos').default(0).computed(),
  vTotal: f.money('Total').default(0).computed().summed(),
  obs: f.text('Observações', { max: 2000 }),
}

/** What an order shows beside its columns. */
export const pedidoCompraBeside = {
  logs: f
    .json('Eventos', { doc: 'O que foi feito dele, do mais novo ao mais antigo, até 100: lista de pedido_compra_log' })
    .computed(),
}

export const pedidoCompraMercadoriaFields = {
  pedido_compra_id: f.ref('Pedido de compra', 'pedido_compra').required(),
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  xProd: f.text('Descrição', { max: 120 }).computed(),
  un: f.text('Unidade', { max: 6 }).computed(),
  qVolumes: f.decimal('Volumes', 4, { min: 0 }).default(1),
  qTrib: f.quantity('Quantidade', 'mercadoria_id', { min: 0.0001 }).required(),
  vUnTrib: f.decimal('Preço unitário', 4, { min: 0 }).default(0),
  vDesc: f.money('Desconto', { min: 0, doc: 'Valor sobre o item' }).default(0),
  vSubtotal: f.money('Subtotal', { doc: 'Preço vezes quantidade, menos o desconto' }).default(0).computed(),
  dPrevista: f.date('Entrega prevista'),
  planejamento_mercadoria_id: f.ref('Item do planejamento', 'planejamento_mercadoria', { trace: true }).computed(),
  solicitacao_mercadoria_id: f.ref('Item da solicitação', 'solicitacao_mercadoria', { trace: true }).computed(),
}

export const pedidoCompraMercadoriaPrecoFields = {
  pedido_compra_mercadoria_id: f.ref('Item do pedido', 'pedido_compra_mercadoria').required(),
  empresa_id: empresaId(),
  fornecedor_id: f.ref('Fornecedor', 'fornecedor').required(),
  vUnTrib: f.decimal('Preço unitário', 4, { min: 0 }).required(),
  prazo: f.integer('Prazo (dias)', { min: 0, max: 3650 }),
  obs: f.text('Observação', { max: 300 }),
}

export const pedidoCompraPagamentoFields = {
  pedido_compra_id: f.ref('Pedido de compra', 'pedido_compra').required(),
  empresa_id: empresaId(),
  ...dueFields(),
}
