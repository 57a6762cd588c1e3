import { f } from '../field'
import { empresaId, taxId, uf } from '../kit'
import { KEEPING_FAULTS } from './keeping-faults'
import { keptXml } from './kept-xml'

/** Codes of taxes (receita) that guides of notes are of; a state's own others are taken as well. */
export const RECEITAS = {
  '100099': 'ICMS-ST por operação',
  '100102': 'ICMS consumidor final (DIFAL) por operação',
  '100129': 'Fundo de pobreza (FCP) por operação',
} as const

/** Periods of a month, as the layout numbers them. */
const PERIODS = {
  0: 'Mensal',
  1: '1ª quinzena',
  2: '2ª quinzena',
  3: '1º decêndio',
  4: '2º decêndio',
  5: '3º decêndio',
} as const

/** As many digits as a code has; nothing else in it. */
const digits = (least: number, most: number, message: string) => (text: string) =>
  new RegExp(`^\\d{${least},${most}}$`).test(text.trim()) ? { ok: text.trim() } : { error: message }

/** What the state answered of a guide. */
const answered = () => ({
  recibo: f.text('Recibo', { max: 14, format: 'code', doc: 'Do lote com que foi enviada' }).computed(),
  situacaoGuia: f.text('Situação no portal', { max: 1 }).computed(),
  nossoNumero: f.text('Número de controle', { max: 16, format: 'code' }).computed(),
  linhaDigitavel: f.text('Linha digitável', { max: 48, format: 'code' }).computed(),
  codigoBarras: f.text('Código de barras', { max: 44, format: 'code' }).computed(),
  qrcodePayload: f.text('Pix copia e cola', { max: 1_000 }).computed(),
  dataLimitePagamento: f.date('Pagar até').computed(),
  informacoes: f.text('Informações do estado', { max: 2_000 }).computed(),
  problemas: f
    .json('Problemas', { doc: 'O que impede a guia: {codigo?, message, place?: {resource, field}}' })
    .computed(),
})

/** A guide of taxes owed to another state (N3-068): of a note, or made by hand. One for each state, tax and document. */
export const gnreFields = {
  empresa_id: empresaId(),
  nfe_id: f.ref('Nota', 'nfe').computed(),
  tpAmb: f.option('Ambiente', { 1: 'Produção', 2: 'Homologação' }).computed(),
  ufFavorecida: uf('UF favorecida').required(),
  receita: f
    .text('Receita', {
      max: 6,
      normalize: digits(6, 6, 'Informe os seis dígitos do código da receita.'),
      doc: 'Código da receita na GNRE',
    })
    .required(),
  detalhamentoReceita: f.text('Detalhamento da receita', {
    max: 6,
    normalize: digits(1, 6, 'Informe o código do detalhamento, em dígitos.'),
  }),
  produto: f.text('Produto', { max: 4, normalize: digits(1, 4, 'Informe o código do produto, em dígitos.') }),
  tpDocOrigem: f.text('Tipo do documento', {
    max: 2,
    normalize: digits(2, 2, 'Informe os dois dígitos do tipo de documento.'),
    doc: 'Como o estado o numera: 10 número da nota, 22 chave da nota',
  }),
  nDocOrigem: f.text('Documento de origem', { max: 44, format: 'code' }),
  periodo: f.option('Período', PERIODS),
  dReferencia: f.date('Mês de referência', { doc: 'Um dia do mês; só onde o estado o pede' }),
  parcela: f.integer('Parcela', { min: 1, max: 999 }),
  convenio: f.text('Convênio', { max: 30 }),
  dVencimento: f.date('Vencimento').required(),
  dPagamento: f.date('Pagamento previsto', { doc: 'O dia para que o estado calcula a guia' }),
  vPrincipal: f.money('Principal', { min: 0 }).default(0),
  vFCP: f.money('Fundo de pobreza', { min: 0 }).default(0),
  vMulta: f.money('Multa', { min: 0 }).default(0),
  vJuros: f.money('Juros', { min: 0 }).default(0),
  valorGNRE: f.money('Valor').default(0).computed().summed(),
  CNPJ_CPF_dest: taxId('CNPJ / CPF do destinatário'),
  xDest: f.text('Destinatário', { max: 60 }),
  cMun_dest: f.ref('Município do destinatário', 'municipio'),
  camposExtras: f.json('Campos adicionais', { doc: 'Do estado: [{codigo, valor}], até três' }),
  obs: f.text('Observações', { max: 500 }),
  ...answered(),
  envios: f.integer('Envios').default(0).computed(),
  falha_guarda: f
    .choice('Guarda do XML', KEEPING_FAULTS, { doc: 'O que a última conferência achou; vazio: nada falta' })
    .computed(),
  isSelected: f.boolean('Selecionado').default(false),
}

/** The texts of a guide that are kept: the lot that it was sent with, and what the state answered. */
export const gnreXmlFields = {
  empresa_id: empresaId(),
  gnre_id: f.ref('Guia', 'gnre').required(),
  ...keptXml(),
}

/** What a state asks of guides, as it answered. */
export const gnreRegraFields = {
  UF: uf('UF').required(),
  tpAmb: f.option('Ambiente', { 1: 'Produção', 2: 'Homologação' }).required(),
  dhConsulta: f.datetime('Consultada em').required(),
  xml: f.text('Resposta', { max: 5_000_000, large: true }).required(),
}

/** What the payable of a guide may be given; what is left empty follows from the guide. */
export const gnreContaFields = {
  fornecedor_id: f.ref('Fornecedor', 'fornecedor', {
    doc: 'Vazio: o da última guia do estado, ou um que o representa',
  }),
  dVencimento: f.date('Vencimento', { doc: 'Vazio: o da guia' }),
  plano_conta_id: f.ref('Conta de resultado', 'plano_conta'),
  banco_id: f.ref('Conta caixa', 'banco', { doc: 'De onde se espera pagar' }),
}
