import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { decimal, sum } from '../money/decimal'
import { arbitrarySales, cieloFile, oldCieloFile, stoneFile } from './cards.fixture'
import { matchCards } from './match'
import { readCardFile, readCardText } from './read'

const cents = (amount: string) => decimal(amount).times(100).toFixed(0)

describe('files that were made', () => {
  it('every sale of a file of any layout is a row, and gross less fee is net', () => {
    fc.assert(
      fc.property(arbitrarySales, fc.constantFrom('15', '001', 'stone'), (sales, layout) => {
        const units = [{ day: '2026-11-20', sales }]
        const text =
          layout === '15'
            ? cieloFile({ units })
            : layout === '001'
              ? oldCieloFile({ units })
              : stoneFile({ day: '2026-11-20', paid: { id: '1', sales } })
        const file = readCardText(text)
        expect(file.notices).toEqual([])
        expect(file.rows.map((one) => [one.nsu, cents(one.batch_gross_amount)])).toEqual(
          sales.map((one) => [one.nsu, String(one.gross)]),
        )
        const fee = sales.reduce((total, one) => total + one.fee, 0)
        expect(cents(sum(file.rows.map((one) => one.fee_amount)).toFixed(2))).toBe(String(fee))
        for (const one of file.rows)
          expect(decimal(one.batch_gross_amount).minus(one.fee_amount).toFixed(6)).toBe(one.net_amount)
        expect(new Set(file.rows.map((one) => one.chave)).size).toBe(sales.length)
        expect(file.batches).toHaveLength(1)
      }),
    )
  })

  it('a sale has the same key in the file that expects it and in the one that pays it', () => {
    fc.assert(
      fc.property(arbitrarySales, (sales) => {
        const units = [{ day: '2026-11-20', sales }]
        const keys = (text: string) => readCardText(text).rows.map((one) => one.chave)
        expect(keys(cieloFile({ units, option: '03' }))).toEqual(keys(cieloFile({ units, option: '04' })))
        const captures = sales.map((one) => ({ ...one, expected: '2026-11-20' }))
        expect(keys(stoneFile({ day: '2026-11-01', captures }))).toEqual(
          keys(stoneFile({ day: '2026-11-20', paid: { id: '1', sales } })),
        )
      }),
    )
  })

  it('true twins are two rows', () => {
    const twin = { nsu: '111111', authorization: '222222', day: '2026-11-02', gross: 100, fee: 3 }
    const { rows } = readCardText(cieloFile({ units: [{ day: '2026-11-20', sales: [twin, twin] }] }))
    expect(rows).toHaveLength(2)
    expect(rows[1]?.chave).toBe(`${rows[0]?.chave ?? ''}|#2`)
  })

  it('a record that no layout knows is kept, and a trailer that counts otherwise is told', () => {
    const sales = [{ nsu: '111111', authorization: '222222', day: '2026-11-02', gross: 100, fee: 3 }]
    const lines = cieloFile({ units: [{ day: '2026-11-20', sales }] }).split('\r\n')
    const file = readCardText([...lines.slice(0, -1), 'Zwhat is this', ...lines.slice(-1)].join('\n'))
    expect(file.unknown).toEqual([{ line: 4, text: 'Zwhat is this' }])
    expect(file.notices).toEqual(['O registro final conta 4 registros, e o arquivo tem 5.'])
  })

  it('what is charged back is below zero in the deposit, and the deposit is what the acquirer says', () => {
    const sale = { nsu: '5550001', authorization: '222222', day: '2026-11-02', gross: 20_000, fee: 500 }
    const back = { ...sale, nsu: '5550002', gross: -3000, fee: -75 }
    const { rows, notices } = readCardText(stoneFile({ day: '2026-11-20', paid: { id: '9', sales: [sale, back] } }))
    expect(notices).toEqual([])
    expect(rows.map((one) => [one.kind, one.batch_gross_amount, one.net_amount])).toEqual([
      ['venda', '200.00', '195.000000'],
      ['contestacao', '-30.00', '-29.250000'],
    ])
    expect(rows[0]?.recebimento).toBe(rows[1]?.recebimento)
  })
})

