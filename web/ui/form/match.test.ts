import { describe, expect, it } from 'vitest'
import { textOf } from '../row'
import { bestRows, matchScore } from './match'

const rows = ['Martelo 13 mm', 'Martelo 16 pol', 'Martelo 6 pol', 'Cabo de martelo 6'].map((xProd, id) => ({
  id,
  xProd,
}))
const names = (typed: string) => bestRows(rows, typed, (row) => textOf(row.xProd)).map((row) => row.xProd)

describe('what is typed, among the rows that answer', () => {
  it('puts whole words before beginnings, and names that start with it first', () => {
    expect(names('martelo 6')).toEqual(['Martelo 6 pol', 'Cabo de martelo 6', 'Martelo 13 mm', 'Martelo 16 pol'])
    expect(names('mart')[3]).toBe('Cabo de martelo 6')
  })

  it('counts neither case nor accents', () => {
    expect(matchScore('Ácido MURIÁTICO', 'acido muriatico')).toBe(7)
  })

  it('leaves rows as they came while nothing is typed', () => {
    expect(names('')).toEqual(rows.map((row) => row.xProd))
  })
})
