import { describe, expect, it } from 'vitest'
import { isRow } from '../row'
import {
  fillDown,
  isWeighed,
  linesOf,
  nextCell,
  pasteCells,
  pickCell,
  readQuickEntry,
  readTsv,
  writeCell,
  type Line,
  type LineColumn,
} from './lines-state'

const columns: readonly LineColumn[] = [
  { field: 'xProd', label: 'Produto' },
  { field: 'qTrib', label: 'Quantidade', kind: 'number', editable: true },
  { field: 'vUnTrib', label: 'Preço', kind: 'money', editable: (line) => line.trava !== true },
  { field: 'vTotal', label: 'Total', kind: 'money' },
]
const compute = (line: Line): Line => ({ ...line, vTotal: Number(line.qTrib) * Number(line.vUnTrib) })
const lines = linesOf([
  { id: 1, xProd: 'a', qTrib: 2, vUnTrib: 5, vTotal: 10 },
  { id: 2, xProd: 'b', qTrib: 1, vUnTrib: 3, vTotal: 3, trava: true },
])
const grid = { lines, columns, compute }

describe('lines of a document', () => {
  it('computes what follows from a written cell', () => {
    expect(writeCell(grid, { row: 0, column: 1 }, '3,5')[0]).toMatchObject({ qTrib: 3.5, vTotal: 17.5 })
  })

  it('leaves cells that are only shown, and writes that change nothing', () => {
    expect(writeCell(grid, { row: 0, column: 3 }, '99')).toBe(lines)
    expect(writeCell(grid, { row: 1, column: 2 }, '99')).toBe(lines)
    expect(writeCell(grid, { row: 0, column: 1 }, '2')).toBe(lines)
  })

  it('a scale writes a quantity of a product that is written here, not of one that is counted whole', () => {
    const quantity: LineColumn = { field: 'qTrib', label: 'Quantidade', editable: true, weighs: 'mercadoria_id' }
    const of = (decimal: number): Line => ({ key: 'a', mercadoria: { unidade: { un: 'X', decimal } } })
    expect([isWeighed(quantity, of(3)), isWeighed(quantity, of(0))]).toEqual([true, false])
    expect(isWeighed(quantity, { key: 'a', mercadoria: { xProd: 'De unidade que ninguém disse' } })).toBe(true)
    expect(isWeighed({ ...quantity, editable: false }, of(3))).toBe(false)
    expect(isWeighed({ field: 'vFrete', label: 'Frete', editable: true }, of(3))).toBe(false)
  })

  it('fills down the cell above', () => {
    expect(fillDown(grid, { row: 1, column: 1 })[1]).toMatchObject({ qTrib: 2, vTotal: 6 })
    expect(fillDown(grid, { row: 0, column: 1 })).toBe(lines)
  })

  it('refuses to paste a number in another writing, and counts it', () => {
    for (const text of ['10.50', '1,234.56', '-12,00', 'dez']) {
      const pasted = pasteCells(grid, { row: 0, column: 1 }, [['4', text]])
      expect([text, pasted.refused, pasted.lines[0]]).toMatchObject([text, 1, { qTrib: 4, vUnTrib: 5, vTotal: 20 }])
    }
    expect(pasteCells(grid, { row: 0, column: 2 }, [['R$ 1.234,56']])).toMatchObject({
      refused: 0,
      lines: [{ vUnTrib: 1234.56 }, {}],
    })
  })

  it('pastes a block, past cells that cannot be written, and tells what was left over', () => {
    const pasted = pasteCells(grid, { row: 0, column: 1 }, readTsv('4\t1,50\r\n5\t9\r\n6\t7\r\n'))
    expect(pasted.left).toBe(1)
    expect(pasted.lines).toMatchObject([
      { qTrib: 4, vUnTrib: 1.5, vTotal: 6 },
      { qTrib: 5, vUnTrib: 3, vTotal: 15 },
    ])
  })

  it('goes from one written cell to the next', () => {
    expect(nextCell(grid, { row: 0, column: 2 }, 1)).toEqual({ row: 1, column: 1 })
    expect(nextCell(grid, { row: 1, column: 1 }, 1)).toBeNull()
    expect(nextCell(grid, { row: 1, column: 1 }, -1)).toEqual({ row: 0, column: 2 })
  })

  it('writes through a column of its own way, and pastes through it too', () => {
    const shout: LineColumn = {
      field: 'xProd',
      label: 'Produto',
      editable: true,
      write: (line, text) => ({ ...line, xProd: text.toUpperCase(), escrito: true }),
    }
    const own = { lines, columns: [shout], compute: (line: Line): Line => line }
    expect(writeCell(own, { row: 0, column: 0 }, 'c')[0]).toMatchObject({ xProd: 'C', escrito: true })
    expect(writeCell(own, { row: 0, column: 0 }, 'a')).toBe(lines)
    expect(pasteCells(own, { row: 1, column: 0 }, [['d']]).lines[1]).toMatchObject({ xProd: 'D', escrito: true })
  })

  it('chooses records in reference cells: typing alone writes nothing, Delete clears, fill down copies', () => {
    const place: LineColumn = {
      field: 'local_id',
      label: 'Local',
      editable: true,
      reference: {
        resource: 'local',
        show: (row) => String(row.id),
        current: (line) => (isRow(line.local) ? line.local : null),
        pick: (line, row) => ({ ...line, local_id: row?.id ?? null, local: row }),
      },
    }
    const own = { lines, columns: [place], compute: (line: Line): Line => line }
    const picked = pickCell(own, { row: 0, column: 0 }, { id: 5 })
    expect(picked[0]).toMatchObject({ local_id: 5, local: { id: 5 } })
    expect(fillDown({ ...own, lines: picked }, { row: 1, column: 0 })[1]).toMatchObject({ local_id: 5 })
    expect(writeCell({ ...own, lines: picked }, { row: 0, column: 0 }, 'abc')).toBe(picked)
    expect(writeCell({ ...own, lines: picked }, { row: 0, column: 0 }, '')[0]).toMatchObject({ local_id: null })
    expect(pasteCells(own, { row: 0, column: 0 }, [['9']]).lines).toEqual(lines)
  })
})

describe('quick entry', () => {
  it.each([
    ['3*7891234567895', { quantity: 3, code: '7891234567895' }],
    [' 1,5 * ABC-1 ', { quantity: 1.5, code: 'ABC-1' }],
    ['1.500*789', { quantity: 1500, code: '789' }],
    ['0.125*789', { quantity: 0.125, code: '789' }],
    ['1.5*789', null],
    ['7891234567895', { quantity: 1, code: '7891234567895' }],
    ['0*789', null],
    ['3*', null],
    ['3*4*789', null],
    ['', null],
  ])('%s', (text, expected) => {
    expect(readQuickEntry(text)).toEqual(expected)
  })
})
