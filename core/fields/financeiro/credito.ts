import { f } from '../field'
import { empresaId } from '../kit'

/** Where a customer's credit comes from. */
export const CREDIT_KINDS = {
  devolucao: 'Devolução',
  cashback: 'Cashback',
  adiantamento: 'Adiantamento',
  manual: 'Manual',
} as const

export type CreditKind = keyof typeof CREDIT_KINDS

/** What a company owes a customer, to be spent there: one row each time it was given. */
export const clienteCreditoFields = {
  empresa_id: empresaId(),
  cliente_id: f.ref('Cliente', 'cliente').required(),
  tipo: f.choice('Origem', CREDIT_KINDS).required(),
  documento: f.text('Documento', { max: 40, format: 'recurso', doc: 'Nome do recurso que o gerou' }).computed(),
  documento_id: f.integer('Número do documento').computed(),
  vCredito: f.money('Valor', { min: 0.01 }).required().summed(),
  vSaldo: f.money('Saldo').default(0).computed().summed(),
  dValidade: f.date('Válido até'),
  motivo: f.text('Motivo', { max: 200 }),
  dhCancelamento: f.datetime('Cancelado em').computed(),
}

/** The ledger of customers' credits. */
export const movimentoCreditoFields = {
  empresa_id: empresaId(),
  lancamento_id: f.ref('Lançamento', 'lancamento', { doc: 'O passo que o fez' }).required(),
  credito_id: f.ref('Crédito', 'cliente_credito').required(),
  cliente_id: f.ref('Cliente', 'cliente').required(),
  evento: f
    .choice('Evento', {
      concessao: 'Concessão',
      uso: 'Uso',
      reembolso: 'Reembolso',
      estorno: 'Estorno',
      vencimento: 'Vencimento',
      cancelamento: 'Cancelamento',
    })
    .required(),
  valor: f.money('Valor', { doc: 'Positivo aumenta o saldo do cliente' }).required(),
  user_id: f.ref('Usuário', 'user'),
}
