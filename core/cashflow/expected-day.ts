import { addBusinessDays, hasBankCalendar, nextBusinessDay, previousBusinessDay } from '../br/business-days'
import { addDays, type CivilDate } from '../br/civil-date'
import { TITLE } from '../fields/financeiro/titulos'

/** Of a title, what says when its money moves. */
export interface Expected {
  readonly tipo: 'receber' | 'pagar'
  readonly tpConta?: number | undefined
  readonly dVencimento: CivilDate
  /** A promised date: it takes the place of the due date. */
  readonly dPrevisao?: CivilDate | null | undefined
  /** Working days after which the bank credits what a customer paid. */
  readonly diasCredito?: number | undefined
  /** Days that this customer usually pays late: a scenario, for receivables that nobody promised. */
  readonly atraso?: number | undefined
}

/**
 * The day on which the money is expected: the promised date, else the due date, moved to the next bank working day; a tax by its due date to the one
 * before. What a bank credits later comes so many working days after. A day
 * of years that have no calendar is taken as it is.
 */
export function expectedDay(title: Expected, holidays: ReadonlySet<CivilDate>): CivilDate {
  const { tipo, tpConta, dVencimento, dPrevisao, diasCredito = 0, atraso = 0 } = title
  const told = dPrevisao ?? dVencimento
  if (!hasBankCalendar(told)) return told
  if (!dPrevisao && tpConta === TITLE.TRIBUTO) return previousBusinessDay(dVencimento, holidays)
  const late = tipo === 'receber' && !dPrevisao ? atraso : 0
  const day = addDays(told, late)
  if (!hasBankCalendar(day)) return day
  const paid = nextBusinessDay(day, holidays)
  return tipo === 'receber' && diasCredito > 0 ? addBusinessDays(paid, diasCredito, holidays) : paid
}
