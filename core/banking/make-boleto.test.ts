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

  it.each([
    ['001', '12345604321-2', '1234560432112340012345609'],
    ['033', '000000004321-4', '9012345600000000432140101'],
    ['104', '14000000000004321-0', '1234560000100040000043219'],
    ['237', '09/00000004321-7', '1234090000000432101234560'],
    ['341', '109/00004321-8', '1090000432181234567897000'],
    ['748', '26/200005-4', '1126200005412340512345106'],
    ['756', '0004321-9', '1123401012345600043219001'],
    ['041', '00004321-64', '2112340123456000043214099'],
    ['077', '112/0000004321-5', '1234112012345600000043215'],
    ['085', '01234567000004321', '1234560123456700000432109'],
    ['084', '09/00000004321-7', '1234090000000432101234560'],
    ['136', '0000004321-4', '1234000123456700000043214'],
    ['208', '09/00000004321-7', '1234090000000432101234560'],
    ['336', '0000004321-5', '0000001234560000004321093'],
    ['422', '00004321-4', '7123450012345670000432142'],
  ])('of bank %s has the number %s and its own digits of the barcode', (banco, formatado, campo) => {
    const carteira = new Map([
      ['341', '109'],
      ['033', '101'],
      ['077', '112'],
      ['756', '1'],
      ['748', '1'],
    ]).get(banco)
    const isShort = banco === '341' || banco === '748'
    const made = makeBoleto({
      conta: {
        banco,
        agencia: '1234',
        agencia_dv: '5',
        conta: banco === '341' ? '56789' : '123456',
        conta_dv: '7',
        convenio: isShort ? '12345' : '123456',
        carteira: carteira ?? '9',
        posto: '05',
      },
      nosso_numero: banco === '748' ? '26200005' : '4321',
      valor: '10.00',
    })
    expect([made.nosso_numero.formatado, made.campo_livre]).toEqual([formatado, campo])
  })

  it('has the letters and second digits that banks give, and says whether it has an amount', () => {
    const number = (banco: string, nosso_numero: string) =>
      makeBoleto({ conta: { banco, agencia: '1', conta: '1', convenio: '1', carteira: '9' }, nosso_numero })
        .nosso_numero.formatado
    expect(number('237', '2')).toBe('09/00000000002-P')
    // The first digit goes up by one where the second would be none.
    expect(['10', '19'].map((one) => number('041', one))).toEqual(['00000010-90', '00000019-02'])
    const sicredi = {
      conta: { banco: '748', agencia: '1', conta: '', convenio: '1', posto: '1' },
      nosso_numero: '26200001',
    }
    expect(
      [makeBoleto(sicredi), makeBoleto({ ...sicredi, valor: 1 })].map((one) => one.campo_livre.slice(22, 24)),
    ).toEqual(['00', '10'])
  })

  it('of C6 ends with who prints it: the company in carteira 20, else the bank', () => {
    const last = (carteira: string) =>
      makeBoleto({ conta: { banco: '336', agencia: '1', conta: '1', carteira }, nosso_numero: '1' }).campo_livre.slice(
        22,
      )
    expect(['10', '20', '21', '24', '30', '60'].map(last)).toEqual(['103', '204', '213', '243', '303', '603'])
  })

  it('of Safra has a zero for the digit that its agency has not, and a number whose rest is 0 has digit 1', () => {
    const conta = { banco: '422', agencia: '0040', conta: '27824', conta_dv: '7' }
    expect(makeBoleto({ conta, nosso_numero: '26173001' })).toMatchObject({
      campo_livre: '7004000002782472617300112',
      nosso_numero: { dv: '1' },
    })
  })

  it('of Itaú has its number guarded with agency and account', () => {
    const made = makeBoleto({ ...ITAU, dVencimento: '2026-11-20', valor: '10.00' })
    expect(made.nosso_numero).toEqual({ numero: '81006219', dv: '8', formatado: '180/81006219-8' })
    expect(made.campo_livre).toBe('1808100621981987864046000')
  })

  it('of some carteiras of Itaú has its number guarded alone', () => {
    const conta = { banco: '341', agencia: '0507', conta: '23333', conta_dv: '6' }
    const made = makeBoleto({ conta: { ...conta, carteira: '112' }, nosso_numero: '34598460' })
    expect(made.nosso_numero.formatado).toBe('112/34598460-6')
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
