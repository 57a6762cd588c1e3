import { describe, expect, it } from 'vitest'
import { lineFaults, standingFaults, tellFault } from './line-faults'
import { linesOf } from './lines-state'

const values = {
  itens: [
    { id: 7, qTrib: 1, vDesc: 0 },
    { key: 'novo', qTrib: 0, vDesc: 2 },
  ],
}
const refused = lineFaults(
  {
    errors: {
      'itens.1.qTrib': ['Informe mais que zero.'],
      'itens.0.vDesc': ['Desconto demais.'],
      'itens.9.vDesc': ['De nenhuma linha.'],
      'outra.0.vDesc': ['De outra lista.'],
      itens: ['Da lista toda.'],
    },
    values,
  },
  'itens',
)

describe('what the server says of lines', () => {
  it('belongs to the line and field that it names, in the list that it names', () => {
    expect(refused.map(({ line, row, field }) => [line.key, row, field])).toEqual([
      ['novo', 1, 'qTrib'],
      ['i7', 0, 'vDesc'],
    ])
  })

  it('stands until that value is another, and goes with its line', () => {
    const [first, second] = linesOf(values.itens)
    if (first === undefined || second === undefined) throw new Error('Two lines are there.')
    expect(standingFaults(refused, [first, { ...second, vDesc: 0 }])).toHaveLength(2)
    expect(standingFaults(refused, [first, { ...second, qTrib: 3 }]).map(({ field }) => field)).toEqual(['vDesc'])
    expect(standingFaults(refused, [second])).toMatchObject([{ row: 0, field: 'qTrib' }])
    expect(standingFaults(refused, [])).toEqual([])
  })

  it('is told with the line and the column, where there is one', () => {
    const told = refused.map((fault) => tellFault(fault, [{ field: 'qTrib', label: 'Quantidade' }]))
    expect(told).toEqual(['Linha 2, Quantidade: Informe mais que zero.', 'Linha 1: Desconto demais.'])
  })
})
