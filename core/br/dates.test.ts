import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import {
  addBusinessDays,
  bankHolidays,
  businessDaysBetween,
  easter,
  isBusinessDay,
  nextBusinessDay,
  previousBusinessDay,
} from './business-days'
import {
  addDays,
  addMonths,
  civilDate,
  compareDates,
  dateOfDayNumber,
  dayNumber,
  daysBetween,
  firstDayOfMonth,
  isCivilDate,
  lastDayOfMonth,
  weekday,
} from './civil-date'
import { formatDate, formatDateTime, keepRangeInOrder, parseDate, parseDateTime, tryDate } from './date-text'

const LAST = dayNumber('9999-12-31')
const anyDate = fc.integer({ min: 0, max: LAST }).map((number) => dateOfDayNumber(number))
const thisAge = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber('2299-11-30') }).map(dateOfDayNumber)
const workingAge = fc.integer({ min: dayNumber('1901-01-01'), max: dayNumber('2298-12-31') }).map(dateOfDayNumber)

/** The engine's own calendar, in UTC: an oracle that shares no code with ours. */
function utc(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

describe('civil dates', () => {
  it('agrees with the calendar of the engine', () => {
    fc.assert(
      fc.property(thisAge, fc.integer({ min: -30_000, max: 30_000 }), (date, days) => {
        const moved = new Date(utc(date).getTime() + days * 86_400_000).toISOString().slice(0, 10)
        expect(addDays(date, days)).toBe(moved)
        expect(daysBetween(date, moved)).toBe(days + 0)
        expect(weekday(date)).toBe(utc(date).getUTCDay())
        expect(Math.sign(compareDates(date, moved))).toBe(Math.sign(-days) + 0)
      }),
      { numRuns: 3000 },
    )
  })

  it('goes to a number and back', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        expect(isCivilDate(date)).toBe(true)
        expect(dateOfDayNumber(dayNumber(date))).toBe(date)
      }),
      { numRuns: 3000 },
    )
  })

  it('keeps the day of the month or takes the last one', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
    expect(addMonths('2026-11-30', 15)).toBe('2028-02-29')
    expect([firstDayOfMonth('2026-02-10'), lastDayOfMonth('2026-02-10')]).toEqual(['2026-02-01', '2026-02-28'])
  })

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '0000-01-01', '2026-1-1', '2026-01-01T00:00', ''])(
    'refuses %j',
    (text) => {
      expect(isCivilDate(text)).toBe(false)
      expect(() => addDays(text, 1)).toThrowError(/Data inválida/)
    },
  )

  it('refuses to leave the calendar', () => {
    expect(() => addDays('9999-12-31', 1)).toThrowError(/fora do calendário/)
    expect(() => addMonths('0001-01-01', -1)).toThrowError(/fora do calendário/)
    expect(() => addDays('2026-01-01', 0.5)).toThrowError(CoreError)
    expect(() => civilDate(2026, 2, 30)).toThrowError(/não existe/)
  })
})

