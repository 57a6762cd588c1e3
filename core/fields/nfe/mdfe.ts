import { findUf } from '../../br/uf'
import { f } from '../field'
import { empresaId, uf } from '../kit'
import { KEEPING_FAULTS } from './keeping-faults'
import { keptXml } from './kept-xml'
import { eventAnswered } from './nfe'

/** How a manifest is issued, as the key tells it (tpEmis). */
const TP_EMIS = { 1: 'Normal', 2: 'Contingência' } as const

/** An MDF-e: the cargo that a route brings to one state (N3-033). Who, what and how much are of the moment when it was signed; what is sent is in `mdfe_xml`. */
export const mdfeFields = {
  empresa_id: empresaId(),
  rota_id: f.ref('Rota', 'rota').required(),
  UFFim: uf('UF de descarregamento').required(),
  tpEmis: f.option('Emissão', TP_EMIS).default(1),
  infPercurso: f.text('UFs do percurso', {
    max: 120,
    normalize: percurso,
    doc: 'As UFs entre a de carregamento e a de descarregamento, na ordem: MG, BA. Vazio: as do menor número de divisas',
  }),
  cUnid: f.option('Unidade do peso', { 1: 'kg', 2: 't' }).default(1),
  carrega_depois: f.boolean('Carrega depois', { doc: 'Sai sem notas; elas são incluídas no caminho' }).default(false),
  obs: f.notes('Informações complementares', { max: 2_000 }),
  veiculo_id: f.ref('Veículo', 'veiculo').computed(),
  motorista_id: f.ref('Motorista', 'motorista').computed(),
  placa: f.text('Placa', { max: 8 }).computed(),
  UFIni: uf('UF de carregamento').computed(),
  cMunFim: f.ref('Município da última entrega', 'municipio').computed(),
  tpAmb: f.option('Ambiente', { 1: 'Produção', 2: 'Homologação' }).default(2).computed(),
  serie_numero_id: f.ref('Série usada', 'serie_numero').computed(),
  serie: f.integer('Série').computed(),
  nMDF: f.integer('Número').computed(),
  cMDF: f.text('Código numérico', { max: 8 }).computed(),
  chMDFe: f.text('Chave de acesso', { max: 44, format: 'code' }).computed(),
  dhEmi: f.datetime('Emissão').computed(),
  qNFe: f.integer('Notas').computed(),
  vCarga: f.money('Valor da carga').default(0).computed().summed(),
  qCarga: f.decimal('Peso da carga', 4, { doc: 'Na unidade do peso' }).default(0).computed(),
  cStat: f.text('Resposta', { max: 4, doc: 'Código da resposta da SEFAZ' }).computed(),
  xMotivo: f.text('Motivo', { max: 500, doc: 'Como a SEFAZ respondeu' }).computed(),
  nProt: f.text('Protocolo', { max: 17, format: 'code' }).computed(),
  chAberto: f
    .text('MDF-e aberto', { max: 44, format: 'code', doc: 'O que a SEFAZ apontou ao recusar este (611, 662, 462)' })
    .computed(),
  nProtAberto: f.text('Protocolo do aberto', { max: 17, format: 'code' }).computed(),
  problemas: f
    .json('Problemas', { doc: 'O que a SEFAZ recusou: {cStat?, message, place?: {resource, field, id?}}' })
    .computed(),
  dhLimite: f.datetime('Enviar até', { doc: 'Prazo da contingência: 168 horas da emissão' }).computed(),
  falha_guarda: f
    .choice('Guarda do XML', KEEPING_FAULTS, { doc: 'O que a última conferência achou; vazio: nada falta' })
    .computed(),
  isSelected: f.boolean('Selecionado').default(false),
}

/** States of a way, in their order, parted by commas. */
function percurso(text: string) {
  const list = ufsIn(text)
  const wrong = list.find((one) => findUf(one)?.sigla !== one)
  return wrong === undefined ? { ok: list.join(', ') } : { error: `${wrong.slice(0, 20)} não é uma UF.` }
}

/** The states that a text names, in order. */
export const ufsIn = (text: string | null): readonly string[] =>
  (text ?? '')
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)

/** The texts of a manifest that are kept; of a closing by key alone there may be no manifest here. */
export const mdfeXmlFields = {
  empresa_id: empresaId(),
  mdfe_id: f.ref('MDF-e', 'mdfe'),
  chMDFe: f.text('Chave de acesso', { max: 44, format: 'code' }),
  ...keptXml(),
}

/** Events of a manifest that its issuer sends (tables of tpEvento). */
export const MANIFEST_EVENTS = {
  '110111': 'Cancelamento',
  '110112': 'Encerramento',
  '110114': 'Inclusão de motorista',
  '110115': 'Inclusão de notas',
} as const

/** An event of a manifest and what the authority said of it. */
export const mdfeEventoFields = {
  empresa_id: empresaId(),
  mdfe_id: f.ref('MDF-e', 'mdfe', { doc: 'Vazio: de outro sistema, encerrado pela chave' }),
  chMDFe: f.text('Chave de acesso', { max: 44, format: 'code' }).required(),
  tpEvento: f.choice('Evento', MANIFEST_EVENTS).required(),
  ...eventAnswered(),
}
