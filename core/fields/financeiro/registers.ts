import { f } from '../field'
import { empresaId } from '../kit'

/** Store credit: what a customer has to spend from returns, cashback and advances (NT 2023.004). */
export const STORE_CREDIT = '21'

/** Means of payment of the NF-e (table tPag), in words. */
const T_PAG = {
  '01': '01 · Dinheiro',
  '02': '02 · Cheque',
  '03': '03 · Cartão de crédito',
  '04': '04 · Cartão de débito',
  '05': '05 · Crédito da loja',
  '10': '10 · Vale-alimentação',
  '11': '11 · Vale-refeição',
  '12': '12 · Vale-presente',
  '13': '13 · Vale-combustível',
  '14': '14 · Duplicata mercantil',
  '15': '15 · Boleto',
  '16': '16 · Depósito',
  '17': '17 · PIX dinâmico',
  '18': '18 · Transferência',
  '19': '19 · Fidelidade ou cashback',
  '20': '20 · PIX estático',
  '21': '21 · Crédito em loja',
  '90': '90 · Sem pagamento',
  '99': '99 · Outros',
}

export const pagamentoFields = {
  empresa_id: f.ref('Empresa', 'empresa'),
  descricao: f.text('Descrição', { max: 60 }).required(),
  tPag: f.text('Meio de pagamento na NF-e', { max: 2, words: T_PAG, doc: 'Tabela tPag da NF-e' }).default('99'),
  emite_boleto: f.flag('Emite boleto').default(0),
  maxInstallments: f.integer('Máximo de parcelas', { min: 1, max: 120 }).default(1),
  installmentType: f.option('Juros do parcelamento', { 1: 'Com juros', 2: 'Sem juros' }).default(2),
  baixaCaixaAutomatico: f.flag('Baixa automática no caixa').default(0),
  tpIntegracao: f.option('Integração', { 1: 'Integrado', 2: 'Não integrado' }).default(1),
  parcelaDiaUtil: f.flag('Vencimento em dia útil').default(0),
  ativo: f.boolean('Ativa').default(true),
}

/** What both kinds of titles hold. */
const title = () => ({
  empresa_id: empresaId(),
  documento: f.text('Documento', { max: 40, format: 'recurso', doc: 'Nome do recurso que gerou o título' }).computed(),
  documento_id: f.integer('Número do documento').computed(),
  numero: f.text('Número', { max: 60 }),
  parcela: f.integer('Parcela', { min: 1 }).default(1),
  pagamento_id: f.ref('Forma de pagamento', 'pagamento'),
  dEmissao: f.date('Emissão').required(),
  dVencimento: f.date('Vencimento').required(),
  vDup: f.money('Valor', { min: 0.01 }).required().summed(),
  vPago: f.money('Pago').default(0).computed(),
  dhCancelamento: f.datetime('Cancelado em').computed(),
  vSaldo: f.money('Saldo').default(0).computed().summed(),
  uuid: f.text('Identificador', { max: 40 }).computed(),
  obs: f.text('Observações', { max: 500 }),
})

export const contasReceberFields = { ...title(), cliente_id: f.ref('Cliente', 'cliente').required() }

export const contasPagarFields = { ...title(), fornecedor_id: f.ref('Fornecedor', 'fornecedor').required() }

export const movimentoFinanceiroFields = {
  empresa_id: empresaId(),
  lancamento_id: f.ref('Lançamento', 'lancamento', { doc: 'O passo que o fez' }).required(),
  contas_receber_id: f.ref('Conta a receber', 'contas_receber'),
  contas_pagar_id: f.ref('Conta a pagar', 'contas_pagar'),
  evento: f
    .choice('Evento', {
      abertura: 'Abertura',
      baixa: 'Baixa',
      estorno: 'Estorno',
      cancelamento: 'Cancelamento',
      devolucao: 'Devolução',
    })
    .required(),
  valor: f.money('Valor', { doc: 'Positivo aumenta o saldo do título' }).required(),
  user_id: f.ref('Usuário', 'user'),
}
