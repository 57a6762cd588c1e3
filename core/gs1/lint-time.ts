import { DIGIT, firstOutside } from './characters'
import { type Fault, faultAt, wholeFault } from './fault'

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * A date of 6 (yymmdd) or 8 (yyyymmdd) digits. A two-digit year falls in 1950 to 2099, where every fourth year is a leap one.
 * `dayZero`: day 00, which stands for the last of the month, is allowed.
 */
export function lintDate(value: string, yearDigits: 2 | 4, dayZero: boolean): Fault | undefined {
  const length = yearDigits + 4
  if (value.length < length) return wholeFault('DATE_TOO_SHORT', value)
  if (value.length > length) return wholeFault('DATE_TOO_LONG', value)
  const outside = firstOutside(value, DIGIT)
  if (outside !== -1) return faultAt('NON_DIGIT_CHARACTER', outside, 1)
  const year = Number(value.slice(0, yearDigits))
  const month = two(value, yearDigits)
  const day = two(value, yearDigits + 2)
  if (month < 1 || month > 12) return faultAt('ILLEGAL_MONTH', yearDigits, 2)
  if (day > daysInMonth(year, month) || (day === 0 && !dayZero)) return faultAt('ILLEGAL_DAY', yearDigits + 2, 2)
  return undefined
}

/** Days of a month, 1 to 12. Years below 100 are two-digit ones. */
export function daysInMonth(year: number, month: number): number {
  const leap = year < 100 ? year % 4 === 0 : (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0)
}

/** Two digits of a clock below `limit`; `name` is HOUR, MINUTE or SECOND. */
export function lintClock(value: string, name: string, limit: number): Fault | undefined {
  if (value.length !== 2) return wholeFault(`${name}_TOO_${value.length < 2 ? 'SHORT' : 'LONG'}`, value)
  const outside = firstOutside(value, DIGIT)
  if (outside !== -1) return faultAt('NON_DIGIT_CHARACTER', outside, 1)
  return two(value, 0) >= limit ? wholeFault(`ILLEGAL_${name}`, value) : undefined
}

/** Hours and minutes, hhmm. */
export function lintHourMinute(value: string): Fault | undefined {
  if (value.length !== 4) return wholeFault(`HOUR_WITH_MINUTE_TOO_${value.length < 4 ? 'SHORT' : 'LONG'}`, value)
  const outside = firstOutside(value, DIGIT)
  if (outside !== -1) return faultAt('NON_DIGIT_CHARACTER', outside, 1)
  if (two(value, 0) > 23) return faultAt('ILLEGAL_HOUR', 0, 2)
  return two(value, 2) > 59 ? faultAt('ILLEGAL_MINUTE', 2, 2) : undefined
}

function two(value: string, at: number): number {
  return (value.charCodeAt(at) - 48) * 10 + value.charCodeAt(at + 1) - 48
}
