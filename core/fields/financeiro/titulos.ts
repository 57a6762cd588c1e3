import { ACQUIRERS } from '../../cards/card-file'
import { f } from '../field'
import { empresaId, pixTarget, slipLine } from '../kit'

/** What a title is (document 3: 5 and 11 have rules of their own, 3 is imported). */
export const TITLE = {
  NORMAL: 1,
  ADIANTAMENTO: 2,
  IMPORTADA: 3,
  PREVISAO: 4,
  CONSOLIDADA: 5,
  RENEGOCIADA: 6,
  CARTAO: 7,
  TRIBUTO: 9,
  CREDITO: 11,
} as const

const TP_CONTA = {
  [TITLE.NORMAL]: 'Normal',
  [TITLE.ADIANTAMENTO]: 'Adiantamento',
  [TITLE.IMPORTADA]: 'Importada',
  [TITLE.PREVISAO]: 'Previsão',
  [TITLE.CONSOLIDADA]: 'Consolidada',
  [TITLE.RENEGOCIADA]: 'Renegociada',
  [TITLE.CARTAO]: 'Cartão',
  [TITLE.TRIBUTO]: 'Tributo',
  [TITLE.CREDITO]: 'Crédito',
}

/** How a payable is paid: it decides what its payment needs to say. */
const TP_PAGAMENTO = {
  1: 'Boleto',
  2: 'TED',
  3: 'Pix (chave)',
  4: 'Pix (QR Code)',
  5: 'Tributo com código de barras',
  6: 'Tributo sem código de barras',
  7: 'Concessionária',
  8: 'Débito automático',
  9: 'Dinheiro',
  10: 'Cartão',
  11: 'DDA',
}

/** How often a title comes again; 0 and 1 count months (document 3). */
export const TP_RECORRENCIA = {
  0: 'Não se repete',
  1: 'Mensal',
  2: 'Semanal',
  3: 'Quinzenal',
  4: 'Bimestral',
  5: 'Trimestral',
  6: 'Semestral',
  7: 'Anual',
}

/** What may still be changed of a title that is settled (T3-019). */
export const AFTER_SETTLED: ReadonlySet<string> = new Set([
  'descricao',
  'plano_conta_id',
  'centro_resultado_id',
  'pagamento_id',
  'obs',
])

/** What a change of one title of a series may take over to the later ones that are open. Of a due date, its day of the month. */
export const SERIES_FIELDS = [
  'descricao',
  'dVencimento',
  'vDup',
  'pagamento_id',
  'plano_conta_id',
  'centro_resultado_id',
  'banco_id',
  'obs',
] as const

/** States of a title, which follow from its rows. */
export const TITLE_STATES = { 0: 'Aberta', 1: 'Parcial', 4: 'Quitada', 5: 'Cancelada' } as const

const STATUS = `case when "dhCancelamento" is not null then 5 when "vSaldo" = 0 then 4 when "vAbatido" <> 0 then 1 else 0 end`

/** What both kinds of titles hold. */
const title = () => ({
  empresa_id: empresaId(),
  tpConta: f.option('Tipo', TP_CONTA).default(TITLE.NORMAL),
  descricao: f.text('Descrição', { max: 200 }),
  documento: f.text('Documento', { max: 40, format: 'recurso', doc: 'Nome do recurso que gerou o título' }).computed(),
  documento_id: f.integer('Número do documento').computed(),
  origem_id: f.ref('Origem', 'lancamento', { doc: 'O passo que abriu o título' }).computed(),
  numero: f.text('Número', { max: 60 }),
  parcela: f.integer('Parcela', { min: 1 }).default(1),
  pagamento_id: f.ref('Forma de pagamento', 'pagamento'),
  plano_conta_id: f.ref('Conta de resultado', 'plano_conta'),
  centro_resultado_id: f.ref('Centro de resultado', 'centro_resultado'),
  banco_id: f.ref('Conta caixa', 'banco', { doc: 'Onde se espera pagar ou receber' }),
  dEmissao: f.date('Emissão').required(),
  dCompetencia: f.date('Competência', { doc: 'O mês do resultado; a emissão, se vazia' }),
  dVencimento: f.date('Vencimento').required(),
  dPrevisao: f.date('Previsão', { doc: 'Quando se espera o dinheiro, onde não é no vencimento' }),
  dPagamento: f.date('Pagamento', { doc: 'O da última baixa que vale' }).computed(),
  pMulta: f.percent('Multa (%)', 2, {
    min: 0,
    max: 100,
    doc: 'A da empresa, se vazia em uma conta a receber',
  }),
  pJuros: f.percent('Juros (% ao mês)', 4, {
    min: 0,
    max: 100,
    doc: 'Os da empresa, se vazios em uma conta a receber',
  }),
  vDup: f.money('Valor', { doc: 'Também como vConta. Crédito (tpConta 11) é negativo' }).default(0).summed(),
  vJuros: f.money('Juros').default(0).computed(),
  vMulta: f.money('Multa').default(0).computed(),
  vDesc: f.money('Desconto').default(0).computed(),
  vPago: f.money('Pago').default(0).computed().summed(),
  vAbatido: f.money('Abatido', { doc: 'Baixas, compensações e devoluções que valem' }).default(0).computed(),
  vSaldo: f.money('Saldo').default(0).computed().summed(),
  tpRecorrencia: f.option('Recorrência', TP_RECORRENCIA).default(0),
  recorrencia_n: f.integer('Parcela da recorrência').computed(),
  recorrencia_total: f.integer('Parcelas da recorrência').computed(),
  dhPreBaixa: f.datetime('Pré-baixa em', { doc: 'O banco diz que foi paga, e ninguém confirmou' }).computed(),
  dhBaixa: f.datetime('Baixada em', { doc: 'Quando o saldo chegou a zero' }).computed(),
  dhCancelamento: f.datetime('Cancelada em').computed(),
  status: f.generated('Situação', STATUS, { words: TITLE_STATES }),
  lote_id: f.text('Lote', { max: 64, doc: 'O arquivo ou a lista de que a conta foi importada' }).computed(),
  uuid: f.text('Identificador', { max: 40 }).computed(),
  obs: f.text('Observações', { max: 500 }),
})

