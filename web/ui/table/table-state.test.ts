import { describe, expect, it } from 'vitest'
import type { Column } from './columns'
import { applyView, EMPTY, EMPTY_STATE, readState, toQuery, writeState, type TableState } from './table-state'

const columns: readonly Column[] = [
  { field: 'xNome', label: 'Nome' },
  { field: 'ativo', label: 'Ativo', kind: 'bool' },
  { field: 'dVencimento', label: 'Vencimento', kind: 'date' },
  { field: 'created_at', label: 'Criado', kind: 'datetime' },
]
const state: TableState = {
  search: 'maria',
  sort: { field: 'xNome', desc: true },
  filters: { xNome: 'da: silva;', ativo: 'true', dVencimento: '2026-01-01..', created_at: '2026-01-01..2026-01-31' },
  view: '',
  group: '',
}

describe('the address of a list', () => {
  it('reads back what it wrote', () => {
    expect(readState(new URLSearchParams(writeState(state)))).toEqual(state)
  })

  it('says nothing of the state a screen starts with', () => {
    const initial: TableState = { ...EMPTY_STATE, sort: { field: 'id', desc: true } }
    expect(writeState(initial, initial)).toBe('')
    expect(readState(new URLSearchParams(), initial)).toBe(initial)
  })
})

describe('the request of a list', () => {
  it('sends texts as search, choices as where, dates as between', () => {
    expect(toQuery({ state, columns, views: [] })).toEqual({
      orderBy: 'xNome',
      sortedBy: 'desc',
      search: 'maria;xNome:da  silva',
      where: { ativo: true },
      between: {
        dVencimento: { ini: '2026-01-01' },
        created_at: { ini: '2026-01-01 00:00:00', fim: '2026-01-31 23:59:59' },
      },
    })
  })

  it('adds what its view and its screen ask', () => {
    const views = [{ name: 'Vencidas', where: { st: 1 }, custom: { vencidas: true } }] as const
    const query = toQuery({ state: applyView(views[0], EMPTY_STATE), columns, views, where: { empresa_id: 2 } })
    expect(query).toEqual({ where: { st: 1, empresa_id: 2 }, between: {}, custom: { vencidas: true } })
  })
})

describe('the request of filters by range, by what is empty, and its sums', () => {
  const amounts: readonly Column[] = [
    { field: 'vTotal', label: 'Total', kind: 'money', sum: 'amount' },
    { field: 'cliente.xNome', label: 'Cliente', reference: { field: 'cliente_id', resource: 'cliente' } },
    { field: 'dVencimento', label: 'Vencimento', kind: 'date' },
  ]
  const asked = (filters: Readonly<Record<string, string>>): object =>
    toQuery({ state: { ...EMPTY_STATE, filters }, columns: amounts, views: [] })

  it('says from where to where, and names what it sums', () => {
    const filters = { vTotal: '10.5..', cliente_id: '7', dVencimento: EMPTY }
    expect(asked(filters)).toEqual({
      where: { cliente_id: 7, dVencimento: null },
      between: { vTotal: { ini: '10.5' } },
      sums: 'vTotal',
    })
  })
})

describe('a filter by number', () => {
  it('asks for what a row refers to, and for nothing else', () => {
    const asked = (field: string, value: string): unknown =>
      toQuery({ state: { ...EMPTY_STATE, filters: { [field]: value } }, columns: [], views: [] }).where
    expect(asked('vendedor_id', '3')).toEqual({ vendedor_id: 3 })
    expect(asked('vendedor_id', EMPTY)).toEqual({ vendedor_id: null })
    for (const [field, value] of [
      ['vendedor_id', '3 or 1'],
      ['vendedor', '3'],
      ['constructor', '1'],
    ] as const)
      expect(asked(field, value)).toEqual({})
  })
})
