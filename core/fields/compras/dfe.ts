import { f } from '../field'
import { empresaId } from '../kit'

/** A distribution is of the documents of one model, and numbers what it gives out to a company in an environment. */
const ofOne = () => ({
  empresa_id: empresaId(),
  mod: f.option('Modelo', { 55: 'NF-e', 58: 'MDF-e' }).default(55),
  tpAmb: f.option('Ambiente', { 1: 'Produção', 2: 'Homologação' }).default(2),
})

/** How far the distribution of a company's documents was read, and when it may be asked again. */
export const dfeCursorFields = {
  ...ofOne(),
  ultNSU: f.text('Último NSU lido', { max: 15 }).default('000000000000000'),
  maxNSU: f.text('Maior NSU', { max: 15 }),
  deNSU: f.text('Falta buscar desde o NSU', { max: 15, doc: 'O que a SEFAZ diz ter entregue, e não chegou aqui' }),
  ateNSU: f.text('Falta buscar até o NSU', { max: 15 }),
  dhConsulta: f.datetime('Consultada em'),
  dhProxima: f.datetime('Pode consultar em'),
  dhChave: f.datetime('Consultas por chave desde', { doc: 'E por NSU' }),
  qChave: f.integer('Consultas por chave na hora', { doc: 'E por NSU' }).default(0),
  cStat: f.text('Resposta', { max: 4 }),
  xMotivo: f.text('Motivo', { max: 500 }),
}

/** A document as the distribution gave it out: rows are only added. */
export const dfeDocumentoFields = {
  ...ofOne(),
  NSU: f.text('NSU', { max: 15 }),
  esquema: f.text('Esquema', { max: 60 }),
  chNFe: f.text('Chave de acesso', { max: 44, format: 'code' }),
  nfe_compra_id: f.ref('NF-e de compra', 'nfe_compra'),
  chMDFe: f.text('Chave de acesso do MDF-e', { max: 44, format: 'code' }),
  mdfe_recebido_id: f.ref('MDF-e recebido', 'mdfe_recebido'),
  mdfe_id: f.ref('MDF-e da empresa', 'mdfe'),
  erro: f.text('Por que não entrou', { max: 500 }),
  xml: f.text('XML', { max: 5_000_000, large: true }).required(),
}
