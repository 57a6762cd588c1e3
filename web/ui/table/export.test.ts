import { expect, it } from 'vitest'
import { toCsv, toTsv } from './export'

const columns = [
  { field: 'xNome', label: 'Nome' },
  { field: 'v', label: 'Valor; R$', kind: 'money' },
] as const

it('quotes what needs it and never lets a cell run as a formula', () => {
  expect(
    toCsv(columns, [
      { id: 1, xNome: '=1+1', v: 1234.5 },
      { id: 2, xNome: 'a "b";c', v: -3 },
    ]),
  ).toBe('\uFEFFNome;"Valor; R$"\r\n\'=1+1;1.234,50\r\n"a ""b"";c";-3,00')
})

it('copies rows by tabs', () => {
  expect(toTsv(columns, [{ id: 1, xNome: 'a\tb', v: 1 }])).toBe('a b\t1,00')
})
