import {
  addDays,
  addMonths,
  type CivilDate,
  civilDate,
  datePartsOf,
  daysInMonth,
  firstDayOfMonth,
  lastDayOfMonth,
  weekday,
} from '../br/civil-date'

/** When something is sent again and again: on a day of the week, a day of the month (of shorter months the last), else every day; hours are HH:MM. */
export interface SendRule {
  readonly dia_semana?: number | null | undefined
  readonly dia_mes?: number | null | undefined
  readonly hora: string
}

/** A moment of the company's time zone. */
export interface LocalMoment {
  readonly day: CivilDate
  /** HH:MM */
  readonly hour: string
}

/** The first moment of a rule that comes after another. */
export function nextSend(rule: SendRule, after: LocalMoment): LocalMoment {
  const first = rule.hora > after.hour ? after.day : addDays(after.day, 1)
  return { day: dayFrom(rule, first), hour: rule.hora }
}

/** The first day of a rule that is not before another. */
function dayFrom({ dia_semana, dia_mes }: SendRule, first: CivilDate): CivilDate {
  if (typeof dia_mes === 'number') {
    const now = inMonth(first, dia_mes)
    return now >= first ? now : inMonth(addMonths(firstDayOfMonth(first), 1), dia_mes)
  }
  if (typeof dia_semana === 'number') return addDays(first, (dia_semana - weekday(first) + 7) % 7)
  return first
}

function inMonth(date: CivilDate, day: number): CivilDate {
  const { year, month } = datePartsOf(date)
  return civilDate(year, month, Math.min(day, daysInMonth(year, month)))
}

/** Periods that follow the day on which they are asked for. */
export const RELATIVE_PERIODS = {
  mes_corrente: 'Mês corrente',
  mes_anterior: 'Mês anterior',
  hoje: 'Hoje',
  proximos_30: 'Próximos 30 dias',
} as const

export type RelativePeriod = keyof typeof RELATIVE_PERIODS
export const isRelativePeriod = (text: unknown): text is RelativePeriod =>
  typeof text === 'string' && Object.hasOwn(RELATIVE_PERIODS, text)

/** The first and the last day of a relative period, seen from a day. */
export function daysOf(period: RelativePeriod, today: CivilDate): readonly [CivilDate, CivilDate] {
  switch (period) {
    case 'mes_corrente':
      return [firstDayOfMonth(today), lastDayOfMonth(today)]
    case 'mes_anterior': {
      const before = addDays(firstDayOfMonth(today), -1)
      return [firstDayOfMonth(before), before]
    }
    case 'hoje':
      return [today, today]
    case 'proximos_30':
      return [today, addDays(today, 30)]
  }
}
