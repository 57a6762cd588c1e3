import { f } from '../field'
import { empresaId } from '../kit'

/** How far the distribution of a company's documents was read, and when it may be asked again. */
export const dfeCursorFields = {
  empresa_id: empresaId(),
  tpAmb: f.option('Ambiente', { 1: 'Produção', 2: 'Homologação' }).default(2),
  ultNSU: f.text('Último NSU lido', { max: 15 }).default('000000000000000'),
  maxNSU: f.text('Maior NSU', { max: 15 }),
  dhConsulta: f.datetime('Consultada em'),
  dhProxima: f.datetime('Pode consultar em'),
  dhChave: f.datetime('Consultas por chave desde'),
  qChave: f.integer('Consultas por chave na hora').default(0),
  cStat: f.text('Resposta', { max: 4 }),
  xMotivo: f.text('Motivo', { max: 500 }),
}

/** A document as the distribution gave it out: rows are only added. */
export const dfeDocumentoFields = {
  empresa_id: empresaId(),
  NSU: f.text('NSU', { max: 15 }),
  esquema: f.text('Esquema', { max: 60 }),
  chNFe: f.text('Chave de acesso', { max: 44, format: 'code' }),
  nfe_compra_id: f.ref('NF-e de compra', 'nfe_compra'),
  erro: f.text('Por que não entrou', { max: 500 }),
  xml: f.text('XML', { max: 5_000_000, large: true }).required(),
}
