import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../br/civil-date'
import { dueDateOf, dueFactor, readSlip } from './boleto'
import { mod10, mod11Boleto, mod11Collection } from './check-digits'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''))

/** Barcodes of banks with their general digit. */
const boletos = fc
  .tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1000, max: 9999 }), digits(35))
  .map(([bank, factor, rest]) => {
    const [head, tail] = [`${String(bank).padStart(3, '0')}9`, `${factor}${rest}`]
    return `${head}${mod11Boleto(head + tail)}${tail}`
  })
  .filter((bar) => !bar.startsWith('8'))

const collections = fc.tuple(fc.constantFrom('6', '7', '8', '9'), digits(40)).map(([kind, rest]) => {
  const head = `85${kind}`
  const digit = kind === '6' || kind === '7' ? mod10 : mod11Collection
  return `${head}${digit(head + rest)}${rest}`
})

/** The text with one digit changed. */
const spoiled = (text: string, at: number, by: number): string =>
  text.slice(0, at) + String((Number(text[at]) + by) % 10) + text.slice(at + 1)

describe('a slip', () => {
  it('is the same by its barcode and by its line', () => {
    fc.assert(
      fc.property(fc.oneof(boletos, collections), (bar) => {
        const slip = readSlip(bar, '2026-11-25')
        expect(slip.codigo_barras).toBe(bar)
        expect(readSlip(slip.linha_digitavel, '2026-11-25')).toEqual(slip)
      }),
    )
  })

  it('of a boleto with one digit of its line wrong is refused', () => {
    fc.assert(
      fc.property(boletos, fc.integer({ min: 4, max: 31 }), fc.integer({ min: 1, max: 9 }), (bar, at, by) => {
        const { linha_digitavel } = readSlip(bar, '2026-11-25')
        expect(() => readSlip(spoiled(linha_digitavel, at, by), '2026-11-25')).toThrow('Código inválido')
      }),
    )
  })

  it('says what is wrong with it', () => {
    const says = (text: string) => () => readSlip(text, '2026-11-25')
    expect(says('123')).toThrow(
      'Código inválido: são 3 dígitos; um boleto tem 47, uma guia 48 e um código de barras 44.',
    )
    expect(says('abc')).toThrow('Código inválido: só se esperam números.')
    expect(says('85000000001117004222014080700000000008500690')).toThrow('o terceiro dígito de uma guia vai de 6 a 9')
  })

  it('of an amount that does not fit tells it whole, and no due date', () => {
    const [head, tail] = ['0019', `00012345678901${'2'.repeat(25)}`]
    const slip = readSlip(`${head}${mod11Boleto(head + tail)}${tail}`, '2026-11-25')
    expect(slip).toMatchObject({ kind: 'boleto', banco: '001', valor: '123456789.01' })
    expect(slip.dVencimento).toBeUndefined()
  })
})

describe('the factor of a due date', () => {
  it('turns on 22/02/2025, and is read back near its day', () => {
    expect(['2025-02-21', '2025-02-22', '2026-11-20'].map(dueFactor)).toEqual(['9999', '1000', '1636'])
    expect(() => dueFactor('1997-10-06')).toThrow('fator')
    expect(dueDateOf('0000', '2026-11-25')).toBeUndefined()
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: -2_900, max: 5_400 }), (day, ahead) => {
        const today = addDays('2005-12-25', day)
        const due = addDays(today, ahead)
        fc.pre(due >= '2000-07-03')
        expect(dueDateOf(dueFactor(due), today)).toBe(due)
      }),
    )
  })
})
