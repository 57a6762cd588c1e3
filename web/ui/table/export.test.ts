import { expect, it } from 'vitest'
import { toTsv } from './export'
import { exportable } from './export-list'

const columns = [
  { field: 'xNome', label: 'Nome' },
  { field: 'v', label: 'Valor; R$', kind: 'money' },
] as const

it('copies rows by tabs', () => {
  expect(toTsv(columns, [{ id: 1, xNome: 'a\tb', v: 1 }])).toBe('a b\t1,00')
})

it('asks the server for the columns that it answers, as they are shown', () => {
  const shown = [
    ...columns,
    { field: 'cliente.xNome', label: 'Cliente', width: 90 },
    { field: 'quanto_falta', label: 'Falta', text: () => 'x' },
  ]
  expect(exportable(shown, { id: 1, xNome: 'a', v: 1, cliente: null })).toEqual([
    { field: 'xNome', label: 'Nome' },
    { field: 'v', label: 'Valor; R$', kind: 'money' },
    { field: 'cliente.xNome', label: 'Cliente' },
  ])
})
