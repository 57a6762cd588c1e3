import { f } from '../field'
import { empresaId, uf } from '../kit'
import { KEEPING_FAULTS } from './keeping-faults'

/** A range of numbers of a series that is declared as never used (N3-032). */
export const inutilizacaoFields = {
  empresa_id: empresaId(),
  nfe_serie_id: f.ref('Série', 'serie_numero').required(),
  serie: f.integer('Série nº').computed(),
  mod: f.integer('Modelo').computed(),
  tpAmb: f.option('Ambiente', { 1: 'Produção', 2: 'Homologação' }).default(2).computed(),
  ano: f.integer('Ano', { min: 0, max: 99 }).computed(),
  nIni: f.integer('Do número', { min: 1, max: 999_999_999 }).required(),
  nFin: f.integer('Ao número', { min: 1, max: 999_999_999 }).required(),
  xJust: f.text('Justificativa', { max: 255 }).required(),
  uf: uf().computed(),
  situacao: f
    .choice('Situação', { enviando: 'Enviando', inutilizada: 'Inutilizada', recusada: 'Recusada' })
    .default('enviando')
    .computed(),
  cStat: f.text('Resposta', { max: 4 }).computed(),
  xMotivo: f.text('Motivo', { max: 500 }).computed(),
  nProt: f.text('Protocolo', { max: 17, format: 'code' }).computed(),
  dhRegistro: f.datetime('Registrada em').computed(),
  xml: f
    .text('XML', { max: 100_000, large: true, doc: 'O pedido assinado e a resposta, como foram trocados' })
    .computed(),
  sha256: f.text('SHA-256', { max: 64 }).computed(),
  falha_guarda: f
    .choice('Guarda do XML', KEEPING_FAULTS, { doc: 'O que a última conferência achou; vazio: nada falta' })
    .computed(),
}
