import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../br/civil-date'
import type { Numerado } from './account'
import { BOLETO_BANKS } from './banks/banks'
import { readSlip } from './boleto'
import { makeBoleto } from './make-boleto'

const digits = (least: number, most: number) =>
  fc.stringMatching(new RegExp(String.raw`^[1-9]\d{${least - 1},${most - 1}}$`))

/** What every bank takes, at the widths of the narrowest. */
const numbered = fc.record({
  conta: fc.record({
    banco: fc.constantFrom(...BOLETO_BANKS.keys()),
    agencia: digits(1, 4),
    conta: digits(1, 5),
    convenio: digits(4, 5),
    carteira: digits(1, 1),
    posto: digits(1, 2),
  }),
  nosso_numero: digits(1, 5),
  seu_numero: digits(1, 7),
})

const ITAU: Numerado = {
  conta: { banco: '341', agencia: '1987', conta: '86404', carteira: '180' },
  nosso_numero: '81006219',
}

describe('a boleto', () => {
  it('that was made is read with its bank, day and amount, at every bank', () => {
    fc.assert(
      fc.property(numbered, fc.nat(9_000), fc.nat(999_999_999), (one, ahead, cents) => {
        const due = addDays('2022-01-01', ahead)
        const valor = (cents / 100).toFixed(2)
        const made = makeBoleto({ ...one, dVencimento: due, valor })
        const slip = readSlip(made.linha_digitavel, due)
        expect(slip).toMatchObject({
          banco: one.conta.banco,
          codigo_barras: made.codigo_barras,
          dVencimento: due,
          ...(cents === 0 ? {} : { valor }),
        })
      }),
    )
  })

  it('of another number has another barcode, and its own digit', () => {
    fc.assert(
      fc.property(numbered, digits(1, 5), (one, other) => {
        fc.pre(one.nosso_numero !== other)
        const [first, second] = [makeBoleto(one), makeBoleto({ ...one, nosso_numero: other })]
        expect(first.campo_livre).not.toBe(second.campo_livre)
        expect(first.nosso_numero.formatado).not.toBe(second.nosso_numero.formatado)
      }),
    )
  })

  it('of Itaú has its number guarded with agency and account', () => {
    const made = makeBoleto({ ...ITAU, dVencimento: '2026-11-20', valor: '10.00' })
    expect(made.nosso_numero).toEqual({ numero: '81006219', dv: '8', formatado: '180/81006219-8' })
    expect(made.campo_livre).toBe('1808100621981987864046000')
  })

  it('whose amount has no room beside the factor tells no day', () => {
    const made = makeBoleto({ ...ITAU, dVencimento: '2026-11-20', valor: '123456789.01' })
    expect(readSlip(made.codigo_barras, '2026-11-20')).toMatchObject({ valor: '123456789.01' })
    expect(readSlip(made.codigo_barras, '2026-11-20').dVencimento).toBeUndefined()
  })

  it('is refused by the field that is missing or has no room', () => {
    const made =
      (change: Partial<Numerado['conta']>, nosso_numero = '1') =>
      () =>
        makeBoleto({ conta: { ...ITAU.conta, ...change }, nosso_numero })
    expect(made({ agencia: '' })).toThrow('O campo agência não foi informado.')
    expect(made({ conta: '123456' })).toThrow('O campo conta tem até 5 dígitos; foi informado “123456”.')
    expect(made({ carteira: '1A' })).toThrow('O campo carteira tem só números; foi informado “1A”.')
    expect(made({}, '123456789')).toThrow('O campo nosso número tem até 8 dígitos')
    expect(made({ banco: '999' })).toThrow('Não há regras de boleto para o banco 999.')
    expect(() => makeBoleto({ ...ITAU, valor: '1.001' })).toThrow('até duas casas')
  })
})
