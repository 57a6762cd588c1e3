import { addDays, addMonths, daysBetween, firstDayOfMonth, lastDayOfMonth, type CivilDate } from '../../br/civil-date'

/** Days of the company's calendar, both within. */
export interface Period {
  readonly de: CivilDate
  readonly ate: CivilDate
}

/** Longest period of one file. */
const MOST_MONTHS = 12

/** Why a period is none, in words; undefined for one that may be asked for. */
export function periodFault({ de, ate }: Period): string | undefined {
  if (daysBetween(de, ate) < 0) return 'O último dia vem antes do primeiro.'
  if (daysBetween(addDays(addMonths(de, MOST_MONTHS), -1), ate) > 0) return `Escolha até ${MOST_MONTHS} meses por vez.`
  return undefined
}

/** The month of a day. */
export const monthOf = (day: CivilDate): Period => ({ de: firstDayOfMonth(day), ate: lastDayOfMonth(day) })

/** Is the period a month of the calendar? */
const isMonth = ({ de, ate }: Period): boolean => de === firstDayOfMonth(de) && ate === lastDayOfMonth(de)

/** `2026-11` of a month, `2026-11-03_2026-11-09` of other periods: for names of files. */
export const periodName = (period: Period): string =>
  isMonth(period) ? period.de.slice(0, 7) : `${period.de}_${period.ate}`

/**
 * Months, by their first day, whose file is due on a day: those after the last that was sent up to the one before this, at most twelve; the one before alone where none
 * was sent yet.
 */
export function monthsDue(today: CivilDate, lastSent: CivilDate | undefined): CivilDate[] {
  const last = addMonths(firstDayOfMonth(today), -1)
  const earliest = addMonths(last, 1 - MOST_MONTHS)
  const first = lastSent === undefined ? last : addMonths(firstDayOfMonth(lastSent), 1)
  const months: CivilDate[] = []
  for (let month = daysBetween(earliest, first) < 0 ? earliest : first; month <= last; month = addMonths(month, 1))
    months.push(month)
  return months
}