describe('files that are none', () => {
  it('any bytes are read or refused in Portuguese, and nothing else happens', () => {
    const beginnings = ['', '0', '002', '<Conciliation>', `0${'1'.repeat(41)}CIELO03`, '00226112026REDECARD']
    fc.assert(
      fc.property(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 400 }), (start, bytes) => {
        const all = new Uint8Array([...new TextEncoder().encode(start), ...bytes])
        try {
          expect(readCardFile(all).rows.length).toBeLessThan(100)
        } catch (error) {
          expect(error).toBeInstanceOf(CoreError)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('a made file that was changed anywhere is read or refused', () => {
    const sales = [{ nsu: '111111', authorization: '222222', day: '2026-11-02', gross: 100, fee: 3 }]
    const text = cieloFile({ units: [{ day: '2026-11-20', sales }] })
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 3 }), (at, other) => {
        try {
          readCardText(text.slice(0, at) + other + text.slice(at + 1))
        } catch (error) {
          expect(error).toBeInstanceOf(CoreError)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('says what it reads', () => {
    expect(() => readCardText('<nfeProc/>')).toThrow(
      'Não foi possível ler o arquivo da adquirente: não é um extrato da Cielo, um EEVC da Rede nem uma conciliação da Stone.',
    )
  })
})

describe('matchCards', () => {
  const row = (id: number, nsu: string, more: object = {}) => ({
    id,
    nsu,
    authorization_code: 'A1',
    installment: 1,
    sale_date: '2026-11-02',
    batch_gross_amount: '10.00',
    ...more,
  })
  const title = (id: number, nsu: string | null, more: object = {}) => ({
    id,
    nsu,
    authorization_code: 'A1',
    parcela: 1,
    dEmissao: '2026-11-02',
    vSaldo: '10.00',
    ...more,
  })

  it('pairs by number, authorisation and instalment, whatever the value', () => {
    const rows = [row(1, '000123'), row(2, '123', { installment: 2 })]
    const titles = [title(8, '123', { parcela: 2 }), title(9, '123', { vSaldo: '11.00' })]
    expect(matchCards(rows, titles)).toEqual([
      { row: 1, title: 9, by: 'nsu' },
      { row: 2, title: 8, by: 'nsu' },
    ])
  })

  it('another authorisation is another sale; none is told by nobody', () => {
    expect(matchCards([row(1, '123')], [title(9, '123', { authorization_code: 'B2' })])).toEqual([])
    expect(matchCards([row(1, '123', { authorization_code: '' })], [title(9, '123')])).toHaveLength(1)
  })

  it('without a number the same day and value, where it is the only one', () => {
    expect(matchCards([row(1, '7')], [title(9, null)])).toEqual([{ row: 1, title: 9, by: 'data' }])
    expect(matchCards([row(1, '7')], [title(9, null), title(10, null)])).toEqual([])
    expect(matchCards([row(1, '7'), row(2, '8')], [title(9, null)])).toEqual([])
  })

  it('no row and no receivable is in two pairs', () => {
    const some = fc.record({
      nsu: fc.constantFrom('', '1', '2'),
      auth: fc.constantFrom('', 'A', 'B'),
      n: fc.constantFrom(1, 2),
    })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 8 }), fc.array(some, { maxLength: 8 }), (left, right) => {
        const found = matchCards(
          left.map((one, id) => row(id, one.nsu, { authorization_code: one.auth, installment: one.n })),
          right.map((one, id) => title(id, one.nsu, { authorization_code: one.auth, parcela: one.n })),
        )
        expect(new Set(found.map((one) => one.row)).size).toBe(found.length)
        expect(new Set(found.map((one) => one.title)).size).toBe(found.length)
      }),
    )
  })
})