describe('typed dates', () => {
  const today = '2026-11-20'
  it.each([
    ['h', '2026-11-20'],
    ['Hoje', '2026-11-20'],
    ['amanhã', '2026-11-21'],
    ['ontem', '2026-11-19'],
    ['+7', '2026-11-27'],
    ['-3', '2026-11-17'],
    ['15', '2026-11-15'],
    ['15/3', '2026-03-15'],
    ['15.03', '2026-03-15'],
    ['1503', '2026-03-15'],
    ['15/03/26', '2026-03-15'],
    ['15-3-1985', '1985-03-15'],
    ['15/03/85', '1985-03-15'],
    ['150326', '2026-03-15'],
    ['15032026', '2026-03-15'],
    ['15 3 2026', '2026-03-15'],
    ['2026-03-15', '2026-03-15'],
    ['29/02/2028', '2028-02-29'],
  ])('reads %j', (text, date) => {
    expect(parseDate(text, today)).toBe(date)
  })

  it.each(['', '31/02', '29/02/2027', '15/13', '0', '32', '15/3/2', '150', '15032', '+999999', 'abc', '15/03/0000'])(
    'refuses %j and says what is accepted',
    (text) => {
      expect(tryDate(text, today)).toBeNull()
      expect(() => parseDate(text, today)).toThrowError(/dd\/mm\/aaaa/)
    },
  )

  it('reads what it shows', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        expect(parseDate(formatDate(date), today)).toBe(date)
        expect(parseDate(date, today)).toBe(date)
      }),
    )
    fc.assert(
      fc.property(anyDate, fc.nat(23), fc.nat(59), fc.nat(59), (date, ...time) => {
        const stored = `${date} ${time.map((part) => String(part).padStart(2, '0')).join(':')}`
        expect(parseDateTime(formatDateTime(stored), today)).toBe(stored)
      }),
    )
  })

  it('shows dates and times, and nothing for no date', () => {
    expect(formatDateTime('2026-03-15 14:30:05')).toBe('15/03/2026 14:30:05')
    expect(formatDateTime('2026-03-15T14:30:05Z')).toBe('15/03/2026 14:30:05')
    expect(formatDateTime('2026-03-15')).toBe('15/03/2026 00:00:00')
    expect([formatDate(null), formatDate('2026-02-30'), formatDateTime(''), formatDateTime('x')]).toEqual([
      '',
      '',
      '',
      '',
    ])
    expect(parseDateTime('15/3 9:05', today)).toBe('2026-03-15 09:05:00')
    expect(() => parseDateTime('15/3 24:00', today)).toThrowError(/Hora inválida/)
  })

  it('keeps a range in order', () => {
    const range = { start: '2026-03-10 00:00:00', end: '2026-03-05 10:00:00' }
    expect(keepRangeInOrder(range, 'start')).toEqual({ start: range.start, end: '2026-03-10 23:59:59' })
    expect(keepRangeInOrder(range, 'end')).toEqual({ start: '2026-03-05 00:00:00', end: range.end })
    const right = { start: '2026-03-01 00:00:00', end: '2026-03-05 10:00:00' }
    expect(keepRangeInOrder(right, 'start')).toEqual(right)
  })

  it('answers or refuses any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\d/+\-h .]{0,12}$/)), (text) => {
        const date = tryDate(text, today)
        if (date !== null) expect(isCivilDate(date)).toBe(true)
      }),
      { numRuns: 20_000 },
    )
  })
})

describe('business days', () => {
  it.each([
    [2000, '2000-04-23'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2038, '2038-04-25'],
    [2285, '2285-03-22'],
  ])('finds Easter of %i', (year, date) => {
    expect(easter(year)).toBe(date)
  })

  it('puts Easter on a Sunday between 22 March and 25 April, every year', () => {
    for (let year = 1900; year <= 2299; year += 1) {
      const sunday = easter(year)
      expect(weekday(sunday)).toBe(0)
      expect(sunday >= `${year}-03-22` && sunday <= `${year}-04-25`).toBe(true)
      expect(bankHolidays(year)).toHaveLength(year >= 2024 ? 13 : year >= 1980 ? 12 : 11)
    }
  })

  it('steps over weekends, national and local holidays', () => {
    expect(isBusinessDay('2026-12-31')).toBe(true)
    expect(nextBusinessDay('2026-07-09', ['2026-07-09'])).toBe('2026-07-10')
    expect(nextBusinessDay('2026-07-09')).toBe('2026-07-09')
    expect(previousBusinessDay('2026-02-17')).toBe('2026-02-13')
    expect(addBusinessDays('2026-02-13', 1)).toBe('2026-02-18')
    expect(addBusinessDays('2026-02-18', -1)).toBe('2026-02-13')
    expect(addBusinessDays('2026-02-14', 0)).toBe('2026-02-18')
    expect(businessDaysBetween('2026-02-13', '2026-02-20')).toBe(3)
    expect(businessDaysBetween('2026-02-20', '2026-02-13')).toBe(-3)
  })

  it('counts what it adds', () => {
    fc.assert(
      fc.property(workingAge, fc.integer({ min: 1, max: 60 }), (date, count) => {
        const start = nextBusinessDay(date)
        const end = addBusinessDays(start, count)
        expect(isBusinessDay(end)).toBe(true)
        expect(businessDaysBetween(start, end)).toBe(count)
        expect(addBusinessDays(end, -count)).toBe(start)
      }),
    )
  })

  it('stops when every day is a holiday or the span is absurd', () => {
    expect(() => bankHolidays(1899)).toThrowError(/1900 a 2299/)
    expect(() => addBusinessDays('2026-01-01', 1e9)).toThrowError(CoreError)
    expect(() => businessDaysBetween('1900-01-01', '2299-01-01')).toThrowError(/longo demais/)
  })
})
