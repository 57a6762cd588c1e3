import { formatDate, formatTime } from '../ui/format'

const DAY_MS = 24 * 3600 * 1000

function dayOf(time: number): string {
  const date = new Date(time)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
}

/** The day of a date-time as people say it: hoje, ontem, 21/11/2026. */
export function dayText(value: string): string {
  const day = value.slice(0, 10)
  if (day === dayOf(Date.now())) return 'Hoje'
  if (day === dayOf(Date.now() - DAY_MS)) return 'Ontem'
  return formatDate(value)
}

/** `HH:mm`. */
export const timeText = (value: string): string => formatTime(value).slice(0, 5)

/** When somebody last wrote, short: the time today, else the day. */
export function whenText(value: string | null): string {
  if (value === null) return ''
  const day = dayText(value)
  return day === 'Hoje' ? timeText(value) : day === 'Ontem' ? 'ontem' : day.slice(0, 5)
}
