import { f } from '../field'
import { empresaId, uf } from '../kit'

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
}
