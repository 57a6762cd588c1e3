import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkWeek, dayName, readHour, WEEK } from './week'

describe('an hour', () => {
  it.each([
    ['8', '08:00'],
    ['08:30', '08:30'],
    ['8h', '08:00'],
    ['8h45', '08:45'],
    ['800', '08:00'],
    ['2359', '23:59'],
    [' 7.15 ', '07:15'],
  ])('%s is %s', (typed, hour) => expect(readHour(typed)).toBe(hour))

  it.each(['24:00', '8:60', '8:5', 'oito', '', '12345', '-1', '8:30h'])('%j is none', (typed) =>
    expect(readHour(typed)).toBeUndefined(),
  )

  it('reads back every minute of the day', () => {
    const minute = fc.integer({ min: 0, max: 1439 })
    fc.assert(
      fc.property(minute, (n) => {
        const hour = `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`
        expect(readHour(hour)).toBe(hour)
        expect(readHour(hour.replace(':', ''))).toBe(hour)
      }),
    )
  })
})

describe('a week', () => {
  const window = (dia_semana: number, hora_inicio: string, hora_fim: string) => ({ dia_semana, hora_inicio, hora_fim })

  it('goes from Monday to Sunday, numbered as the specification does', () => {
    expect(WEEK.map(({ day }) => day)).toEqual([1, 2, 3, 4, 5, 6, 0])
    expect([dayName(0), dayName(6), dayName(7)]).toEqual(['Domingo', 'Sábado', ''])
  })

  it('takes windows that touch, and the same hours on other days', () => {
    expect(() =>
      checkWeek([window(1, '13:00', '18:00'), window(1, '08:00', '13:00'), window(2, '08:00', '18:00')]),
    ).not.toThrow()
  })

  it('names the day of what runs backwards or over another', () => {
    expect(() => checkWeek([window(3, '18:00', '08:00')])).toThrow('Quarta-feira: a hora final vem depois da inicial.')
    expect(() => checkWeek([window(0, '08:00', '08:00')])).toThrow('Domingo: a hora final')
    expect(() => checkWeek([window(6, '08:00', '12:00'), window(6, '11:59', '13:00')])).toThrow(
      'Sábado: os horários se sobrepõem.',
    )
  })
})
