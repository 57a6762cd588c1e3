import { describe, expect, it } from 'vitest'
import { avatarHue, formatAmount, formatCount, formatDateTime, formatGridAmount, formatMoney, formatQuantity, formatTaxId, initials } from './format'
import { orderedRange, parseDate, parseDateTime } from './parse-date'
import { cleanNumber, parseNumber } from './parse-number'

describe('numbers as typed', () => {
  it('keeps digits and one comma', () => {
    expect(cleanNumber('R$ -1.234,5,6', 2)).toBe('1234,56')
    expect(cleanNumber('12,5', 0)).toBe('12')
  })

  it.each([
    ['1.234,56', 2, 1234.56],
    ['1.250', 2, 1250],
    ['12.5', 2, 12.5],
    ['1234.56', 2, 1234.56],
    ['0,125', 2, 0.13],
    [',5', 2, 0.5],
    ['7,', 2, 7],
    ['abc', 2, null],
    ['', 2, null],
  ])('%s with %d decimals is %s', (text, decimals, expected) => {
    expect(parseNumber(text, decimals)).toBe(expected)
  })
})

describe('dates as typed', () => {
  const today = '2026-11-20'
  it.each([
    ['h', '2026-11-20'],
    ['Hoje', '2026-11-20'],
    ['o', '2026-11-19'],
    ['a', '2026-11-21'],
    ['+15', '2026-12-05'],
    ['-20', '2026-10-31'],
    ['15', '2026-11-15'],
    ['15/3', '2026-03-15'],
    ['15/3/27', '2027-03-15'],
    ['150327', '2027-03-15'],
    ['15032027', '2027-03-15'],
    ['1503', '2026-03-15'],
    ['2027-02-28', '2027-02-28'],
    ['29/2/2027', null],
    ['31/11', null],
    ['0', null],
    ['amanhã cedo', null],
    ['', null],
  ])('%s is %s', (text, expected) => {
    expect(parseDate(text, today)).toBe(expected)
  })

  it('reads a time after the day', () => {
    expect(parseDateTime('15/3 14:30', today)).toBe('2026-03-15 14:30:00')
    expect(parseDateTime('h 9', today)).toBe('2026-11-20 09:00:00')
    expect(parseDateTime('h', today)).toBe('2026-11-20 00:00:00')
    expect(parseDateTime('h 25:00', today)).toBeNull()
  })

  it('moves the other end of a crossed range', () => {
    expect(orderedRange({ ini: '2026-05-02', fim: '2026-05-01' }, 'ini')).toEqual({ ini: '2026-05-02', fim: '2026-05-02' })
    expect(orderedRange({ ini: '2026-05-02', fim: '2026-05-01' }, 'fim')).toEqual({ ini: '2026-05-01', fim: '2026-05-01' })
  })
})

describe('texts for reading', () => {
  it('writes amounts exactly', () => {
    expect(formatAmount('1234567.895')).toBe('1.234.567,90')
    expect(formatAmount(-0.005)).toBe('-0,01')
    expect(formatMoney(-1234.5)).toBe('-R$ 1.234,50')
    expect(formatGridAmount(0)).toBe('–')
    expect(formatQuantity('1500.500')).toBe('1.500,5')
    expect(formatAmount('abc')).toBe('')
  })

  it('shows a capped count', () => {
    expect(formatCount(10_001, true)).toBe('10.000+')
    expect(formatCount(1234, false)).toBe('1.234')
  })

  it('shows tax ids, numeric and with letters', () => {
    expect(formatTaxId('11144477735')).toBe('111.444.777-35')
    expect(formatTaxId('12ABC34501DE35')).toBe('12.ABC.345/01DE-35')
    expect(formatTaxId('')).toBe('--')
  })

  it('shows date-times and initials', () => {
    expect(formatDateTime('2026-03-15 09:05:00')).toBe('15/03/2026 09:05:00')
    expect(initials('maria das dores')).toBe('MD')
    expect(avatarHue('Zé')).not.toBe(avatarHue('Ana'))
  })
})
