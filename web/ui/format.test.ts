import { avatarHue, initials } from './avatar'
import { describe, expect, it } from 'vitest'
import {
  displayName,
  finder,
  folded,
  formatAmount,
  formatCost,
  formatCount,
  formatDateTime,
  formatGridAmount,
  formatMoney,
  formatQuantity,
  formatWhole,
  groupedCode,
} from './format'

describe('texts for reading', () => {
  it('writes amounts exactly', () => {
    expect(formatAmount('1234567.895')).toBe('1.234.567,90')
    expect(formatAmount(-0.005)).toBe('-0,01')
    expect(formatMoney(-1234.5)).toBe('-R$ 1.234,50')
    expect(formatQuantity('1500.500')).toBe('1.500,5')
    expect(formatQuantity(3)).toBe('3')
    expect(formatAmount('abc')).toBe('')
    expect(formatWhole('1234.50')).toBe('R$ 1.235')
    expect(formatWhole('-0.4')).toBe('R$ 0')
  })

  it('a cost that nobody knows is a dash, a cost of nothing too', () => {
    expect(formatCost(null)).toBe('–')
    expect(formatCost('0.00')).toBe('–')
    expect(formatCost('2.5')).toBe('R$ 2,50')
  })

  it('shows zero as a dash in grids only', () => {
    expect(formatGridAmount(0)).toBe('–')
    expect(formatGridAmount('0.00')).toBe('–')
    expect(formatGridAmount(0.01)).toBe('0,01')
  })

  it('says of an estimated count that it is about that', () => {
    expect(formatCount(10_001, true)).toBe('cerca de 10.000')
    expect(formatCount(987_654, true)).toBe('cerca de 990.000')
    expect(formatCount(1234, false)).toBe('1.234')
  })

  it('shows date-times, codes and names', () => {
    expect(formatDateTime('2026-03-15 09:05:00')).toBe('15/03/2026 09:05:00')
    expect(formatDateTime(null)).toBe('')
    expect(groupedCode('12345678901')).toBe('1234 5678 901')
    expect(displayName({ id: 3, xNome: 'Ana' })).toBe('Ana')
    expect(displayName({ id: 3 })).toBe('#3')
    expect(initials('maria das dores')).toBe('MD')
    expect(avatarHue('Zé')).not.toBe(avatarHue('Ana'))
    expect(folded('São João')).toBe('sao joao')
  })

  it('finds by every word, in any order, whatever accents and case', () => {
    const texts = ['São João', 'João Pessoa', 'Sao Jose']
    expect(texts.filter(finder(' JOAO  são '))).toEqual(['São João'])
    expect(texts.filter(finder('  '))).toEqual(texts)
  })
})
