import {
  ordemProducaoFields,
  ordemProducaoMercadoriaFields,
  ordemProducaoMercadoriaInsumoFields,
} from '../../../core/fields/producao/ordem-producao'
import { ordemProducaoLife } from '../../../core/lifecycle/ordem-producao'
import { resource } from '../../platform/resource'
import { headHooks, insumoHooks, itemHooks } from './hooks'

/** Production orders (N3-038): open, in production, finished, cancelled. */
export const ordemProducao = resource({
  name: 'ordem_producao',
  paths: ['producao/ordem_producao'],
  title: 'Ordem de produção',
  right: 'ordem_producao',
  company: 'own',
  fields: ordemProducaoFields,
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
  fields: ordemProducaoMercadoriaFields,
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
  fields: ordemProducaoMercadoriaInsumoFields,
  search: ['mercadoria_id.xProd'],
  display: ['quantidade'],
  parent: { resource: 'ordem_producao_mercadoria', field: 'ordem_producao_mercadoria_id', list: 'insumos' },
  hooks: insumoHooks,
})
