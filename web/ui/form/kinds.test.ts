import { describe, expect, it } from 'vitest'
import { KINDS, type TextKind } from './kinds'

const today = '2026-11-20'
const read = (kind: TextKind, text: string, decimals?: number): unknown =>
  KINDS[kind].read(text, { today, ...(decimals === undefined ? {} : { decimals }) })

describe('boxes read what is typed', () => {
  it.each<[TextKind, string, unknown]>([
    ['money', '1.234,565', 1234.57],
    ['money', '-12', 12],
    ['money', '', null],
    ['integer', '1.234', 1234],
    ['fraction', '10', 0.1],
    ['fraction', '12,5', 0.125],
    ['factor', '5/110', 0.0454545455],
    ['factor', '1,5 / 3', 0.5],
    ['factor', '5/', 5],
    ['factor', '12,5', 12.5],
    ['factor', '5/0', 5],
    ['date', '15/3', '2026-03-15'],
    ['date', '31/2', null],
    ['datetime', '15/3 14:30', '2026-03-15 14:30:00'],
    ['datetime', 'x', null],
    ['taxid', '12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['cep', '01310-100', '01310100'],
    ['ean', '789 1234', '7891234'],
    ['ean', '', null],
  ])('%s %s gives %s', (kind, text, expected) => {
    expect(read(kind, text)).toBe(expected)
  })

  it('keeps the sign of a field that goes below zero, and of no other', () => {
    const typed = ['-', '-7', '-7,5'].map((text) => KINDS.percent.clean(text, { signed: true }))
    expect(typed).toEqual(['-', '-7', '-7,5'])
    expect(typed.map((text) => KINDS.percent.read(text, { signed: true }))).toEqual([null, -7, -7.5])
    expect([KINDS.percent.clean('-7,5', {}), KINDS.percent.read('-7,5', {})]).toEqual(['7,5', 7.5])
  })

  it('keeps as many decimals as the field has', () => {
    expect(read('number', '1,23456', 4)).toBe(1.2346)
  })
})

describe('boxes show what is stored', () => {
  it.each<[TextKind, unknown, string]>([
    ['money', 1234.5, '1.234,50'],
    ['fraction', 0.125, '12,5'],
    ['date', '2026-03-15', '15/03/2026'],
    ['cep', '01310100', '01310-100'],
    ['taxid', '11144477735', '111.444.777-35'],
    ['money', null, ''],
  ])('%s %s as %s', (kind, value, expected) => {
    expect(KINDS[kind].show(value, { today })).toBe(expected)
  })

  it('reads back what it shows', () => {
    for (const value of [0.0001, 0.5, 1, 0.3333]) expect(read('fraction', KINDS.fraction.show(value, {}))).toBe(value)
  })
})

describe('boxes know what is wrong', () => {
  it('checks tax ids, EAN and postcodes', () => {
    expect(KINDS.taxid.fault?.('11144477735')).toBeUndefined()
    expect(KINDS.taxid.fault?.('11144477734')).toBe('O CPF informado é inválido.')
    expect(KINDS.taxid.fault?.('12ABC34501DE34')).toBe('O CNPJ informado é inválido.')
    expect(KINDS.ean.fault?.('7891234567895')).toBeUndefined()
    expect(KINDS.ean.fault?.('7891234567890')).toBeDefined()
  })
})
