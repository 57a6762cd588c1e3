import { f } from '../field'
import { empresaId } from '../kit'
import { eventAnswered } from '../nfe/nfe'
import { KEEPING_FAULTS } from '../nfe/keeping-faults'
import { keptXml } from '../nfe/kept-xml'
import { NFSE_SYSTEMS } from './municipal'

/** Who pays the ISS to the city (tpRetISSQN). */
export const WITHHOLDING = { 1: 'Não retido', 2: 'Retido pelo tomador' } as const

/** How the ISS falls on a service (tribISSQN). */
export const ISS_KINDS = { 1: 'Tributado', 2: 'Imune', 3: 'Exportado', 4: 'Não incide' } as const

/** Why a note is cancelled (event 101101). */
export const CANCEL_REASONS = { 1: 'Erro na emissão', 2: 'Serviço não prestado', 9: 'Outros' } as const

/** Why another takes the place of a note (event 105102). */
export const REPLACE_REASONS = {
  '01': 'Desenquadramento do Simples Nacional',
  '02': 'Enquadramento no Simples Nacional',
  '03': 'Inclusão retroativa de imunidade ou isenção',
  '04': 'Exclusão retroativa de imunidade ou isenção',
  '05': 'Rejeição da NFS-e pelo tomador ou intermediário',
  '99': 'Outros',
} as const

/** The city whose notes are cancelled at the city hall, too (C3-116). */
export const CITY_HALL = 2611606

/** What is said before a note of that city is cancelled (M3-088). */
export const CITY_HALL_WARNING =
  'O cancelamento da NFS-e é registrado somente no sistema: ele precisa ser feito também na prefeitura.'

/** What may be said of a note while it is a draft or refused: nothing said, it follows from the order and the service. */
const drafted = () => ({
  ordem_servico_id: f.ref('Ordem de serviço', 'ordem_servico').required('Escolha a ordem de serviço de que a NFS-e é.'),
  servico_id: f.ref('Serviço', 'servico', {
    doc: 'Os da ordem com os mesmos códigos de tributação vão juntos; vazio: o primeiro que ainda não tem nota',
  }),
  dCompet: f.date('Competência', { doc: 'Vazio: o dia da emissão' }),
  cMunPrestacao: f.ref('Município da prestação', 'municipio', { doc: 'Vazio: o da empresa' }),
  xDescServ: f.notes('Descrição do serviço', { max: 2_000, doc: 'Vazio: os serviços da ordem' }),
  tpRetISSQN: f.option('ISS retido', WITHHOLDING, { doc: 'Vazio: como o serviço diz' }),
  vDedRed: f.money('Deduções da base do ISS', { min: 0 }),
  vRetIRRF: f.money('IRRF retido', { min: 0, doc: 'Vazio: pela alíquota do serviço' }),
  vRetCP: f.money('Contribuição previdenciária retida', { min: 0, doc: 'Vazio: pela alíquota do serviço' }),
  vRetCSLL: f.money('PIS, COFINS e CSLL retidos', { min: 0, doc: 'Somados; vazio: pela alíquota do serviço' }),
  infCompl: f.notes('Informações complementares', { max: 2_000 }),
})

