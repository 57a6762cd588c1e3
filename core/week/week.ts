import { CoreError } from '../errors'

/** Days as the specification numbers them (N3-050: 0 Sunday to 6 Saturday), in the order in which people read a week. */
export const WEEK = [
  { day: 1, name: 'Segunda-feira' },
  { day: 2, name: 'Terça-feira' },
  { day: 3, name: 'Quarta-feira' },
  { day: 4, name: 'Quinta-feira' },
  { day: 5, name: 'Sexta-feira' },
  { day: 6, name: 'Sábado' },
  { day: 0, name: 'Domingo' },
] as const

/** A stretch of a day of the week; hours are HH:MM, the end comes after the beginning. */
export interface WeekWindow {
  readonly dia_semana: number
  readonly hora_inicio: string
  readonly hora_fim: string
}

/** The name of a day, '' for a number that is none. */
export function dayName(day: number): string {
  return WEEK.find((one) => one.day === day)?.name ?? ''
}

/** An hour typed as 8, 800, 8:00, 08h00 or 8h, as HH:MM; undefined when it is none. */
export function readHour(text: string): string | undefined {
  const match = /^(\d{1,2})(?:[:h.]?(\d{2})?|h)$/i.exec(text.trim())
  if (!match) return undefined
  const [hours, minutes] = [Number(match[1]), Number(match[2] ?? 0)]
  if (hours > 23 || minutes > 59) return undefined
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** Refuses a week whose windows run backwards or over one another. Throws CoreError `window` with the day's name. */
export function checkWeek(windows: readonly WeekWindow[]): void {
  for (const { day, name } of WEEK) {
    const own = windows
      .filter((one) => one.dia_semana === day)
      .toSorted((a, b) => (a.hora_inicio < b.hora_inicio ? -1 : 1))
    if (own.some((one) => one.hora_fim <= one.hora_inicio))
      throw new CoreError('window', `${name}: a hora final vem depois da inicial.`)
    if (own.some((one, at) => one.hora_inicio < (own[at - 1]?.hora_fim ?? '')))
      throw new CoreError('window', `${name}: os horários se sobrepõem.`)
  }
}
