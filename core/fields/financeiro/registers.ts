import { ACQUIRERS } from '../../cards/card-file'
import { f } from '../field'

/** Store credit: what a customer has to spend from returns, cashback and advances (NT 2023.004). */
export const STORE_CREDIT = '21'

/** Cards: the acquirer owes what is paid by them. */
export const CARDS = ['03', '04'] as const
export const isCard = (tPag: string | null | undefined): boolean => CARDS.some((one) => one === tPag)

/** Means of payment of the NF-e (table tPag), in words. */
export const T_PAG = {
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
  banco_cnab_id: f.ref('Cobrança do boleto', 'banco_cnab', {
    doc: 'A da conta caixa, ou a única da empresa, se vazia',
  }),
  maxInstallments: f.integer('Máximo de parcelas', { min: 1, max: 120 }).default(1),
  installmentType: f.option('Juros do parcelamento', { 1: 'Com juros', 2: 'Sem juros' }).default(2),
  baixaCaixaAutomatico: f.flag('Baixa automática no caixa').default(0),
  banco_id: f.ref('Conta caixa', 'banco', { doc: 'Onde entra o que é baixado por si; a usual da empresa, se vazia' }),
  plano_conta_id: f.ref('Conta de resultado', 'plano_conta', {
    doc: 'A das contas a receber das vendas pagas por ela',
  }),
  tpIntegracao: f.option('Integração', { 1: 'Integrado', 2: 'Não integrado' }).default(1),
  adquirente: f.choice('Adquirente', ACQUIRERS, { doc: 'De cartões: quem paga a empresa' }),
  pTaxa: f.percent('Taxa da adquirente', 4, { min: 0, max: 100, doc: 'Prevista; a que vale é a do arquivo' }),
  diasCredito: f.integer('Dias até o crédito', {
    min: 0,
    max: 365,
    doc: 'De cartões: da venda à primeira parcela, e de uma parcela à outra',
  }),
  parcelaDiaUtil: f.flag('Vencimento em dia útil').default(0),
  diasCompensacao: f
    .integer('Compensação (dias úteis)', { min: 0, max: 60, doc: 'Quantos dias úteis depois de pago o banco credita' })
    .default(0),
  ativo: f.boolean('Ativa').default(true),
}
