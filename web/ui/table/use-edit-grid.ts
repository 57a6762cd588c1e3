import { useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { copyText } from '../../app/plain-http'
import { toast } from '../../app/toasts'
import { KINDS } from '../form/kinds'
import { counted } from '../format'
import type { CellGrid } from '../lines/lines-rows'
import { isEditable, readTsv, showCell, type Cell, type Line, type LineColumn } from '../lines/lines-state'
import { ARROWS, firstEditable, tellRefused } from '../lines/use-grid'
import type { Row } from '../row'
import type { Edits, Written } from './edits'
import type { ListModel } from './list-model'

/** Rows that one fill or paste writes. */
const MOST = 5_000

interface EditGridSource {
  readonly model: ListModel
  readonly edits: Edits
  readonly columns: readonly LineColumn[]
  readonly disabled: boolean
}

/** A cell grid over a list: where it is, which rows are chosen in its column, and what its keys do. */
export interface EditGrid extends CellGrid {
  /** First and last row that are chosen. */
  readonly range: readonly [number, number]
  readonly keys: (event: KeyboardEvent) => void
  readonly paste: (event: ClipboardEvent) => void
}

/** A row of the list as a line of a grid. */
export const lineOf = (row: Row): Line => ({ ...row, key: `i${row.id}` })

const readText = ({ kind = 'text', decimals }: LineColumn, text: string): unknown =>
  KINDS[kind].read(text, decimals === undefined ? {} : { decimals })

const mayPaste = ({ kind = 'text' }: LineColumn, text: string): boolean => KINDS[kind].pastes?.(text) ?? true

function tellUnwritten(count: number): void {
  if (count > 0) toast.alert(`${counted(count, 'célula ficou', 'células ficaram')} como estava: o valor não cabe ali.`)
}

/** Writes the value of the first chosen row into those below it; of one row alone, the value of the row above. */
async function fillDown(
  source: EditGridSource,
  { row, column: at }: Cell,
  [from, to]: EditGrid['range'],
): Promise<void> {
  const { model, edits, columns } = source
  const column = columns[at]
  const first = from === to ? row - 1 : from
  if (column === undefined || first < 0) return
  const [above, ...below] = await model.rows(first, Math.min(to + 1, first + MOST))
  if (above === undefined) return
  const value = edits.shown(above)[column.field] ?? null
  tellUnwritten(edits.write(below.map((one) => ({ row: one, field: column.field, value }))))
}

/** Writes cells of a spreadsheet from a cell on, over the rows of the list that follow it. */
async function pasteFrom(
  { model, edits, columns }: EditGridSource,
  { row, column }: Cell,
  text: string,
): Promise<void> {
  const cells = readTsv(text)
  const rows = await model.rows(row, Math.min(row + cells.length, model.count()))
  let unread = 0
  const written = rows.flatMap((one, down) =>
    (cells[down] ?? []).flatMap((told, right): readonly Written[] => {
      const to = columns[column + right]
      if (to === undefined || !isEditable(to, lineOf(one)) || to.reference !== undefined) return []
      if (mayPaste(to, told)) return [{ row: one, field: to.field, value: readText(to, told) }]
      unread += 1
      return []
    }),
  )
  tellUnwritten(edits.write(written))
  tellRefused(unread)
  const left = cells.length - rows.length
  if (left > 0)
    toast.alert(`${counted(left, 'linha colada ficou', 'linhas coladas ficaram')} sem registro correspondente.`)
}

/** The next cell that may be written, in reading order; null where there is none that way. */
function nextIn({ columns, model }: EditGridSource, { row, column }: Cell, step: 1 | -1): Cell | null {
  const able = columns.flatMap((one, at) => (one.editable === undefined || one.editable === false ? [] : [at]))
  const here = step > 0 ? able.find((at) => at > column) : able.findLast((at) => at < column)
  if (here !== undefined) return { row, column: here }
  const [wrapped, other] = [step > 0 ? able[0] : able.at(-1), row + step]
  return wrapped === undefined || other < 0 || other >= model.count() ? null : { row: other, column: wrapped }
}

const PAGE = 15

interface Place {
  readonly cell: Cell
  /** Where choosing rows began. */
  readonly anchor: number
}

/** Where the grid is, and what its keys may do there. */
interface Here {
  readonly source: EditGridSource
  readonly cell: Cell
  readonly range: EditGrid['range']
  readonly typing: string | null
  readonly column: LineColumn | undefined
  readonly row: Row | undefined
  /** May its cell be written? */
  readonly writes: boolean
  readonly setTyping: (text: string | null) => void
  readonly goTo: (to: Cell, keepAnchor?: boolean) => void
  readonly commit: (to: Cell | null) => void
}

/** Writes a text into the cell. */
function put({ source: { edits }, row, column, writes }: Here, text: string): void {
  if (!writes || row === undefined || column === undefined) return
  const value = readText(column, text)
  if ((edits.shown(row)[column.field] ?? null) === (value ?? null)) return
  tellUnwritten(edits.write([{ row, field: column.field, value }]))
}

async function copy({ source: { model, edits }, range: [from, to], column }: Here): Promise<void> {
  const rows = await model.rows(from, Math.min(to + 1, from + MOST))
  if (column !== undefined) await copyText(rows.map((one) => showCell(column, lineOf(edits.shown(one)))).join('\n'))
}

/** Goes on to the next cell that may be written; false where there is none, so that the focus goes on. */
function tab(here: Here, step: 1 | -1): boolean {
  const next = nextIn(here.source, here.cell, step)
  if (next !== null) here.goTo(next)
  return next !== null
}

/** Does this key begin to write there? Where numbers are written, letters are the page's own keys. */
const begins = ({ kind = 'text' }: LineColumn, key: string): boolean =>
  key.length === 1 && (KINDS[kind].align !== 'end' || /[\d,]/.test(key))

/** Keys of a cell that is not being written; false for those that are not the grid's. */
function resting(here: Here, event: KeyboardEvent): boolean {
  const { source, cell, range, column, row, writes } = here
  const control = event.ctrlKey || event.metaKey
  const letter = control ? event.key.toLowerCase() : ''
  const arrow = control ? undefined : ARROWS[event.key]
  if (event.altKey || row === undefined || column === undefined) return false
  if (arrow !== undefined) here.goTo(arrow(cell, PAGE), event.shiftKey)
  else if (letter === 'c') void copy(here)
  else if (source.disabled) return false
  else if (letter === 'z') return source.edits.undo()
  else if (letter === 'd') void fillDown(source, cell, range)
  else if (event.key === 'Tab' && !control) return tab(here, event.shiftKey ? -1 : 1)
  else if (!writes || control) return false
  else if (event.key === 'Enter') here.setTyping(showCell(column, lineOf(source.edits.shown(row))))
  else if (event.key === 'Delete') put(here, '')
  else if (begins(column, event.key)) here.setTyping(event.key)
  else return false
  return true
}

/** Keys of a cell being written: Enter goes down, Tab goes on, the arrows step a price, Esc gives up. */
function writing({ source, cell, typing, column, setTyping, commit }: Here, event: KeyboardEvent): boolean {
  const direction = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : undefined
  const stepper = column?.stepper
  if (event.key === 'Escape') setTyping(null)
  else if (stepper !== undefined && direction !== undefined) setTyping(stepper(typing ?? '', direction))
  else if (event.key === 'Enter' || direction !== undefined)
    commit({ ...cell, row: cell.row + (direction === 'up' ? -1 : 1) })
  else if (event.key === 'Tab') commit(nextIn(source, cell, event.shiftKey ? -1 : 1) ?? cell)
  else return false
  return true
}

export function useEditGrid(source: EditGridSource): EditGrid {
  const { model, columns, disabled } = source
  const [{ cell: at, anchor }, setPlace] = useState<Place>(() => ({
    cell: { row: 0, column: firstEditable(columns) },
    anchor: 0,
  }))
  const [typing, setTyping] = useState<string | null>(null)
  const within = (to: Cell): Cell => ({
    row: Math.max(0, Math.min(to.row, model.count() - 1)),
    column: Math.max(0, Math.min(to.column, columns.length - 1)),
  })
  const cell = within(at)
  const goTo = (to: Cell, keepAnchor = false): void => {
    setTyping(null)
    const next = within(to)
    setPlace({ cell: next, anchor: keepAnchor ? anchor : next.row })
  }
  const [column, row] = [columns[cell.column], model.rowAt(cell.row)]
  const writes = !disabled && column !== undefined && row !== undefined && isEditable(column, lineOf(row))
  const range = [Math.min(anchor, cell.row), Math.max(anchor, cell.row)] as const
  const commit = (to: Cell | null): void => {
    if (typing !== null) put(here, typing)
    setTyping(null)
    if (to !== null) goTo(to)
  }
  const here: Here = { source, cell, range, typing, column, row, writes, setTyping, goTo, commit }
  return {
    cell,
    typing,
    range,
    setTyping: (text) => setTyping(disabled ? null : text),
    move: (to) => goTo(to),
    commit,
    pick: () => undefined,
    await: () => undefined,
    keys: (event) => {
      if (!(typing === null ? resting(here, event) : writing(here, event))) return
      event.preventDefault()
      event.stopPropagation()
    },
    paste: (event) => {
      if (typing !== null || disabled) return
      event.preventDefault()
      void pasteFrom(source, cell, event.clipboardData.getData('text/plain'))
    },
  }
}
