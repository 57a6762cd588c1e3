import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choiceOf, filtersOf, moved, narrowedOf } from './parts'

/** What boxes say of a report, as it is stored and back; columns that change places. */

const meta = (kind: 'text' | 'decimal' | 'datetime' | 'integer', more: object = {}) => ({ kind, ...more })
const columns = [
  { field: 'numero', label: 'Número', stored: true, meta: meta('text') },
  { field: 'vTotal', label: 'Total', stored: true, meta: meta('decimal', { format: 'money', summed: true }) },
  { field: 'criado_em', label: 'Criado em', stored: true, meta: meta('datetime') },
  { field: 'status', label: 'Situação', stored: true, meta: meta('integer', { words: { 0: 'Aberta', 1: 'Fechada' } }) },
  {
    field: 'cliente.xNome',
    label: 'Cliente',
    stored: false,
    reference: { field: 'cliente_id', resource: 'cliente' },
    meta: meta('text'),
  },
  { field: 'saldo', label: 'Saldo', stored: false, meta: meta('decimal') },
].map((one) => choiceOf({ ...one, meta: { format: undefined, ...one.meta } }).column)

describe('filters', () => {
  it('come back as the boxes said them', () => {
    const said = {
      search: 'parafuso',
      filters: {
        numero: 'A 1',
        vTotal: '10..20.5',
        criado_em: '2026-11-01..2026-11-30',
        status: '1',
        cliente_id: '7',
      },
    }
    const stored = filtersOf(said, columns, null)
    expect(stored).toEqual({
      search: 'parafuso;numero:A 1',
      where: { status: 1, cliente_id: 7 },
      between: {
        vTotal: { ini: '10', fim: '20.5' },
        criado_em: { ini: '2026-11-01 00:00:00', fim: '2026-11-30 23:59:59' },
      },
    })
    expect(narrowedOf(stored)).toEqual(said)
  })

  it('that no box shows stay as they were', () => {
    const before = { where: { outro: 3, status: 0 }, custom: { abertas: true } }
    expect(filtersOf({ search: '', filters: {} }, columns, before)).toEqual({
      where: { outro: 3 },
      custom: { abertas: true },
    })
  })

  it('are nothing where nothing narrows; what is computed has no box', () => {
    expect(filtersOf({ search: ' ', filters: { saldo: '1..2' } }, columns, { between: {} })).toBeNull()
  })
})

it('a column that moves leaves the others in their order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(99), { minLength: 1 }),
      fc.nat(30),
      fc.integer({ min: -1, max: 30 }),
      (list, from, to) => {
        const next = moved(list, from, to)
        expect([...next].sort()).toEqual([...list].sort())
        const one = list[from]
        if (one === undefined || to < 0 || to >= list.length) expect(next).toEqual(list)
        else
          expect([next[to], next.filter((other) => other !== one)]).toEqual([
            one,
            list.filter((other) => other !== one),
          ])
      },
    ),
  )
})
