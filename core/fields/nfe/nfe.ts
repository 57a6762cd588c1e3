import { f } from '../field'
import { empresaId } from '../kit'
import { KEEPING_FAULTS } from './keeping-faults'
import { keptXml } from './kept-xml'

const FINALITIES = { 1: 'Normal', 2: 'Complementar', 3: 'Ajuste', 4: 'Devolução', 5: 'Crédito', 6: 'Débito' } as const

/** Models of invoices: of goods between companies, and of a consumer. */
export const MODELS = { 55: 'NF-e', 65: 'NFC-e' } as const

/** How a note is issued, as the key tells it (tpEmis). */
export const TP_EMIS = {
  1: 'Normal',
  4: 'EPEC',
  6: 'SVC-AN',
  7: 'SVC-RS',
  9: 'Off-line',
} as const

/** What a note is of: the document whose goods it goes with. One of them, or none where it was received from elsewhere. */
const origins = () => ({
  venda_id: f.ref('Venda', 'venda'),
  venda_devolucao_id: f.ref('Devolução de venda', 'venda_devolucao'),
  devolucao_id: f.ref('Devolução a fornecedor', 'devolucao'),
  saida_id: f.ref('Saída', 'saida'),
  transf_armaz_id: f.ref('Transferência', 'transf_armaz'),
  nfce_id: f.ref('NFC-e de origem', 'nfe').computed(),
})

/** An NF-e or NFC-e (N3-034). Who, what and how much are of the moment when it was signed; what is sent is in `nfe_xml`. */
export const nfeFields = {
  empresa_id: empresaId(),
  ...origins(),
  mod: f.option('Modelo', MODELS).default(55),
  cliente_id: f.ref('Cliente', 'cliente').computed(),
  fornecedor_id: f.ref('Fornecedor', 'fornecedor').computed(),
  xDest: f.text('Destinatário', { max: 120, doc: 'Guardado com a nota' }).computed(),
  CNPJ_CPF_dest: f.text('CNPJ / CPF do destinatário', { max: 20 }).computed(),
  UF_dest: f.text('UF do destinatário', { max: 2 }).computed(),
  tpAmb: f.option('Ambiente', { 1: 'Produção', 2: 'Homologação' }).default(2).computed(),
  tpEmis: f.option('Emissão', TP_EMIS).default(1).computed(),
  tpNF: f.option('Sentido', { 0: 'Entrada', 1: 'Saída' }).default(1).computed(),
  finNFe: f.option('Finalidade', FINALITIES).default(1).computed(),
  natOp: f.text('Natureza da operação', { max: 60 }).computed(),
  serie_numero_id: f.ref('Série usada', 'serie_numero').computed(),
  serie: f.integer('Série').computed(),
  nNF: f.integer('Número').computed(),
  cNF: f.text('Código numérico', { max: 8 }).computed(),
  chNFe: f.text('Chave de acesso', { max: 44, format: 'code' }).computed(),
  leiaute: f.text('Leiaute', { max: 10 }).computed(),
  dhEmi: f.datetime('Emissão').computed(),
  vProd: f.money('Produtos').default(0).computed(),
  vDesc: f.money('Descontos').default(0).computed(),
  vFrete: f.money('Frete').default(0).computed(),
  vIPI: f.money('IPI').default(0).computed(),
  vICMS: f.money('ICMS').default(0).computed(),
  vST: f.money('ICMS-ST e FCP-ST').default(0).computed(),
  vIBSCBS: f.money('IBS e CBS').default(0).computed(),
  vNF: f.money('Total').default(0).computed().summed(),
  cStat: f.text('Resposta', { max: 4, doc: 'Código da resposta da SEFAZ' }).computed(),
  xMotivo: f.text('Motivo', { max: 500, doc: 'Como a SEFAZ respondeu' }).computed(),
  nProt: f.text('Protocolo', { max: 17, format: 'code' }).computed(),
  referencias: f.json('Notas referenciadas', { doc: 'Chaves de 44 caracteres' }),
  infCpl: f.notes('Informações complementares', { max: 2_000 }),
  problemas: f
    .json('Problemas', { doc: 'O que impede a emissão: {cStat?, nItem?, message, place?: {resource, field}}' })
    .computed(),
  substituta_id: f.ref('Substituída por', 'nfe', { doc: 'A nota que tomou o lugar desta em contingência' }).computed(),
  dhLimite: f
    .datetime('Enviar até', {
      doc: 'Prazo da contingência: 168 horas do EPEC, 24 horas ou o dia útil seguinte da NFC-e off-line',
    })
    .computed(),
  dhEmail: f.datetime('E-mail enviado em').computed(),
  falha_guarda: f
    .choice('Guarda do XML', KEEPING_FAULTS, { doc: 'O que a última conferência achou; vazio: nada falta' })
    .computed(),
  isSelected: f.boolean('Selecionado').default(false),
}

/** The texts of a note that are kept. */
export const nfeXmlFields = {
  empresa_id: empresaId(),
  nfe_id: f.ref('Nota', 'nfe').required(),
  chNFe: f.text('Chave de acesso', { max: 44, format: 'code' }),
  ...keptXml(),
}

/** Events of a note that its issuer sends (tables of tpEvento). */
export const EVENTS = {
  '110110': 'Carta de correção',
  '110111': 'Cancelamento',
  '110112': 'Cancelamento por substituição',
  '110140': 'EPEC',
} as const

/** What every event has beside what it is of: its text, and what the authority said of it. */
export const eventAnswered = () => ({
  nSeqEvento: f.integer('Sequência', { min: 1, max: 99 }).default(1),
  xTexto: f.notes('Texto', { max: 1_000, doc: 'A correção, ou o motivo' }),
  situacao: f
    .choice('Situação', { enviando: 'Enviando', registrado: 'Registrado', recusado: 'Recusado' })
    .default('enviando'),
  dhEvento: f.datetime('Enviado em'),
  dhRegistro: f.datetime('Registrado em'),
  cStat: f.text('Resposta', { max: 4 }),
  xMotivo: f.text('Motivo', { max: 500 }),
  nProt: f.text('Protocolo', { max: 17, format: 'code' }),
})

/** An event of a note and what the authority said of it. */
export const nfeEventoFields = {
  empresa_id: empresaId(),
  nfe_id: f.ref('Nota', 'nfe').required(),
  tpEvento: f.choice('Evento', EVENTS).required(),
  ...eventAnswered(),
}
