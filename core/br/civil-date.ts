import { CoreError } from '../errors'

/**
 * Civil dates: text `yyyy-mm-dd`, a day of the calendar and no instant, so no time zone can move it. Years 1 to 9999,
 * Gregorian all the way.
 */
export type CivilDate = string

interface Parts {
  readonly year: number
  readonly month: number
  readonly day: number
}

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/
const MAX_YEAR = 9999
const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** Days of a month, 28 to 31. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function partsOf(text: string): Parts | null {
  const match = SHAPE.exec(text)
  if (!match) return null
  const parts = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) }
  return existsDate(parts) ? parts : null
}

function existsDate({ year, month, day }: Parts): boolean {
  return year >= 1 && year <= MAX_YEAR && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** True for a day that exists, written yyyy-mm-dd. */
export function isCivilDate(text: string): boolean {
  return partsOf(text) !== null
}

/** Year, month and day. Throws `invalid_date`. */
export function datePartsOf(date: CivilDate): Parts {
  const parts = partsOf(date)
  if (!parts) throw new CoreError('invalid_date', `Data inválida: '${date.slice(0, 40)}'. Use aaaa-mm-dd.`)
  return parts
}

/** The text itself when it is a civil date. Throws `invalid_date`. */
export function requireDate(text: string): CivilDate {
  datePartsOf(text)
  return text
}

/** The date of a year, a month and a day. Throws `invalid_date` when there is no such day. */
export function civilDate(year: number, month: number, day: number): CivilDate {
  const parts = { year, month, day }
  if (![year, month, day].every((part) => Number.isInteger(part)) || !existsDate(parts)) {
    throw new CoreError('invalid_date', `Data inválida: o dia ${day}/${month}/${year} não existe.`)
  }
  return write(parts)
}

function write({ year, month, day }: Parts): CivilDate {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Days since 0001-01-01, which is 0 and a Monday. */
export function dayNumber(date: CivilDate): number {
  const { year, month, day } = datePartsOf(date)
  return daysBeforeYear(year) + (DAYS_BEFORE[month - 1] ?? 0) + (month > 2 && isLeapYear(year) ? 1 : 0) + day - 1
}

function daysBeforeYear(year: number): number {
  const past = year - 1
  return past * 365 + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400)
}

/** The date of a day number. Throws `invalid_date` outside the years 1 to 9999. */
export function dateOfDayNumber(number: number): CivilDate {
  if (!Number.isInteger(number) || number < 0 || number >= daysBeforeYear(MAX_YEAR + 1)) {
    throw new CoreError('invalid_date', 'Data fora do calendário: os anos vão de 1 a 9999.')
  }
  let year = Math.floor(number / 365.2425) + 1
  while (daysBeforeYear(year) > number) year -= 1
  while (daysBeforeYear(year + 1) <= number) year += 1
  let rest = number - daysBeforeYear(year)
  let month = 1
  while (rest >= daysInMonth(year, month)) {
    rest -= daysInMonth(year, month)
    month += 1
  }
  return write({ year, month, day: rest + 1 })
}

/** `days` calendar days later, or earlier when negative. */
export function addDays(date: CivilDate, days: number): CivilDate {
  return dateOfDayNumber(dayNumber(date) + days)
}

/** The same day `months` later, or the last day of that month when it has no such day (31/01 + 1 = 28/02 or 29/02). */
export function addMonths(date: CivilDate, months: number): CivilDate {
  const { year, month, day } = datePartsOf(date)
  const index = year * 12 + month - 1 + months
  const toYear = Math.floor(index / 12)
  const toMonth = (index % 12) + 1
  if (!Number.isInteger(index) || toYear < 1 || toYear > MAX_YEAR) {
    throw new CoreError('invalid_date', 'Data fora do calendário: os anos vão de 1 a 9999.')
  }
  return write({ year: toYear, month: toMonth, day: Math.min(day, daysInMonth(toYear, toMonth)) })
}

/** Calendar days from the first date to the second; negative when the second is earlier. */
export function daysBetween(from: CivilDate, to: CivilDate): number {
  return dayNumber(to) - dayNumber(from)
}

/** 0 Sunday to 6 Saturday. */
export function weekday(date: CivilDate): number {
  return (dayNumber(date) + 1) % 7
}

export function firstDayOfMonth(date: CivilDate): CivilDate {
  return `${date.slice(0, 8)}01`
}

export function lastDayOfMonth(date: CivilDate): CivilDate {
  const { year, month } = datePartsOf(date)
  return write({ year, month, day: daysInMonth(year, month) })
}

/** Negative, zero or positive, for sorting. */
export function compareDates(a: CivilDate, b: CivilDate): number {
  return dayNumber(a) - dayNumber(b)
}
