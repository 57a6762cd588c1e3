import { PERIODS } from '../../../core/forecast/periods'
import { MISSING_DATES } from '../../../core/forecast/spans'
import { requireGrowth } from '../../../core/forecast/cells'
import { CoreError } from '../../../core/errors'
import { f } from '../../../core/fields/field'
import { empresaId } from '../../../core/fields/kit'
import { resource } from '../../platform/resource'
import { itemHooks, previsaoHooks } from './hooks'

/** The growth factor is a text, as it starts: '1.0'. A comma is taken for the point. */
function readGrowth(text: string): { readonly ok: string } | { readonly error: string } {
  try {
    const plain = text.replace(',', '.')
    requireGrowth(plain)
    return { ok: plain }
  } catch (error) {
    if (error instanceof CoreError) return { error: error.message }
    throw error
  }
}

/** Demand forecasts: a horizon, the history that it learns from, and a product a line (document 3, sections 3 to 5). */
export const previsao = resource({
  name: 'previsao',
  paths: ['mrp/previsao'],
  title: 'Previsão',
  right: 'previsao',
  company: 'own',
  fields: {
    empresa_id: empresaId(),
    descricao: f.text('Descrição', { max: 80 }),
    periodo: f.choice('Visão', PERIODS, { doc: 'day dia, week semana (de segunda), month mês' }).default('month'),
    growth_factor: f
      .text('Fator de crescimento', { max: 12, normalize: readGrowth, doc: 'Multiplica a previsão: 1.1 é 10 % a mais' })
      .default('1.0'),
    dPrevisaoIni: f.date('Horizonte de').required(MISSING_DATES),
    dPrevisaoFim: f.date('Horizonte até').required(MISSING_DATES),
    dHistoricoIni: f.date('Histórico de').required(MISSING_DATES),
    dHistoricoFim: f.date('Histórico até').required(MISSING_DATES),
    dhGeracao: f.datetime('Gerada em').computed(),
  },
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
  fields: {
    empresa_id: empresaId(),
    previsao_id: f.ref('Previsão', 'previsao').required(),
    mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
    qTotal: f.decimal('Total', 4, { digits: 18, doc: 'Soma das quantidades dos períodos' }).computed().default(0),
    qTotalOriginal: f
      .decimal('Total original', 4, { digits: 18, doc: 'Antes do que foi alterado à mão' })
      .computed()
      .default(0),
    previsao: f.json('Períodos', {
      large: true,
      doc: '[{dPrevisao, qPrevista, qOriginal, qBase, changed}]; ao gravar bastam {dPrevisao, qPrevista} do que muda; qPrevista null volta ao original',
    }),
    metodo: f.text('Método', { max: 40 }).computed(),
    classe: f.text('Classe da demanda', { max: 20, doc: 'none, smooth, erratic, intermittent ou lumpy' }).computed(),
    xMotivo: f.text('Motivo do método', { max: 300 }).computed(),
    xAviso: f.text('Aviso', { max: 300 }).computed(),
    sigma_diario: f.decimal('Desvio da demanda de um dia', 6).computed(),
    analise: f
      .json('Análise', { large: true, doc: 'Histórico, intervalo, atípicos, rupturas e erros da geração' })
      .computed(),
  },
  search: ['mercadoria_id.xProd'],
  display: ['qTotal'],
  unique: [['previsao_id', 'mercadoria_id']],
  parent: { resource: 'previsao', field: 'previsao_id', list: 'previsoes' },
  hooks: itemHooks,
})
