import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { date, decimals, decodeText, fixedLines, integer, readFixed, text, time } from './fixed-width'

const RECORD = {
  kind: text(1, 2),
  count: integer(3, 4),
  value: decimals(7, 9),
  rate: decimals(16, 5, 3),
  day: date(21, 'ddmmyyyy'),
  short: date(29, 'yymmdd'),
  at: time(35),
} as const

const write = (value: { count: number; cents: number; day: string }) =>
  `AB${String(value.count).padStart(4, '0')}${String(value.cents).padStart(9, '0')}02500${value.day}261126143005`

describe('readFixed', () => {
  it('reads every kind of field', () => {
    const line = { line: 1, text: write({ count: 12, cents: 123_456, day: '26112026' }) }
    expect(readFixed(line, RECORD)).toEqual({
      kind: 'AB',
      count: 12,
      value: '1234.56',
      rate: '2.500',
      day: '2026-11-26',
      short: '2026-11-26',
      at: '14:30:05',
    })
  })

  it('a line cut at its right is as if filled with blanks, and a date that is none is null', () => {
    expect(readFixed({ line: 1, text: 'AB' }, RECORD)).toMatchObject({
      kind: 'AB',
      count: null,
      value: null,
      day: null,
    })
    const none = { line: 1, text: write({ count: 1, cents: 1, day: '31022026' }) }
    expect(readFixed(none, RECORD).day).toBeNull()
  })

  it('an amount that is no number is refused by its line and field', () => {
    const read = () => readFixed({ line: 7, text: 'AB00010000X0001' }, RECORD)
    expect(read).toThrow(new CoreError('bad_field', 'Linha 7: value (coluna 7) não é um número.'))
  })

  it('what was written is what is read', () => {
    const values = fc.record({ count: fc.nat(9999), cents: fc.nat(999_999_999), day: fc.constant('01012030') })
    fc.assert(
      fc.property(values, (one) => {
        const read = readFixed({ line: 1, text: write(one) }, RECORD)
        expect([read.count, Math.round(Number(read.value) * 100)]).toEqual([one.count, one.cents])
      }),
    )
  })
})

describe('fixedLines', () => {
  it('takes any line ending, a byte order mark and the mark of the end', () => {
    expect(fixedLines('\uFEFFA\r\nB\n\rC\u001A\n\u001A').map((one) => [one.line, one.text])).toEqual([
      [1, 'A'],
      [2, 'B'],
      [4, 'C'],
    ])
  })

  it('refuses a line that is too long', () => {
    expect(() => fixedLines('x'.repeat(2001))).toThrow('A linha 1 passa do limite')
  })
})

describe('decodeText', () => {
  it('reads accents of an old file', () => {
    expect(decodeText(new Uint8Array([0x43, 0x4f, 0x4d, 0x49, 0x53, 0x53, 0xc3, 0x4f]))).toBe('COMISSÃO')
  })
})
