import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvReader, separatorOf, writeCsv } from './csv'

function read(text: string, cut = text.length || 1) {
  const reader = new CsvReader()
  const records = []
  for (let at = 0; at < text.length; at += cut) records.push(...reader.push(text.slice(at, at + cut)))
  return [...records, ...reader.end()]
}
const cells = (text: string, cut?: number) => read(text, cut).map((one) => one.cells)

describe('CsvReader', () => {
  it('reads quoted cells with separators, quotes and line ends, and counts the lines of the file', () => {
    expect(read('a;b\r\n"1;2";"diz ""oi""\nfim"\r\n3;\r\n')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1;2', 'diz "oi"\nfim'] },
      { line: 4, cells: ['3', ''] },
    ])
  })

  it('takes the separator that the first line uses', () => {
    expect(cells('a,b\n1;5,2')).toEqual([
      ['a', 'b'],
      ['1;5', '2'],
    ])
  })

  it('skips empty lines and reads a last line without an end', () => {
    expect(cells('a;b\n\n1;2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it.each(['\n', '\r\n', '\r'])('ends lines with %j, and counts them alike', (end) => {
    expect(read(`a;b${end}1;"x${end}y"${end}${end}2;z${end}`).map(({ line }) => line)).toEqual([1, 2, 5])
  })

  it('refuses a quote that is never closed, and says where it began', () => {
    expect(() => read('a;b\n"1;2\n3;4\n')).toThrow('Linha 2')
  })

  it('reads back whatever was written, however the file is cut', () => {
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.string({ unit: fc.constantFrom(';', '"', '\r', '\n', 'a') }), { minLength: 2, maxLength: 2 }),
          { minLength: 1 },
        ),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        (rows, cut, end) => {
          const text = `h;i\n${rows.map((row) => row.map(quote).join(';')).join(end)}`
          // The separator is read from the first piece, which holds the first line.
          const reader = new CsvReader()
          const records = [...reader.push('h;i\n')]
          for (let at = 4; at < text.length; at += cut) records.push(...reader.push(text.slice(at, at + cut)))
          records.push(...reader.end())
          expect(records.slice(1).map((one) => one.cells)).toEqual(rows)
        },
      ),
    )
  })

  it.each([
    [';', 'Relatório, de hoje\na;b;c\n1;2,5;3\n'],
    ['\t', 'a\tb\n1,5\t2\n'],
    [',', 'a,b\n"1;2;3",2\n'],
    ['|', 'a|b\n1|2\n'],
  ])('tells %j by the lines', (separator, text) => expect(separatorOf(text)).toBe(separator))

  it('takes the separator that a spreadsheet names', () => {
    expect(read('sep=,\na,b;c\n')).toEqual([{ line: 2, cells: ['a', 'b;c'] }])
  })

  it('refuses too many columns and too long a cell', () => {
    expect(() => read(`${';'.repeat(200)}\n`)).toThrow('mais de 200 colunas')
    expect(() => read(`a;"${'x'.repeat(10_001)}"\n`)).toThrow('10000 caracteres')
  })

  it('reads back what writeCsv wrote', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string(), { minLength: 3, maxLength: 3 }), {
          minLength: 1,
          maxLength: 20,
        }),
        (rows) => {
          expect(cells(`h;i;j\r\n${writeCsv(rows)}`).slice(1)).toEqual(rows)
        },
      ),
    )
  })
})
