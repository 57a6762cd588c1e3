import { describe, expect, it } from 'vitest'
import { productCodes } from '../form/product'
import { searchOf } from './lines-state'
import { referenceLine } from './reference-line'

describe('a column that refers to another resource', () => {
  const column = referenceLine('fornecedor_id', 'Fornecedor', 'fornecedor', { minChars: 1, width: 200 })
  const line = { key: 'a', fornecedor_id: 7, fornecedor: { id: 7, xNome: 'Tecidos Sul' }, qTrib: 2 }

  it('shows the record kept beside the id, and nothing where there is none', () => {
    expect(column).toMatchObject({ field: 'fornecedor_id', label: 'Fornecedor', editable: true, width: 200 })
    expect(column.show?.(line)).toBe('Tecidos Sul')
    expect(column.show?.({ key: 'b' })).toBe('')
    expect(column.reference?.current(line)).toEqual(line.fornecedor)
    expect(column.reference?.current({ key: 'b', fornecedor_id: 7 })).toBeNull()
  })

  it('writes the id and the record together, clears both, and touches no other field', () => {
    const other = { id: 9, xNome: 'Fios Norte' }
    expect(column.reference?.pick(line, other)).toEqual({ ...line, fornecedor_id: 9, fornecedor: other })
    expect(column.reference?.pick(line, null)).toEqual({ ...line, fornecedor_id: null, fornecedor: null })
  })

  it('searches as it is told: from so many characters, among some, by the line, under another name', () => {
    const place = referenceLine('local_id', 'Local', 'estoque/armazenamento', {
      object: 'armazenamento',
      nameOf: (record) => JSON.stringify(record),
      where: ({ empresa_id }) => ({ empresa_id }),
      editable: false,
    })
    expect(place.editable).toBe(false)
    expect(place.show?.({ key: 'a', armazenamento: { id: 1 } })).toBe('{"id":1}')
    if (column.reference === undefined || place.reference === undefined) throw new Error('no reference')
    expect(searchOf(column.reference, line)).toMatchObject({ resource: 'fornecedor', minChars: 1 })
    expect(searchOf(place.reference, { key: 'a', empresa_id: 3 })).toMatchObject({
      resource: 'estoque/armazenamento',
      minChars: 0,
      where: { empresa_id: 3 },
    })
  })
})

describe('the codes of a product', () => {
  it.each([
    [{ codigo: '0042', cEAN: '7891234567895' }, '0042 · 7891234567895'],
    [{ codigo: '0042', cEAN: null }, '0042'],
    [{ codigo: '', cEAN: '7891234567895' }, '7891234567895'],
    [{}, ''],
  ])('of %o are %j', (codes, text) => expect(productCodes({ id: 1, ...codes })).toBe(text))
})
