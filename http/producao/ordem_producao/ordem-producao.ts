import { ordemProducaoLife } from '../../../core/lifecycle/ordem-producao'
import { origin } from '../../documents/origin'
import { f } from '../../../core/fields/field'
import { empresaId } from '../../../core/fields/kit'
import { resource } from '../../platform/resource'
import { headHooks, insumoHooks, itemHooks } from './hooks'

/** Production orders (N3-038): open, in production, finished, cancelled. */
export const ordemProducao = resource({
  name: 'ordem_producao',
  paths: ['producao/ordem_producao'],
  title: 'Ordem de produção',
  right: 'ordem_producao',
  company: 'own',
  fields: {
    empresa_id: empresaId(),
    tpBaixa: f.integer('Baixa dos insumos', { options: [0, 1], doc: '0 ao finalizar, 1 ao iniciar' }).default(0),
    geraNFe: f.integer('Gera NF-e', { options: [0, 1] }).default(0),
    tipo: f.integer('Tipo', { options: [0, 1], doc: '0 para estoque, 1 para uma venda' }).default(0),
    geraCredito: f.boolean('Gera crédito').default(false),
    responsavel_id: f.ref('Responsável', 'colaborador'),
    venda_id: f.ref('Venda', 'venda'),
    cliente_id: f.ref('Cliente', 'cliente'),
    usuario_id: f.ref('Usuário', 'user').computed(),
    planejamento_id: f.ref('Planejamento de origem', 'planejamento', { trace: true }).computed(),
    origem_id: origin(),
    dInicioPrevisto: f.date('Início previsto'),
    dFimPrevisto: f.date('Fim previsto'),
    obs: f.text('Observações', { max: 2000 }),
  },
  life: ordemProducaoLife,
  search: ['obs', 'cliente_id.xNome'],
  display: ['status'],
  indexes: [['empresa_id', 'status', 'id']],
  hooks: headHooks,
})

/** Goods that an order makes (N3-039). */
export const ordemProducaoMercadoria = resource({
  name: 'ordem_producao_mercadoria',
  paths: ['producao/ordem_producao_mercadoria'],
  title: 'Mercadoria da ordem de produção',
  right: 'ordem_producao',
  company: 'own',
  fields: {
    ordem_producao_id: f.ref('Ordem de produção', 'ordem_producao').required(),
    empresa_id: empresaId(),
    mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
    xProd: f.text('Descrição', { max: 120 }).computed(),
    un: f.text('Unidade', { max: 6 }).computed(),
    qTrib: f.decimal('Quantidade', 4, { min: 0.0001 }).required(),
    planejamento_mercadoria_id: f.ref('Item do planejamento', 'planejamento_mercadoria', { trace: true }).computed(),
  },
  search: ['xProd'],
  display: ['xProd'],
  unique: [['planejamento_mercadoria_id']],
  parent: { resource: 'ordem_producao', field: 'ordem_producao_id', list: 'ordem_producao_mercadoria_list' },
  hooks: itemHooks,
})

/** What the goods of an order draw (N3-040): filled from their composition, then the order's own. */
export const ordemProducaoMercadoriaInsumo = resource({
  name: 'ordem_producao_mercadoria_insumo',
  paths: ['producao/ordem_producao_mercadoria_insumo'],
  title: 'Insumo da ordem de produção',
  right: 'ordem_producao',
  company: 'own',
  fields: {
    ordem_producao_mercadoria_id: f.ref('Mercadoria da ordem', 'ordem_producao_mercadoria').required(),
    empresa_id: empresaId(),
    mercadoria_id: f.ref('Insumo', 'mercadoria').required(),
    tpItem: f.integer('Tipo do item', { options: [0, 1], doc: '0 insumo, 1 subproduto' }).default(0),
    categoria: f
      .integer('Categoria', { options: [1, 2, 3], doc: '1 Parte/Peça, 2 Conteúdo Líquido, 3 Embalagem' })
      .default(1),
    quantidade: f.decimal('Quantidade por unidade', 6, { min: 0 }).required(),
    qPlanejada: f.decimal('Quantidade planejada', 4, { min: 0 }).default(0),
    qSolicitada: f.decimal('Quantidade solicitada', 4, { min: 0 }).default(0),
    vCusto: f.decimal('Custo', 4, { min: 0 }).default(0),
    subproduto_parent_id: f.ref('Subproduto de', 'ordem_producao_mercadoria_insumo'),
  },
  search: ['mercadoria_id.xProd'],
  display: ['quantidade'],
  parent: { resource: 'ordem_producao_mercadoria', field: 'ordem_producao_mercadoria_id', list: 'insumos' },
  hooks: insumoHooks,
})
