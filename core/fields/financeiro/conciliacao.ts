import { ACQUIRERS, CARD_KINDS, CARD_MODES } from '../../cards/card-file'
import { f } from '../field'
import { empresaId } from '../kit'

/** Reconciliation of cards (document 3, section 3): what files of acquirers say, row by row and deposit by deposit. */

export const RECONCILIATION_STATES = { 1: 'Aberta', 4: 'Finalizada' } as const

/** A file of an acquirer, or what somebody types where there is none. */
export const conciliacaoFields = {
  empresa_id: empresaId(),
  acquirer: f.choice('Adquirente', ACQUIRERS).required(),
  begin_date: f.date('De').required(),
  end_date: f.date('Até'),
  banco_id: f.ref('Conta caixa', 'banco', { doc: 'Onde a adquirente deposita' }),
  plano_conta_id: f.ref('Conta das taxas', 'plano_conta', { doc: 'A que a taxa da adquirente é lançada' }),
  arquivo: f.text('Arquivo', { max: 200 }).computed(),
  sha256: f.text('Conteúdo', { max: 64, format: 'code', doc: 'Pelo qual o mesmo arquivo é conhecido' }).computed(),
  layout: f.text('Formato', { max: 20 }).computed(),
  merchant: f.text('Estabelecimento', { max: 30 }).computed(),
  qRegistros: f.integer('Registros', { min: 0 }).default(0).computed(),
  qSemParcela: f.integer('Sem parcela', { min: 0 }).default(0).computed(),
  gross_amount: f.money('Bruto').default(0).computed().summed(),
  net_amount: f.money('Líquido').default(0).computed().summed(),
  notices: f.json('Avisos', { large: true, doc: 'O que não fecha no arquivo' }).computed(),
  unknown: f.json('Linhas desconhecidas', { large: true }).computed(),
  dhFinalizacao: f.datetime('Finalizada em').computed(),
  status: f.generated('Situação', `case when "dhFinalizacao" is null then 1 else 4 end`, {
    words: RECONCILIATION_STATES,
  }),
  user_id: f.author('Carregado por'),
}

export const DEPOSIT_STATES = { 1: 'Sem extrato', 2: 'No extrato', 4: 'Baixado' } as const

/** What an acquirer pays on a day to an account. Its amounts are those of its rows. */
export const conciliacaoRecebimentoFields = {
  empresa_id: empresaId(),
  conciliacao_id: f.ref('Conciliação', 'conciliacao').required(),
  chave: f.text('Chave', { max: 160, doc: 'Pela qual o mesmo depósito é conhecido em outro arquivo' }).computed(),
  payment_date: f.date('Pagamento').required(),
  brand: f.text('Bandeira', { max: 30 }),
  bank: f.text('Banco', { max: 10, format: 'code' }),
  branch: f.text('Agência', { max: 20, format: 'code' }),
  account: f.text('Conta', { max: 40, format: 'code' }),
  paid: f.boolean('Pago', { doc: 'A adquirente diz que pagou' }).default(false).computed(),
  gross_amount: f.money('Bruto').default(0).computed().summed(),
  fee_amount: f.money('Taxa', { doc: 'O bruto menos o líquido' }).default(0).computed().summed(),
  net_amount: f.money('Líquido').default(0).computed().summed(),
  extrato_banco_id: f.ref('Linha do extrato', 'extrato_banco', { trace: true }).computed(),
  lancamento_id: f.ref('Fato', 'lancamento', { doc: 'A baixa em lote, enquanto vale' }).computed(),
  status: f.generated(
    'Situação',
    `case when lancamento_id is not null then 4 when extrato_banco_id is not null then 2 else 1 end`,
    { words: DEPOSIT_STATES },
  ),
}

export const ROW_STATES = { 1: 'Sem parcela', 2: 'Vinculado' } as const

/** How a row found its receivable. */
export const LINKED_BY = { nsu: 'NSU e autorização', data: 'Data e valor', pessoa: 'À mão' } as const

/** A row of a file: an instalment of a sale by card, or what else a deposit is made of. */
export const conciliacaoVendaFields = {
  empresa_id: empresaId(),
  conciliacao_id: f.ref('Conciliação', 'conciliacao').required(),
  origem_id: f
    .ref('Arquivo de origem', 'conciliacao', {
      trace: true,
      doc: 'O que trouxe o registro; a conciliação é a do último que o disse',
    })
    .computed(),
  recebimento_id: f.ref('Recebimento', 'conciliacao_recebimento'),
  chave: f.text('Chave', { max: 200, doc: 'Pela qual o mesmo registro é conhecido em outro arquivo' }).computed(),
  kind: f.choice('Tipo', CARD_KINDS).default('venda'),
  sale_date: f.date('Data da venda'),
  nsu: f.text('NSU', { max: 40, format: 'code' }),
  authorization_code: f.text('Autorização', { max: 20, format: 'code' }),
  tid: f.text('TID', { max: 60, format: 'code' }),
  card_number: f.text('Cartão', { max: 30, format: 'code' }),
  brand: f.text('Bandeira', { max: 30 }),
  mode: f.choice('Modalidade', CARD_MODES).default('outro'),
  installment: f.integer('Parcela', { min: 1, max: 99 }).default(1),
  installments: f.integer('Parcelas', { min: 1, max: 99 }).default(1),
  batch_gross_amount: f.money('Bruto').required().summed(),
  fee_amount: f.money('Taxa', { decimals: 6, doc: 'O bruto menos o líquido' }).default(0).computed(),
  net_amount: f.money('Líquido', { decimals: 6 }).required(),
  payment_date: f.date('Pagamento'),
  summary_number: f.text('Resumo', { max: 120, format: 'code', doc: 'RO da Cielo, RV da Rede' }).computed(),
  anticipated: f.boolean('Antecipado').default(false).computed(),
  description: f.text('Descrição', { max: 200 }),
  conta_receber_id: f.ref('Conta a receber', 'contas_receber').computed(),
  linked_by: f.choice('Vinculado por', LINKED_BY).computed(),
  accepted: f
    .boolean('Diferença aceita', { doc: 'Quem vinculou viu que os valores diferem' })
    .default(false)
    .computed(),
  plano_conta_id: f.ref('Conta de resultado', 'plano_conta', {
    doc: 'A que se lança o que não é de uma conta a receber',
  }),
  status: f.generated(
    'Situação',
    `case when conta_receber_id is null and plano_conta_id is null and kind in ('venda', 'cancelamento', 'contestacao') then 1 else 2 end`,
    { words: ROW_STATES },
  ),
}

/** What finalising asks. */
export const finalizaConciliacaoFields = {
  banco_id: f.ref('Conta caixa', 'banco').required('Selecione a "Conta Caixa"'),
  plano_conta_id: f.ref('Conta das taxas', 'plano_conta'),
}
