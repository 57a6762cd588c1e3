import { nextBusinessDay } from '../br/business-days'
import { addDays, type CivilDate } from '../br/civil-date'
import { type Amount, decimal } from '../money/decimal'

/** An instalment of a sale by card, and what was agreed with the acquirer. */
export interface CardSale {
  readonly vDup: Amount
  /** Which instalment, 1 the first. */
  readonly parcela: number
  /** The day of the sale. */
  readonly date: CivilDate
  /** In percent; null where nobody has said it. */
  readonly pTaxa: Amount | null
  /** From the sale to the first instalment, and from one to the next; null where nobody has said it. */
  readonly diasCredito: number | null
}

/** What the acquirer is expected to pay of an instalment, and when: on a business day. What it really keeps, its file says. */
export function planCard({ vDup, parcela, date, pTaxa, diasCredito }: CardSale): {
  readonly vLiquido: string | null
  readonly dPrevisao: CivilDate | null
} {
  const value = decimal(vDup)
  return {
    vLiquido: pTaxa === null ? null : value.minus(value.times(pTaxa).div(100).round(2)).toFixed(2),
    dPrevisao: diasCredito === null ? null : nextBusinessDay(addDays(date, diasCredito * parcela)),
  }
}
