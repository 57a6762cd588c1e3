import { CoreError } from '../../errors'
import { requireGrowth } from '../../forecast/cells'
import { MISSING_DATES } from '../../forecast/spans'
import { CLASS_NAMES, METHOD_NAMES } from '../../forecast/labels'
import { f } from '../field'
import { empresaId, PERIODS } from '../kit'

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

export const previsaoFields = {
  empresa_id: empresaId(),
  descricao: f.text('Descrição', { max: 80 }),
  periodo: f.choice('Visão', PERIODS, { doc: 'A semana começa na segunda' }).default('month'),
  growth_factor: f
    .text('Fator de crescimento', {
      max: 12,
      format: 'factor',
      normalize: readGrowth,
      doc: 'Multiplica a previsão: 1.1 é 10 % a mais',
    })
    .default('1.0'),
  dPrevisaoIni: f.date('Horizonte de').required(MISSING_DATES),
  dPrevisaoFim: f.date('Horizonte até').required(MISSING_DATES),
  dHistoricoIni: f.date('Histórico de').required(MISSING_DATES),
  dHistoricoFim: f.date('Histórico até').required(MISSING_DATES),
  dhGeracao: f.datetime('Gerada em').computed(),
}

export const previsaoItemFields = {
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
  metodo: f.text('Método', { max: 40, words: METHOD_NAMES }).computed(),
  classe: f.text('Classe da demanda', { max: 20, words: CLASS_NAMES }).computed(),
  xMotivo: f.text('Motivo do método', { max: 300 }).computed(),
  xAviso: f.text('Aviso', { max: 300 }).computed(),
  sigma_diario: f.decimal('Desvio da demanda de um dia', 6).computed(),
  analise: f
    .json('Análise', { large: true, doc: 'Histórico, intervalo, atípicos, rupturas e erros da geração' })
    .computed(),
}
