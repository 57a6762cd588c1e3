import { CoreError } from '../errors'
import { type CivilDate, addDays, civilDate, datePartsOf, dateOfDayNumber, dayNumber, weekday } from './civil-date'

/**
 * Bank working days: no Saturday, no Sunday, no national bank holiday (the clearing house's calendar), and none of the state
 * or city holidays the caller passes. The last day of the year is a working day: branches close, clearing does not.
 */
export interface Holiday {
  readonly date: CivilDate
  readonly name: string
}

/** Extra holidays, state or city ones, as dates. */
export type ExtraHolidays = Iterable<CivilDate>

const FIXED = [
  { month: 1, day: 1, name: 'Confraternização Universal', since: 0 },
  { month: 4, day: 21, name: 'Tiradentes', since: 0 },
  { month: 5, day: 1, name: 'Dia do Trabalho', since: 0 },
  { month: 9, day: 7, name: 'Independência', since: 0 },
  { month: 10, day: 12, name: 'Nossa Senhora Aparecida', since: 1980 },
  { month: 11, day: 2, name: 'Finados', since: 0 },
  { month: 11, day: 15, name: 'Proclamação da República', since: 0 },
  // Lei 14.759/2023
  { month: 11, day: 20, name: 'Consciência Negra', since: 2024 },
  { month: 12, day: 25, name: 'Natal', since: 0 },
] as const

const MOVABLE = [
  { fromEaster: -48, name: 'Carnaval (segunda-feira)' },
  { fromEaster: -47, name: 'Carnaval (terça-feira)' },
  { fromEaster: -2, name: 'Sexta-feira Santa' },
  { fromEaster: 60, name: 'Corpus Christi' },
] as const

const FIRST_YEAR = 1900
const LAST_YEAR = 2299
const MAX_DAYS = 10_000
const NONE: ReadonlySet<CivilDate> = new Set()
const years = new Map<number, readonly Holiday[]>()
const yearDates = new Map<number, ReadonlySet<CivilDate>>()

/** Easter Sunday of a Gregorian year (the anonymous algorithm, as in Meeus, Astronomical Algorithms, chapter 8). */
export function easter(year: number): CivilDate {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const correction = Math.floor((century + 8) / 25)
  const epact = (19 * golden + century - Math.floor(century / 4) - Math.floor((century - correction + 1) / 3) + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const shift = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const march = epact + toSunday - 7 * shift + 114
  return civilDate(year, Math.floor(march / 31), (march % 31) + 1)
}

/**
 * Is a date well within the years that have a calendar, so that the working days around it are known? One that is not is a slip of somebody's keys:
 * whoever reads many dates takes it as it stands.
 */
export function hasBankCalendar(date: CivilDate): boolean {
  const { year } = datePartsOf(date)
  return year > FIRST_YEAR && year < LAST_YEAR
}

/** The national bank holidays of a year, in order. Years 1900 to 2299; throws `invalid_date`. */
export function bankHolidays(year: number): readonly Holiday[] {
  const known = years.get(year)
  if (known) return known
  if (!Number.isInteger(year) || year < FIRST_YEAR || year > LAST_YEAR) {
    throw new CoreError('invalid_date', `Calendário bancário: informe um ano de ${FIRST_YEAR} a ${LAST_YEAR}.`)
  }
  const sunday = easter(year)
  const holidays = [
    ...FIXED.filter((one) => year >= one.since).map(({ month, day, name }) => ({
      date: civilDate(year, month, day),
      name,
    })),
    ...MOVABLE.map(({ fromEaster, name }) => ({ date: addDays(sunday, fromEaster), name })),
  ].sort((a, b) => dayNumber(a.date) - dayNumber(b.date))
  years.set(year, holidays)
  return holidays
}

function datesOf(year: number): ReadonlySet<CivilDate> {
  const known = yearDates.get(year)
  if (known) return known
  const dates = new Set(bankHolidays(year).map((one) => one.date))
  yearDates.set(year, dates)
  return dates
}

const asSet = (extra: ExtraHolidays): ReadonlySet<CivilDate> => (extra instanceof Set ? extra : new Set(extra))

/** True on a bank working day. */
export function isBusinessDay(date: CivilDate, extra: ExtraHolidays = NONE): boolean {
  const day = weekday(date)
  if (day === 0 || day === 6) return false
  return !isBankHoliday(date) && !asSet(extra).has(date)
}

/** True on a national bank holiday, whatever day of the week it is. Throws `invalid_date` outside of the years that have a calendar. */
export const isBankHoliday = (date: CivilDate): boolean => datesOf(datePartsOf(date).year).has(date)

/** The date itself when it is a working day, else the next one. */
export function nextBusinessDay(date: CivilDate, extra: ExtraHolidays = NONE): CivilDate {
  return seek(date, 1, asSet(extra))
}

/** The date itself when it is a working day, else the one before. */
export function previousBusinessDay(date: CivilDate, extra: ExtraHolidays = NONE): CivilDate {
  return seek(date, -1, asSet(extra))
}

function seek(date: CivilDate, step: 1 | -1, extra: ReadonlySet<CivilDate>): CivilDate {
  let number = dayNumber(date)
  for (let tried = 0; tried < MAX_DAYS; tried += 1) {
    const day = dateOfDayNumber(number)
    if (isBusinessDay(day, extra)) return day
    number += step
  }
  throw new CoreError('invalid_date', 'Nenhum dia útil encontrado: reveja os feriados informados.')
}

/** Until when what is due on a day is paid in time: the next working day of the bank (Lei 7.089/1983); a slip of somebody's keys as it stands. */
export const payableUntil = (due: CivilDate, extra: ExtraHolidays = NONE): CivilDate =>
  hasBankCalendar(due) ? nextBusinessDay(due, extra) : due

/** The `count`-th working day after the date (before it when negative); 0 gives the date itself or the next working day. */
export function addBusinessDays(date: CivilDate, count: number, extra: ExtraHolidays = NONE): CivilDate {
  if (!Number.isInteger(count) || Math.abs(count) > MAX_DAYS) {
    throw new CoreError('invalid_date', `Informe de ${-MAX_DAYS} a ${MAX_DAYS} dias úteis.`)
  }
  const holidays = asSet(extra)
  if (count === 0) return nextBusinessDay(date, holidays)
  const step = count > 0 ? 1 : -1
  let day = date
  for (let left = Math.abs(count); left > 0; left -= 1) day = seek(addDays(day, step), step, holidays)
  return day
}

/** Working days after `from` up to and including `to`; negative when `to` is earlier. */
export function businessDaysBetween(from: CivilDate, to: CivilDate, extra: ExtraHolidays = NONE): number {
  const holidays = asSet(extra)
  const [start, end, sign] = dayNumber(from) <= dayNumber(to) ? [from, to, 1] : [to, from, -1]
  if (dayNumber(end) - dayNumber(start) > MAX_DAYS * 10) {
    throw new CoreError('invalid_date', 'Período longo demais para contar dias úteis.')
  }
  let count = 0
  for (let number = dayNumber(start) + 1; number <= dayNumber(end); number += 1) {
    if (isBusinessDay(dateOfDayNumber(number), holidays)) count += 1
  }
  return count === 0 ? 0 : count * sign
}
