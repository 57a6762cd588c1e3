import { previsaoFields, previsaoItemFields } from '../../../core/fields/mrp/previsao'
import { resource } from '../../platform/resource'
import { itemHooks, previsaoHooks } from './hooks'

/** Demand forecasts: a horizon, the history that it learns from, and a product a line (document 3, sections 3 to 5). */
export const previsao = resource({
  name: 'previsao',
  paths: ['mrp/previsao'],
  title: 'Previsão',
  right: 'previsao',
  company: 'own',
  fields: previsaoFields,
  search: ['descricao'],
  display: ['descricao', 'periodo', 'dPrevisaoIni', 'dPrevisaoFim'],
  indexes: [['empresa_id', 'dPrevisaoIni']],
  hooks: previsaoHooks,
})

/**
 * A product of a forecast. `previsao` are its periods: [{dPrevisao, qPrevista, qOriginal, qBase, changed}] (`Cell` in core/forecast/cells).
 * What counts as demand of a period is `qPrevista`.
 */
export const previsaoItem = resource({
  name: 'previsao_item',
  paths: ['mrp/previsao_item'],
  title: 'Item da previsão',
  right: 'previsao',
  company: 'own',
  fields: previsaoItemFields,
  search: ['mercadoria_id.xProd'],
  display: ['qTotal'],
  unique: [['previsao_id', 'mercadoria_id']],
  parent: { resource: 'previsao', field: 'previsao_id', list: 'previsoes' },
  hooks: itemHooks,
})
