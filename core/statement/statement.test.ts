import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameAccount, lineKeys } from './line-key'
import { readAmount, readDay } from './ofx-values'
import { readStatement } from './read-statement'
import { MAX_STATEMENT_BYTES } from './statement'
import { CoreError } from '../errors'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const ofx = (entries: string): Uint8Array =>
  bytesOf(
    `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKTRANLIST>${entries}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  )
const linesOf = (entries: string) => readStatement(ofx(entries)).contas[0]?.linhas ?? []

describe('an amount', () => {
  it.each([
    ['1250,00', '1250.00'],
    ['1.250,00', '1250.00'],
    ['1,250.00', '1250.00'],
    ['1.250.300,5', '1250300.50'],
    ['1.250.300', '1250300.00'],
    ['-33.3', '-33.30'],
    ['+ 10', '10.00'],
    ['10,00-', '-10.00'],
    ['R$ 10,00', '10.00'],
    ['-.5', '-0.50'],
    ['11.7900', '11.79'],
    ['0.001', null],
    ['-10-', null],
    ['', null],
    ['.', null],
    ['1e5', null],
    ['10 D', null],
    ['99999999999999', null],
  ])('%s is %s', (text, value) => {
    expect(readAmount(text)).toBe(value)
  })

  it('comes back however its thousands and decimals are marked', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
        fc.constantFrom('en-US', 'pt-BR'),
        (cents, locale) => {
          const text = (cents / 100).toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
          expect(readAmount(text)).toBe((cents / 100).toFixed(2).replace(/^-0\.00$/, '0.00'))
        },
      ),
    )
  })
})

describe('a day', () => {
  it('is never moved by its zone, and is one of the calendar', () => {
    expect(readDay('20261103235959.999[-3:BRT]')).toBe('2026-11-03')
    expect(readDay('20261103000000[+14:X]')).toBe('2026-11-03')
    expect(readDay('20261103')).toBe('2026-11-03')
    expect([readDay('20260229'), readDay('2026-11-03'), readDay('')]).toEqual([null, null, null])
  })
})

describe('a file', () => {
  it('tells its entries in their order, whatever is in their texts', () => {
    const memo = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .map((text) => text.replaceAll(/\s+/g, ' ').trim())
      .filter((text) => text !== '' && !/[\p{Cc}\p{Cs}\uFFFE\uFFFF]|^s ?a ?l ?d ?o\b/iu.test(text))
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    fc.assert(
      fc.property(
        fc.array(fc.record({ memo, cents: fc.integer({ min: -1e9, max: 1e9 }), closed: fc.boolean() }), {
          maxLength: 20,
        }),
        (rows) => {
          const entries = rows.map(({ memo: told, cents, closed }, at) => {
            const field = (tag: string, value: string) => `<${tag}>${value}${closed ? `</${tag}>` : '\n'}`
            return `<STMTTRN>${field('DTPOSTED', '20261103')}${field('TRNAMT', String(cents / 100))}${field('FITID', String(at))}${field('MEMO', escaped(told))}</STMTTRN>`
          })
          const read = linesOf(entries.join(''))
          expect(read.map((one) => [one.fitid, one.memo, Number(one.valor)])).toEqual(
            rows.map(({ memo: told, cents }, at) => [String(at), told, cents / 100 + 0]),
          )
        },
      ),
    )
  })

  it('of any bytes is read or refused by a rule, never by a fault of the program', () => {
    const pieces = fc.constantFrom(
      '<OFX>',
      '<STMTRS>',
      '</STMTRS>',
      '<STMTTRN>',
      '<DTPOSTED>2026',
      '<TRNAMT>',
      '1,0',
      '<![CDATA[',
      ']]>',
      '&#xD800;',
      '&#99999999;',
      '<',
      '\u0000',
      'é',
      '\n',
      '341',
      '00001E04',
      ' '.repeat(240),
    )
    const any = fc.oneof(
      fc.uint8Array({ maxLength: 2000 }),
      fc.array(pieces, { maxLength: 60 }).map((list) => bytesOf(`<OFX>${list.join('')}`)),
      fc.array(pieces, { maxLength: 60 }).map((list) => bytesOf(`34100000\n3410001${'1'}E04${list.join('')}`)),
    )
    fc.assert(
      fc.property(any, (bytes) => {
        try {
          readStatement(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(CoreError)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('that is cut within an entry tells so, and takes no half amount', () => {
    const whole = '<STMTTRN><DTPOSTED>20261103<TRNAMT>1250.00\n<FITID>1</STMTTRN>'
    const [account] = readStatement(
      bytesOf(`<OFX><STMTRS><BANKTRANLIST>${whole}<STMTTRN><DTPOSTED>20261103<TRNAMT>125`),
    ).contas
    expect([account?.linhas.length, account?.faltas]).toEqual([
      1,
      [{ n: 2, fitid: '', motivo: 'O arquivo está cortado neste lançamento.' }],
    ])
  })

  it('larger than the limit, or made of nothing but tags, is read in one pass', () => {
    expect(() => readStatement(new Uint8Array(MAX_STATEMENT_BYTES + 1))).toThrow('8 MB')
    for (const piece of ['<A>', '<', '<![CDATA[', '&amp;', '<MEMO>\n\n\n'])
      readStatement(bytesOf(`<OFX><STMTRS><STMTTRN>${piece.repeat(1_000_000 / piece.length)}`))
    expect(() => readStatement(bytesOf(`<OFX>${'<STMTRS>'.repeat(501)}`))).toThrow('500 contas')
    expect(() => linesOf('<STMTTRN></STMTTRN>'.repeat(50_001))).toThrow('50000 lançamentos')
    const batch = '34100011E04'
    expect(() => readStatement(bytesOf(`34100000\n${`${batch}\n`.repeat(501)}`))).toThrow('500 contas')
    // A tag that has the name of what all objects have is a tag like any other.
    expect(
      linesOf('<CONSTRUCTOR><STMTTRN><TRNAMT>1.00<DTPOSTED>20261103<MEMO>PIX</STMTTRN></CONSTRUCTOR>'),
    ).toHaveLength(1)
  })

  it('refused by the bank says what the bank said', () => {
    expect(() => readStatement(bytesOf('<OFX><STATUS><CODE>2000<MESSAGE>Sessão expirada\n</STATUS></OFX>'))).toThrow(
      'o banco respondeu: Sessão expirada',
    )
  })

  it('of CNAB 240 whose sum or count is not that of its trailer is refused whole', () => {
    const record = (parts: Readonly<Record<number, string>>) => {
      const row = Array.from({ length: 240 }, () => ' ')
      for (const [at, text] of Object.entries(parts))
        for (const [n, one] of [...text].entries()) row[Number(at) - 1 + n] = one
      return row.join('')
    }
    const file = (records: string, credits: string) =>
      bytesOf(
        [
          record({ 1: '34100000' }),
          record({ 1: '34100011E04' }),
          record({ 1: '3410001300001E', 143: '03112026', 151: '000000000000125000', 169: 'C', 177: 'PIX RECEBIDO' }),
          record({ 1: '34100015', 143: '03112026', 151: '000000000000125000', 169: 'C', 171: records, 195: credits }),
        ].join('\r\n'),
      )
    expect(readStatement(file('000003', '000000000000125000')).contas[0]?.linhas).toMatchObject([
      { valor: '1250.00', memo: 'PIX RECEBIDO' },
    ])
    expect(() => readStatement(file('000004', '000000000000125000'))).toThrow('diz ter 4 registros e tem 3')
    expect(() => readStatement(file('000003', '000000000000125001'))).toThrow('a soma dos créditos')
  })
})

describe('a line', () => {
  it('is known again, and twins of one file stay two', () => {
    const [one, other] = linesOf('<STMTTRN><DTPOSTED>20261103<TRNAMT>1<FITID>A</STMTTRN>'.repeat(2))
    if (!one || !other) throw new Error('Two lines were written.')
    expect(lineKeys([one, other])).toEqual(['2026-11-03 1.00 A #1', '2026-11-03 1.00 A #2'])
    expect(lineKeys([{ ...one, fitid: '', memo: 'PIX' }])).toEqual(['2026-11-03 1.00 PIX #1'])
  })

  it('is of an account by its numbers, with and without zeros and check digits', () => {
    const register = { banco: '341', conta: '01234-5' }
    expect(isSameAccount(register, { banco: '0341', conta: '12345' })).toBe(true)
    expect(isSameAccount(register, { banco: '341', conta: '1234' })).toBe(true)
    expect(isSameAccount(register, { banco: '341', conta: '0042 12345' })).toBe(true)
    expect(isSameAccount(register, { banco: '001', conta: '12345' })).toBe(false)
    expect(isSameAccount(register, { banco: '341', conta: '99999' })).toBe(false)
    expect(isSameAccount({ banco: '341', conta: '' }, { banco: '341', conta: '12345' })).toBeNull()
  })
})
