const DAY_MS = 86_400_000
const two = (value: number): string => String(value).padStart(2, '0')

/** `YYYY-MM-DD` of a calendar day. */
function isoOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return real && year >= 1900 && year <= 2199 ? `${year}-${two(month)}-${two(day)}` : null
}

export function addDays(iso: string, days: number): string {
  return new Date(Date.parse(`${iso}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The day on this machine's clock. */
export function localToday(): string {
  const now = new Date()
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

const WORDS: Readonly<Record<string, number>> = { h: 0, hoje: 0, o: -1, ontem: -1, a: 1, amanha: 1, amanhã: 1 }
const fullYear = (year: number): number => (year < 100 ? 2000 + year : year)

/**
 * A date as people type it, against today (`YYYY-MM-DD`): 'h', 'o', 'a', '+7', '-3', '15', '15/3', '15/3/26', '150326',
 * '15032026', '2026-03-15'. A day alone is of today's month. Null when it is no date.
 */
export function parseDate(text: string, today: string): string | null {
  const typed = text.trim().toLowerCase()
  const word = WORDS[typed]
  if (word !== undefined) return addDays(today, word)
  if (/^[+-]\d{1,4}$/.test(typed)) return addDays(today, Number(typed))
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed)
  if (iso !== null) return isoOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7))
  const parts = /^(\d{1,2})(?:[/.\- ](\d{1,2})(?:[/.\- ](\d{2}|\d{4}))?)?$/.exec(typed)
  if (parts !== null) {
    const [, d, m, y] = parts
    return isoOf(y === undefined ? year : fullYear(Number(y)), m === undefined ? month : Number(m), Number(d))
  }
  const digits = /^(\d{2})(\d{2})(\d{2}|\d{4})?$/.exec(typed)
  if (digits === null) return null
  return isoOf(digits[3] === undefined ? year : fullYear(Number(digits[3])), Number(digits[2]), Number(digits[1]))
}

/** A date with or without a time ('15/3 14:30', 'h 9') → `YYYY-MM-DD HH:mm:ss`; null when it is none. */
export function parseDateTime(text: string, today: string): string | null {
  const [, day = '', time] = /^(.*?)(?:\s+(\d{1,2}(?::\d{2}){0,2}))?$/.exec(text.trim()) ?? []
  const date = parseDate(day, today)
  if (date === null) return null
  const [hour = 0, minute = 0, second = 0] = (time ?? '0').split(':').map(Number)
  if (hour > 23 || minute > 59 || second > 59) return null
  return `${date} ${two(hour)}:${two(minute)}:${two(second)}`
}

/** Keeps a range in order: the end that was not just chosen moves to the one that was. */
export function orderedRange(range: { ini: string; fim: string }, chosen: 'ini' | 'fim'): { ini: string; fim: string } {
  if (range.ini === '' || range.fim === '' || range.ini <= range.fim) return range
  return chosen === 'ini' ? { ini: range.ini, fim: range.ini } : { ini: range.fim, fim: range.fim }
}