/** A note of services by the national system (N3-035). Who, what and how much are of the moment when it was signed; what is sent is in `nfse_xml`. */
export const nfseFields = {
  empresa_id: empresaId(),
  ...drafted(),
  servicos: f
    .json('Serviços da nota', {
      listOf: 'servico',
      doc: 'Os que ela tinha quando foi assinada: outra nota da ordem não os leva',
    })
    .computed(),
  cliente_id: f.ref('Cliente', 'cliente').computed(),
  xTomador: f.text('Tomador', { max: 150, doc: 'Guardado com a nota' }).computed(),
  CNPJ_CPF_toma: f.text('CNPJ / CPF do tomador', { max: 14 }).computed(),
  email: f.text('E-mail do tomador', { max: 200 }).computed(),
  sistema: f.choice('Sistema', NFSE_SYSTEMS).default('nacional').computed(),
  cVerif: f.text('Código de verificação', { max: 20, format: 'code', doc: 'Do sistema do município' }).computed(),
  tpAmb: f.option('Ambiente', { 1: 'Produção', 2: 'Homologação' }).default(2).computed(),
  CodigoMunicipio: f.text('Município emissor', { max: 7, doc: 'Código IBGE' }).computed(),
  cLocIncid: f.text('Município do ISS', { max: 7, doc: 'Código IBGE de onde o imposto é devido' }).computed(),
  serie_numero_id: f.ref('Série usada', 'serie_numero').computed(),
  serie: f.integer('Série').computed(),
  nDPS: f.integer('DPS', { doc: 'Número da declaração' }).computed(),
  idDps: f.text('Identificação da DPS', { max: 45, format: 'code' }).computed(),
  nNFSe: f.text('Número', { max: 15, format: 'code' }).computed(),
  chNFSe: f.text('Chave de acesso', { max: 50, format: 'code' }).computed(),
  leiaute: f.text('Leiaute', { max: 20 }).computed(),
  dhEmi: f.datetime('Emissão').computed(),
  cTribNac: f.text('Código de tributação nacional', { max: 6 }).computed(),
  vServ: f.money('Serviços').default(0).computed().summed(),
  vDesc: f.money('Descontos').default(0).computed(),
  vBC: f.money('Base do ISS').default(0).computed(),
  pISS: f.percent('ISS (%)', 2).default(0).computed(),
  vISSQN: f.money('ISS').default(0).computed().summed(),
  vTotalRet: f.money('Retenções', { doc: 'ISS e tributos federais que o tomador retém' }).default(0).computed(),
  retencoes: f
    .json('Retenções por tributo', { doc: 'O que o tomador retém: {tributo, valor}, como a nota foi autorizada' })
    .computed(),
  dhRetencao: f.datetime('Retenções abatidas em', { doc: 'Das contas a receber da ordem' }).computed(),
  dhConta: f.datetime('Conta do ISS em', { doc: 'A conta a pagar do ISS que não é retido' }).computed(),
  dhOficio: f
    .datetime('Cancelada de ofício em', { doc: 'Quando se soube que o município a cancelou (305101)' })
    .computed(),
  dhOficioConsulta: f.datetime('Última consulta ao município').computed(),
  vIBSCBS: f.money('IBS e CBS').default(0).computed(),
  vLiq: f.money('Líquido').default(0).computed().summed(),
  cStat: f.text('Resposta', { max: 10, doc: 'Código do sistema nacional' }).computed(),
  xMotivo: f.text('Motivo', { max: 500, doc: 'Como o sistema nacional respondeu' }).computed(),
  problemas: f
    .json('Problemas', { doc: 'O que impede a emissão: {cStat?, message, place?: {resource, field}}' })
    .computed(),
  substitui_id: f.ref('Substitui', 'nfse', { doc: 'A nota cujo lugar esta toma' }).computed(),
  cMotivoSubst: f.choice('Motivo da substituição', REPLACE_REASONS).computed(),
  xMotivoSubst: f.text('Descrição do motivo', { max: 255 }).computed(),
  substituta_id: f.ref('Substituída por', 'nfse', { doc: 'A nota que toma o lugar desta' }).computed(),
  dhEmail: f.datetime('E-mail enviado em').computed(),
  falha_guarda: f
    .choice('Guarda do XML', KEEPING_FAULTS, { doc: 'O que a última conferência achou; vazio: nada falta' })
    .computed(),
}

/** What is asked before a note is cancelled, or another takes its place. */
export const nfseAskFields = {
  cMotivo: f.option('Motivo', CANCEL_REASONS).required('Escolha o motivo.'),
  xJust: f.notes('Descrição', { max: 255 }).required('Descreva o motivo.'),
  cMotivoSubst: f.choice('Motivo', REPLACE_REASONS).required('Escolha o motivo da substituição.'),
  xMotivoSubst: f.notes('Descrição', { max: 255, doc: 'Com “Outros”, no mínimo 15 caracteres' }),
}

/** What a note shows beside its columns. */
export const nfseComputed = {
  pendente_prefeitura: f
    .boolean('A cancelar na prefeitura', { doc: 'Cancelada aqui, e ninguém confirmou o cancelamento lá' })
    .computed(),
}

/** The texts of a note of services that are kept. */
export const nfseXmlFields = {
  empresa_id: empresaId(),
  nfse_id: f.ref('NFS-e', 'nfse').required(),
  idDps: f.text('Identificação da DPS', { max: 45, format: 'code' }),
  chNFSe: f.text('Chave de acesso', { max: 50, format: 'code' }),
  ...keptXml(),
}

/** Events of a note that its issuer asks for. */
export const NFSE_EVENTS = {
  '101101': 'Cancelamento',
  '101103': 'Pedido de análise do cancelamento',
  '105102': 'Cancelamento por substituição',
} as const

/** An event of a note of services and what the national system said of it. */
export const nfseEventoFields = {
  empresa_id: empresaId(),
  nfse_id: f.ref('NFS-e', 'nfse').required(),
  tpEvento: f.choice('Evento', NFSE_EVENTS).required(),
  ...eventAnswered(),
  cStat: f.text('Resposta', { max: 10 }),
}

/** What a city asks and says of notes of services: its ISS by service, and how long it lets them be cancelled. Data of each city, with the day from which they hold. */
export const nfseMunicipioFields = {
  cMun: f.ref('Município', 'municipio').required(),
  cTribNac: f
    .text('Começo do código de tributação', {
      max: 6,
      doc: 'Vazio: todos os serviços; o mais longo que serve vale antes',
      normalize: (text) => (/^\d{1,6}$/.test(text) ? { ok: text } : { error: 'Informe até seis dígitos.' }),
    })
    .default(''),
  pAliq: f.percent('ISS (%)', 2, { min: 0, max: 5 }),
  dInicio: f.date('Vale a partir de').required(),
  ativo: f
    .boolean('Dá as alíquotas no sistema nacional', { doc: 'Então a DPS de quem não é do Simples não as informa' })
    .default(true),
  dia_vencimento: f.integer('Dia em que o ISS vence', {
    min: 1,
    max: 28,
    doc: 'Do mês depois da competência: a nota autorizada gera a conta a pagar. Vazio: não gera',
  }),
  cancela_dias: f.integer('Prazo para cancelar (dias)', {
    min: 1,
    max: 3_650,
    doc: 'Depois da emissão; passado, o município decide. Vazio: sem prazo',
  }),
}
