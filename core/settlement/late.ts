import { payableUntil } from '../br/business-days'
import { type CivilDate, daysBetween } from '../br/civil-date'
import { type Amount, type Decimal, decimal, HUNDRED, ZERO } from '../money/decimal'

/** What is agreed for a title that is paid late, in percent. */
export interface LateTerms {
  /** Fine, once. */
  readonly pMulta: Amount
  /** Simple interest a month of 30 days, by the day. */
  readonly pJuros: Amount
}

/** A payment of the title that stands: what it was in all, and what of it was interest and fine. */
export interface EarlierPayment {
  readonly dMovimento: CivilDate
  readonly vPago: Amount
  readonly vJuros: Amount
  readonly vMulta: Amount
}

export interface LateTitle {
  readonly vSaldo: Amount
  readonly dVencimento: CivilDate
  /** In the order in which they were made. */
  readonly payments: readonly EarlierPayment[]
  /** Days on which the banks of the place do not work, beside the national ones. */
  readonly holidays?: ReadonlySet<CivilDate> | undefined
}

/** What a late payment is to bear, and why. */
export interface LateCharges {
  /** What is still open of the title itself: interest bears no interest. */
  readonly principal: Decimal
  readonly vMulta: Decimal
  readonly vJuros: Decimal
  /** Since when interest counts: the due date, or the last payment that took interest. */
  readonly desde: CivilDate
  readonly dias: number
}

/** What earlier payments charged and did not cover; a payment goes to interest and fine first. */
const uncovered = (payments: readonly EarlierPayment[]): Decimal =>
  payments.reduce((left, { vPago, vJuros, vMulta }) => {
    const rest = left.plus(vJuros).plus(vMulta).minus(vPago)
    return rest.sign() > 0 ? rest : ZERO
  }, ZERO)

/**
 * Fine and interest of a title that is paid on `dPagamento`: the fine once, simple interest on the open principal by the day. Nothing while the due date,
 * moved to the next bank working day, has not passed; then the days count from the due date itself. Both are rounded half up to the cent.
 */
export function lateCharges(title: LateTitle, { pMulta, pJuros }: LateTerms, dPagamento: CivilDate): LateCharges {
  const { vSaldo, dVencimento, payments, holidays } = title
  const open = decimal(vSaldo).minus(uncovered(payments))
  const principal = open.sign() > 0 ? open : ZERO
  const desde = payments
    .filter((one) => decimal(one.vJuros).sign() > 0)
    .reduce((last, one) => (one.dMovimento > last ? one.dMovimento : last), dVencimento)
  const late = dPagamento > payableUntil(dVencimento, holidays)
  const dias = late ? Math.max(0, daysBetween(desde, dPagamento)) : 0
  const fined = payments.some((one) => decimal(one.vMulta).sign() > 0)
  return {
    principal,
    desde,
    dias,
    vMulta: late && !fined ? principal.times(pMulta).div(HUNDRED).round(2) : ZERO,
    vJuros: principal.times(pJuros).times(dias).div(decimal(30).times(HUNDRED)).round(2),
  }
}
