import { payableUntil } from '../br/business-days'
import { type Amount, decimal, type Decimal, ZERO } from '../money/decimal'

/** Why a notice of a payment waits for a person. */
export const NOTICE_REASONS = {
  desconhecido: 'Pagamento de um link desconhecido',
  estornado: 'Pagamento devolvido ou contestado',
  repetido: 'Pagamento já avisado',
  cancelado: 'A venda foi cancelada',
  sem_titulo: 'A venda ainda não foi faturada',
  ja_pago: 'A conta já estava paga',
  valor_menor: 'Valor menor que o devido',
  valor_maior: 'Valor maior que o devido',
  atrasado: 'Pago depois do vencimento',
  recusado: 'O lançamento foi recusado',
} as const

export type NoticeReason = keyof typeof NOTICE_REASONS

/** What is proposed of it. */
export const NOTICE_PROPOSALS = {
  baixa: 'Baixar a conta',
  parcial: 'Baixar em parte',
  excedente: 'Baixar e dar crédito do que sobra',
  credito: 'Dar crédito ao cliente',
  espera: 'Esperar o faturamento',
  ignora: 'Ignorar, com o motivo',
} as const

export type NoticeProposal = keyof typeof NOTICE_PROPOSALS

/** A receivable as it stands. */
export interface OwedTitle {
  readonly balance: Amount
  readonly due: string
  readonly isCancelled: boolean
  /** Days on which the banks of the place do not work, beside the national ones. */
  readonly holidays?: ReadonlySet<string> | undefined
}

export interface Notice {
  /** What was paid. */
  readonly amount: Amount
  /** The day of the payment. */
  readonly paidOn: string
  /** It tells that money came; else that it went back. */
  readonly isPayment: boolean
  /** The same payment was told of before, under another event. */
  readonly isRepeated: boolean
  /** Is it known whose payment it is? */
  readonly isKnown: boolean
  /** The sale was cancelled. */
  readonly isCancelled: boolean
  /** None while the sale is not invoiced. */
  readonly title?: OwedTitle | undefined
}

export interface Verdict {
  /** Undefined where it says just what is owed, in time: then nobody is asked. */
  readonly reason: NoticeReason | undefined
  readonly proposal: NoticeProposal
  /** How much of the receivable is settled, and how much becomes the customer's credit. */
  readonly settles: Decimal
  readonly credits: Decimal
}

/** Judges a notice by how things stand now. What was paid is never lost: it settles, becomes credit, or waits; only what is nobody's, or no payment, is to be ignored. */
export function judgeNotice(notice: Notice): Verdict {
  const amount = decimal(notice.amount)
  const ignored = (reason: NoticeReason): Verdict => ({ reason, proposal: 'ignora', settles: ZERO, credits: ZERO })
  const credited = (reason: NoticeReason): Verdict => ({ reason, proposal: 'credito', settles: ZERO, credits: amount })
  const { title } = notice
  if (!notice.isPayment) return ignored('estornado')
  if (notice.isRepeated) return ignored('repetido')
  if (!notice.isKnown) return ignored('desconhecido')
  if (notice.isCancelled || title?.isCancelled) return credited('cancelado')
  if (title === undefined) return { reason: 'sem_titulo', proposal: 'espera', settles: ZERO, credits: ZERO }
  const balance = decimal(title.balance)
  if (balance.sign() <= 0) return credited('ja_pago')
  if (amount.lt(balance)) return { reason: 'valor_menor', proposal: 'parcial', settles: amount, credits: ZERO }
  if (amount.gt(balance))
    return { reason: 'valor_maior', proposal: 'excedente', settles: balance, credits: amount.minus(balance) }
  const isLate = notice.paidOn > payableUntil(title.due, title.holidays)
  return { reason: isLate ? 'atrasado' : undefined, proposal: 'baixa', settles: amount, credits: ZERO }
}
