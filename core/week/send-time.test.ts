import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, weekday } from '../br/civil-date'
import { daysOf, isRelativePeriod, nextSend } from './send-time'

describe('the next moment', () => {
  it.each([
    ['today, later', { hora: '08:00' }, '2026-11-27', '07:59', '2026-11-27'],
    ['not twice in its own minute', { hora: '08:00' }, '2026-11-27', '08:00', '2026-11-28'],
    ['the next Monday', { dia_semana: 1, hora: '08:00' }, '2026-11-27', '09:00', '2026-11-30'],
    ['a week on, where its hour went by', { dia_semana: 5, hora: '08:00' }, '2026-11-27', '09:00', '2026-12-04'],
    ['the last day of a short month', { dia_mes: 31, hora: '08:00' }, '2026-11-27', '09:00', '2026-11-30'],
    ['over the end of a year', { dia_mes: 1, hora: '00:00' }, '2026-12-31', '23:59', '2027-01-01'],
    ['February of a leap year', { dia_mes: 30, hora: '10:00' }, '2028-02-01', '00:00', '2028-02-29'],
  ])('%s', (_, rule, day, hour, next) => {
    expect(nextSend(rule, { day, hour })).toEqual({ day: next, hour: rule.hora })
  })

  it('comes after, on its day, and within a month and a day', () => {
    const two = (n: number) => String(n).padStart(2, '0')
    const hour = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((one) => one.map(two).join(':'))
    const on = fc.oneof(
      fc.record({ dia_semana: fc.integer({ min: 0, max: 6 }) }),
      fc.record({ dia_mes: fc.integer({ min: 1, max: 31 }) }),
      fc.constant({}),
    )
    fc.assert(
      fc.property(on, hour, fc.integer({ min: 0, max: 4000 }), hour, (rule, hora, days, at) => {
        const day = addDays('2024-01-01', days)
        const next = nextSend({ ...rule, hora }, { day, hour: at })
        expect(`${next.day} ${next.hour}` > `${day} ${at}`).toBe(true)
        expect(next.day <= addDays(day, 32)).toBe(true)
        if ('dia_semana' in rule) expect(weekday(next.day)).toBe(rule.dia_semana)
      }),
    )
  })
})

it('periods follow the day', () => {
  expect(daysOf('mes_corrente', '2026-02-10')).toEqual(['2026-02-01', '2026-02-28'])
  expect(daysOf('mes_anterior', '2026-01-31')).toEqual(['2025-12-01', '2025-12-31'])
  expect(daysOf('hoje', '2026-01-31')).toEqual(['2026-01-31', '2026-01-31'])
  expect(daysOf('proximos_30', '2026-01-31')).toEqual(['2026-01-31', '2026-03-02'])
  expect([isRelativePeriod('hoje'), isRelativePeriod('ontem'), isRelativePeriod(1)]).toEqual([true, false, false])
})
