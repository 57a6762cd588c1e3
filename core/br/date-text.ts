import { CoreError } from '../errors'
import { type CivilDate, addDays, datePartsOf, daysInMonth, isCivilDate } from './civil-date'

/** Dates and times as people type and read them; stored as yyyy-mm-dd and yyyy-mm-dd hh:mm:ss. */

const MAX_LENGTH = 40
const MAX_OFFSET = 36_500
const TIME = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/
const WORDS: ReadonlyMap<string, number> = new Map([
  ['h', 0],
  ['hoje', 0],
  ['a', 1],
  ['amanha', 1],
  ['o', -1],
  ['ontem', -1],
])

/** A two-digit year from 00 to 69 is of this century, from 70 to 99 of the last one. */
const PIVOT = 70

/**
 * Reads a typed date against `today`: `h` or `hoje`, `a` or `amanhã`, `o` or `ontem`, `+7`, `-3`, `15` (of this month), `15/3`,
 * `1503`, `15/03/26`, `150326`, `15/03/2026`, `15032026`, `2026-03-15`; dots, dashes and spaces part as slashes do. Throws `invalid_date`.
 */
export function parseDate(text: string, today: CivilDate): CivilDate {
  const date = tryDate(text, today)
  if (date === null) {
    throw new CoreError(
      'invalid_date',
      `Data inválida: '${text.slice(0, 40)}'. Use dd/mm/aaaa, dd/mm, o dia, 'h' para hoje ou +7 para daqui a 7 dias.`,
    )
  }
  return date
}

/** As `parseDate`, with null for what is no date: the field is then cleared. */
export function tryDate(text: string, today: CivilDate): CivilDate | null {
  const now = datePartsOf(today)
  if (text.length > MAX_LENGTH) return null
  const typed = text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  const word = WORDS.get(typed)
  if (word !== undefined) return addDays(today, word)
  if (/^[+-]\d{1,5}$/.test(typed)) return offset(today, Number(typed))
  if (isCivilDate(typed)) return typed
  const match =
    /^(\d{1,2})(?:[/.\- ](\d{1,2})(?:[/.\- ](\d{4}|\d{2}))?)?$/.exec(typed) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})?$/.exec(typed)
  if (!match) return null
  const [, day = '', month = String(now.month), year = String(now.year)] = match
  return existing(fullYear(year), Number(month), Number(day))
}

function offset(today: CivilDate, days: number): CivilDate | null {
  return Math.abs(days) <= MAX_OFFSET ? addDays(today, days) : null
}

function fullYear(text: string): number {
  const year = Number(text)
  if (text.length > 2) return year
  return year < PIVOT ? 2000 + year : 1900 + year
}

function existing(year: number, month: number, day: number): CivilDate | null {
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isCivilDate(text) ? text : null
}

/** Reads a typed date and time, `15/03/2026 14:30`; a date alone is its midnight. Throws `invalid_date`. */
export function parseDateTime(text: string, today: CivilDate): string {
  const typed = text
    .slice(0, MAX_LENGTH + 1)
    .trim()
    .replace('T', ' ')
  const space = typed.search(/\s+\d{1,2}:/)
  const date = parseDate(space < 0 ? typed : typed.slice(0, space), today)
  if (space < 0) return `${date} 00:00:00`
  const match = TIME.exec(typed.slice(space).trim())
  if (!match) throw new CoreError('invalid_date', `Hora inválida: '${text.slice(0, 40)}'. Use dd/mm/aaaa hh:mm.`)
  return `${date} ${(match[1] ?? '').padStart(2, '0')}:${match[2] ?? '00'}:${match[3] ?? '00'}`
}

/** `2026-03-15` (or a date-time that starts so) as `15/03/2026`; nothing or no date as ''. */
export function formatDate(stored: string | null | undefined): string {
  const date = (stored ?? '').slice(0, 10)
  return isCivilDate(date) ? `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}` : ''
}

/** `2026-03-15 14:30:05` as `15/03/2026 14:30:05`; a date alone as its midnight; nothing or no date as ''. */
export function formatDateTime(stored: string | null | undefined): string {
  const date = formatDate(stored)
  if (date === '') return ''
  const match = TIME.exec((stored ?? '').slice(11, 19))
  return match ? `${date} ${match[1] ?? ''}:${match[2] ?? ''}:${match[3] ?? '00'}` : `${date} 00:00:00`
}

export interface DateRange {
  /** yyyy-mm-dd hh:mm:ss */
  readonly start: string
  readonly end: string
}

/**
 * Keeps a range in order after one side was chosen: a start after the end moves the end to that day's 23:59:59, an end before
 * the start moves the start to that day's 00:00:00 (document 1, section 5).
 */
export function keepRangeInOrder({ start, end }: DateRange, chosen: 'start' | 'end'): DateRange {
  datePartsOf(start.slice(0, 10))
  datePartsOf(end.slice(0, 10))
  if (start <= end) return { start, end }
  return chosen === 'start'
    ? { start, end: `${start.slice(0, 10)} 23:59:59` }
    : { start: `${end.slice(0, 10)} 00:00:00`, end }
}
