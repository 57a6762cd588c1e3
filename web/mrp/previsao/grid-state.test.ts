import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cellOf,
  countChanged,
  emptied,
  filterItems,
  holdsAnything,
  merged,
  pasted,
  range,
  readEdits,
  readGrade,
  readQuantity,
  rebased,
  rowTotal,
  Totals,
  sentEdits,
  visibleColumns,
  write,
  writeTotal,
  type Edits,
} from './grid-state'

const grade = readGrade({
  datas: ['2026-12-01', '2027-01-01', '2027-02-01'],
  itens: [
    {
      id: 1,
      versao: 3,
      mercadoria_id: 9,
      codigo: '1001',
      xProd: 'Cimento',
      decimais: 0,
      q: [10, 77, 30],
      alterados: [1],
      originais: [20],
    },
    {
      id: 2,
      versao: 1,
      mercadoria_id: 8,
      codigo: '1002',
      xProd: 'Água sanitária',
      decimais: 2,
      q: [0.1, 0.2, 0],
      alterados: [],
      originais: [],
    },
  ],
})
const { dates, items } = grade
const [first, second] = items
if (!first || !second) throw new Error('two products')
const none: Edits = new Map()

describe('a forecast on the screen', () => {
  it('shows what is stored, what was written over it, and what is not saved', () => {
    expect(cellOf(first, 1, '2027-01-01', none)).toEqual({ value: 77, original: 20, changed: true, unsaved: false })
    const edits = write(none, dates, [{ item: first, column: 0, value: 12 }])
    expect(cellOf(first, 0, '2026-12-01', edits)).toEqual({ value: 12, original: 10, changed: true, unsaved: true })
    const back = write(edits, dates, [{ item: first, column: 1, value: null }])
    expect(cellOf(first, 1, '2027-01-01', back)).toEqual({ value: 20, original: 20, changed: false, unsaved: true })
    expect(countChanged(grade, back)).toBe(1)
  })

  it('what is as it was is no edit, and edits are sent with the version they were made on', () => {
    const edits = write(none, dates, [{ item: first, column: 0, value: 12 }])
    expect(sentEdits(edits, items)).toEqual([
      { id: 1, versao: 3, previsao: [{ dPrevisao: '2026-12-01', qPrevista: 12 }] },
    ])
    expect(readEdits(sentEdits(edits, items))).toEqual(edits)
    expect(sentEdits(write(edits, dates, [{ item: first, column: 0, value: 10 }]), items)).toBeNull()
    expect(sentEdits(write(none, dates, [{ item: first, column: 0, value: null }]), items)).toBeNull()
  })

  it('what was typed stands over products that came anew, and is no edit where they hold it already', () => {
    const edits = write(none, dates, [
      { item: first, column: 0, value: 12 },
      { item: first, column: 2, value: 31 },
    ])
    const anew = { ...grade, items: [{ ...first, versao: 4, quantities: [12, 77, 30] }, second] }
    expect(sentEdits(rebased(edits, anew), anew.items)).toEqual([
      { id: 1, versao: 4, previsao: [{ dPrevisao: '2027-02-01', qPrevista: 31 }] },
    ])
    const later = write(none, dates, [{ item: first, column: 1, value: 5 }])
    expect([...(merged(edits, later).get(1) ?? [])]).toEqual([
      ['2026-12-01', 12],
      ['2027-02-01', 31],
      ['2027-01-01', 5],
    ])
  })

  it('adds up exactly, by row and by column', () => {
    expect([rowTotal(first, dates, none), rowTotal(second, dates, none)]).toEqual(['117', '0.3'])
    const totals = new Totals(items, dates, none)
    expect([totals.column(0), totals.column(0), totals.whole()]).toEqual(['10.1', '10.1', '117.3'])
    const edits = write(none, dates, [{ item: second, column: 2, value: 0.7 }])
    expect([rowTotal(second, dates, edits), new Totals(items, dates, edits).column(2)]).toEqual(['1', '30.7'])
  })

  it('a total for the row is shared, whatever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), (total) => {
        const edits = write(none, dates, writeTotal(first, dates, total, none))
        expect(rowTotal(first, dates, edits)).toBe(String(total))
      }),
    )
  })

  it('takes cells of a spreadsheet, and tells what it could not take', () => {
    const cells = [
      ['1.234', '', 'x'],
      ['0,55', '1,234', '9', '9'],
    ]
    const { written, wrong, beyond } = pasted(grade, { row: 0, column: 0 }, cells)
    expect(written.map(({ item, column, value }) => [item.id, column, value])).toEqual([
      [1, 0, 1234],
      [2, 0, 0.55],
      [2, 2, 9],
    ])
    expect([wrong, beyond]).toEqual([2, 1])
  })

  it('says what is wrong with a quantity', () => {
    expect(readQuantity('1,5', 0)).toEqual({ fault: 'Informe um número inteiro.' })
    expect(readQuantity('-2', 0)).toEqual({ fault: 'A quantidade vai de 0 a 999.999.999.' })
    expect(readQuantity('', 0)).toEqual({ fault: 'Informe um número.' })
    expect(readQuantity('1.500,25', 2)).toEqual({ value: 1500.25 })
  })

  it('finds products by words of code or name, without accents, and those that were written over', () => {
    expect(filterItems(items, 'agua san', false, none)).toEqual([second])
    expect(filterItems(items, '100', true, none)).toEqual([first])
  })

  it('loses everything with another view, and knows that there is something to lose', () => {
    const other = emptied(grade, ['2026-12-07', '2026-12-14'])
    expect([holdsAnything(grade), holdsAnything(other)]).toEqual([true, false])
    expect(rowTotal(first, dates, none)).toBe('117')
  })

  it('draws the columns that are seen', () => {
    expect(visibleColumns({ left: 0, width: 800, step: 84, count: 400 })).toEqual({ first: 0, end: 13 })
    expect(visibleColumns({ left: 8400, width: 800, step: 84, count: 105 })).toEqual({ first: 97, end: 105 })
    expect(range({ row: 3, column: 1 }, { row: 1, column: 2 })).toEqual({ rows: [1, 2, 3], columns: [1, 2] })
  })

  it('reads nothing from what is no answer', () => {
    expect(readGrade(null)).toEqual({ versao: 0, dates: [], items: [] })
    expect(readEdits('x').size).toBe(0)
  })
})
