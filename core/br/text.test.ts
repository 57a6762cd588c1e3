import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { decimal, fromUnits } from '../money/decimal'
import {
  maskCep,
  maskCnpj,
  maskCpf,
  maskDate,
  maskEan,
  maskMoney,
  maskNcm,
  maskPhone,
  maskPlate,
  maskTaxId,
} from './masks'
import {
  formatCurrency,
  formatNumber,
  formatPercent,
  formatQuantity,
  keepNumberCharacters,
  parseNumber,
  readNumberField,
} from './number'
import { formatCnpj, formatCpf } from './tax-id'

const amounts = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 6 }))
  .map(([units, decimals]) => ({ value: fromUnits(units, decimals), decimals }))

describe('numbers', () => {
  it('reads what it writes', () => {
    fc.assert(
      fc.property(amounts, ({ value, decimals }) => {
        expect(parseNumber(formatNumber(value, decimals)).eq(value)).toBe(true)
        expect(parseNumber(formatCurrency(value, decimals)).eq(value)).toBe(true)
        expect(readNumberField(formatNumber(value.abs(), decimals))?.eq(value.abs())).toBe(true)
      }),
    )
  })

  it('writes as the pt-BR locale of the engine does', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
        const expected = (cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
        expect(formatNumber(decimal(cents).div(100))).toBe(expected.replace(/^-(?=0,00$)/, ''))
      }),
    )
  })

  it.each([
    ['1.234,56', '1234.56'],
    ['1234,5', '1234.5'],
    [',5', '0.5'],
    ['5,', '5'],
    ['R$ 1.000', '1000'],
    ['-R$ 3,10', '-3.1'],
    ['R$ -3,10', '-3.1'],
    ['0', '0'],
    ['1.250', '1250'],
    ['0.125', '0.125'],
    ['-0.5', '-0.5'],
    ['00.10', '0.1'],
    ['R$ 0.99', '0.99'],
    ['0.', '0'],
  ])('reads %j', (text, value) => {
    expect(parseNumber(text).toString()).toBe(value)
  })

  it.each([
    '',
    ',',
    '1,2,3',
    '1.23',
    '1.2345',
    '12.5',
    '12.34,5',
    '01.250',
    '0.125,5',
    '0.125.000',
    '.125',
    'abc',
    '--1',
    '-R$ -1',
    '1e3',
    '1'.repeat(61),
  ])('refuses %j', (text) => {
    expect(() => parseNumber(text)).toThrowError(/como 1.234,56/)
  })

  it('follows the rule of number fields: letters, minus and second commas go', () => {
    expect(readNumberField('-1.2a34,5,6')?.toString()).toBe('1234.56')
    expect(readNumberField('abc')).toBeNull()
    expect(['0.125', '1.250', '0,5'].map((text) => readNumberField(text)?.toString())).toEqual(['0.125', '1250', '0.5'])
    expect(keepNumberCharacters('1,2,3.4')).toBe('1,234')
  })

  it('shows money, quantities and percentages', () => {
    expect(formatCurrency('-1234.5')).toBe('-R$ 1.234,50')
    expect(formatQuantity('1000')).toBe('1.000,000')
    expect(formatPercent('12.345')).toBe('12,35 %')
    expect(formatNumber('-0.001')).toBe('0,00')
  })

  it('answers or refuses any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\d.,R$ -]{0,20}$/)), (text) => {
        readNumberField(text)
        try {
          parseNumber(text)
        } catch (error) {
          expect(error).toBeInstanceOf(CoreError)
        }
      }),
      { numRuns: 20_000 },
    )
  })
})

describe('masks', () => {
  const masks = { maskCpf, maskCnpj, maskTaxId, maskCep, maskPhone, maskEan, maskNcm, maskDate, maskPlate, maskMoney }

  it.each(Object.entries(masks))('%s changes nothing when applied twice', (_, mask) => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\dA-Za-z.,/+ -]{0,24}$/)), (typed) => {
        const once = mask(typed)
        expect(mask(once)).toBe(once)
        expect(once.length).toBeLessThanOrEqual(140)
      }),
      { numRuns: 2000 },
    )
  })

  it('arrives, key by key, at the formatted id', () => {
    const typeAll = (text: string, mask: (typed: string) => string): string =>
      [...text].reduce((shown, key) => mask(shown + key), '')
    fc.assert(
      fc.property(fc.stringMatching(/^\d{11}$/), (id) => {
        expect(typeAll(id, maskTaxId)).toBe(formatCpf(id))
      }),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Z]{12}\d{2}$/), (id) => {
        expect(typeAll(id, maskTaxId)).toBe(formatCnpj(id))
      }),
    )
  })

  it.each([
    [maskTaxId, '123', '123'],
    [maskTaxId, '1234', '123.4'],
    [maskTaxId, '12abc', '12.ABC'],
    [maskCnpj, '12ABC34501DEXX35', '12.ABC.345/01DE-35'],
    [maskCep, '013101009', '01310-100'],
    [maskPhone, '1131234567', '(11) 3123-4567'],
    [maskPhone, '11912345678', '(11) 91234-5678'],
    [maskPhone, '+5511912345678', '(11) 91234-5678'],
    [maskPhone, '40041234', '4004-1234'],
    [maskPhone, '08007771234', '0800 777 1234'],
    [maskPhone, '+13055550100', '+13055550100'],
    [maskPhone, '+', '+'],
    [maskNcm, '84713012', '8471.30.12'],
    [maskEan, '789 100 0315507x', '7891000315507'],
    [maskDate, '15032026', '15/03/2026'],
    [maskDate, '+7', '+7'],
    [maskPlate, 'abc1234', 'ABC-1234'],
    [maskPlate, 'abc1d23', 'ABC1D23'],
    [maskMoney, '1234567,891', '1.234.567,89'],
    [maskMoney, ',5', '0,5'],
    [maskMoney, '0012', '12'],
    [maskMoney, '10,', '10,'],
    [maskMoney, '0.', '0,'],
    [maskMoney, '0.125', '0,12'],
    [maskMoney, '1.', '1'],
  ])('%o of %j is %j', (mask, typed, shown) => {
    expect(mask(typed)).toBe(shown)
  })
})