export const contasReceberFields = {
  ...title(),
  cliente_id: f.ref('Cliente', 'cliente').required(),
  nsu: f.text('NSU', { max: 30, format: 'code', doc: 'De vendas por cartão: o número do comprovante' }),
  cAut: f.text('Autorização', { max: 20, format: 'code', doc: 'De vendas por cartão' }),
  adquirente: f.choice('Adquirente', ACQUIRERS, { doc: 'De vendas por cartão: quem paga' }),
  vLiquido: f.money('Líquido previsto', { min: 0, doc: 'De vendas por cartão: o que a adquirente deve pagar' }),
  recorrencia_id: f.ref('Série', 'contas_receber', { trace: true, doc: 'A primeira conta da recorrência' }).computed(),
}

export const contasPagarFields = {
  ...title(),
  fornecedor_id: f.ref('Fornecedor', 'fornecedor').required(),
  tpPagamento: f.option('Pagar por', TP_PAGAMENTO),
  linha_digitavel: slipLine('Linha digitável'),
  pix: pixTarget('Pix (chave ou copia e cola)'),
  recorrencia_id: f.ref('Série', 'contas_pagar', { trace: true, doc: 'A primeira conta da recorrência' }).computed(),
}

/** What a row of the titles' ledger says (`evento`): the part of the title that it moves. */
export const TITLE_EVENTS = {
  abertura: 'Abertura',
  ajuste: 'Ajuste de valor',
  juros: 'Juros',
  multa: 'Multa',
  desconto: 'Desconto',
  baixa: 'Baixa',
  perda: 'Perda',
  compensacao: 'Compensação',
  consolidacao: 'Consolidação',
  renegociacao: 'Renegociação',
  devolucao: 'Devolução',
  retencao: 'Retenção na fonte',
  cancelamento: 'Cancelamento',
} as const

export type TitleEvent = keyof typeof TITLE_EVENTS

export const movimentoFinanceiroFields = {
  empresa_id: empresaId(),
  lancamento_id: f.ref('Lançamento', 'lancamento', { doc: 'O passo que o fez' }).required(),
  contas_receber_id: f.ref('Conta a receber', 'contas_receber'),
  contas_pagar_id: f.ref('Conta a pagar', 'contas_pagar'),
  evento: f.choice('Evento', TITLE_EVENTS).required(),
  dMovimento: f.date('Data').required(),
  valor: f.money('Valor', { doc: 'Positivo aumenta o saldo do título' }).required(),
  estorno_de: f.ref('Estorno de', 'movimento_financeiro', { doc: 'A linha que esta desfaz' }),
  user_id: f.ref('Usuário', 'user'),
}

/** The part of a payable that a cost centre bears. */
export const contasPagarRateioFields = {
  conta_pagar_id: f.ref('Conta a pagar', 'contas_pagar').required(),
  empresa_id: empresaId(),
  centro_custo_id: f.ref('Centro de custo', 'centro_custo').required(),
  checked: f.boolean('Participa').default(true),
  fixed: f.boolean('Valor fixo', { doc: 'Fica como foi digitado quando o resto é dividido' }).default(false),
  vDist: f.money('Valor', { min: 0 }).default(0),
  pDist: f.percent('Parte', 4).default(0).computed(),
}

/** What a file of receivables tells of each: it is looked at, and sent back, by these names. */
export const IMPORTED_NAMES = [
  'cliente_id',
  'numero',
  'parcela',
  'descricao',
  'dEmissao',
  'dCompetencia',
  'dVencimento',
  'vDup',
  'pagamento_id',
  'plano_conta_id',
  'centro_resultado_id',
  'banco_id',
  'obs',
] as const
