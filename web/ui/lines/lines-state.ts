import { CoreError } from '../../../core/errors'
import { parseQuantityBarcode } from '../../../core/gs1/variable-ean'
import { KINDS, type TextKind } from '../form/kinds'
import type { SearchSource } from '../form/search-source'
import { getPath, isRecord, textOf, type Row, type Values } from '../row'

/** One line being written: what the document's list holds. `key` is ours alone and is not sent. */
export interface Line {
  readonly key: string
  readonly [field: string]: unknown
}

export interface LineColumn {
  /** A right that it asks beside that on its document: without it, there is no such column. */
  readonly right?: string
  readonly field: string
  readonly label: string
  readonly kind?: TextKind
  readonly decimals?: number
  readonly width?: number
  /** Pixels under which a column without a width does not shrink, where 160 are too few. */
  readonly least?: number
  /** Where its kind does not say. */
  readonly align?: 'end'
  /** Written by hand; the others are shown. A function decides by line. */
  readonly editable?: boolean | ((line: Line) => boolean)
  readonly required?: boolean
  /** A quantity that a scale may weigh, of the product that this field of the line names. */
  readonly weighs?: string
  /** Added up under the lines: always, or while some are marked, of those. */
  readonly sum?: boolean | 'marked'
  /** Shown where it is chosen, in the menu of columns. */
  readonly optional?: true
  /** Text where the value is an object or a code. */
  readonly show?: (line: Line) => string
  /** The line after a text was written here, where that is more than reading a value. */
  readonly write?: (line: Line, text: string) => Line
  /** May this be pasted here? Where its kind does not say. */
  readonly pastes?: (text: string) => boolean
  /** What ↑ and ↓ make of the text being written (prices step to .90). */
  readonly stepper?: (text: string, direction: 'up' | 'down') => string
  /** A record of another resource, chosen by searching it. */
  readonly reference?: LineReference
  /** A class of its own for what it shows: suggestions of the machine stand out. */
  readonly tone?: (line: Line) => 'accent' | 'warn' | undefined
  /** Space and a click turn it on and off, from any cell of the line by the keyboard. */
  readonly toggle?: (line: Line) => void
  /** The same for every line: Ctrl+A, or the column's heading. */
  readonly toggleAll?: () => void
}

export interface LineReference {
  readonly resource: string
  readonly where?: Values | ((line: Line) => Values)
  readonly minChars?: number
  readonly show: (row: Row) => string
  readonly detail?: (row: Row) => string
  readonly current: (line: Line) => Row | null
  /** The line with what was chosen; null clears it. */
  readonly pick: (line: Line, row: Row | null) => Line
}

/** What a cell of a line searches. */
export function searchOf({ resource, where, minChars = 0, show }: LineReference, line: Line): SearchSource {
  const filter = typeof where === 'function' ? where(line) : where
  return { resource, minChars, nameOf: (row) => show(row), ...(filter === undefined ? {} : { where: filter }) }
}

/** What follows from what was written, by the document's rules (a function of the core); fields are the ones written. */
export type Compute = (line: Line, written: readonly string[]) => Line

export interface Cell {
  readonly row: number
  readonly column: number
}

export function isLine(value: unknown): value is Line {
  return isRecord(value) && typeof value.key === 'string'
}

/** The rows of a saved list as lines; a key that a row already has is kept. */
export function linesOf(value: unknown): readonly Line[] {
  if (!Array.isArray(value)) return []
  return value
    .filter((item) => isRecord(item))
    .map((item, index) => ({
      ...item,
      key: textOf(item.key) || (item.id === undefined ? `n${index}` : `i${textOf(item.id)}`),
    }))
}

/** The column that says what a line is: the one that takes the room that is left. */
export const isTitle = (column: LineColumn): boolean => column.width === undefined && column.toggle === undefined

export function isEditable(column: LineColumn, line: Line): boolean {
  return typeof column.editable === 'function' ? column.editable(line) : column.editable === true
}

/** May a scale write here? Not what is counted whole. */
export const isWeighed = ({ weighs, ...column }: LineColumn, line: Line): boolean =>
  weighs !== undefined &&
  isEditable(column, line) &&
  getPath(line, `${weighs.replace(/_id$/, '')}.unidade.decimal`) !== 0

export function showCell(column: LineColumn, line: Line): string {
  if (column.show !== undefined) return column.show(line)
  return KINDS[column.kind ?? 'text'].show(
    line[column.field],
    column.decimals === undefined ? {} : { decimals: column.decimals },
  )
}

function readCell(column: LineColumn, text: string): unknown {
  return KINDS[column.kind ?? 'text'].read(text, column.decimals === undefined ? {} : { decimals: column.decimals })
}

interface Grid {
  readonly lines: readonly Line[]
  readonly columns: readonly LineColumn[]
  readonly compute: Compute
}

/** Writes a text into a cell, and what follows from it. Cells that are only shown stay as they are. */
export function writeCell({ lines, columns, compute }: Grid, cell: Cell, text: string): readonly Line[] {
  const column = columns[cell.column]
  const line = lines[cell.row]
  if (column === undefined || line === undefined || !isEditable(column, line)) return lines
  if (column.reference !== undefined) return text === '' ? pickCell({ lines, columns, compute }, cell, null) : lines
  if (column.write !== undefined) {
    return text === showCell(column, line)
      ? lines
      : lines.with(cell.row, compute(column.write(line, text), [column.field]))
  }
  const value = readCell(column, text)
  if (Object.is(value ?? null, line[column.field] ?? null)) return lines
  return lines.with(cell.row, compute({ ...line, [column.field]: value }, [column.field]))
}

/** Puts a chosen record into a cell, and what follows from it. */
export function pickCell({ lines, columns, compute }: Grid, cell: Cell, row: Row | null): readonly Line[] {
  const column = columns[cell.column]
  const line = lines[cell.row]
  if (column?.reference === undefined || line === undefined || !isEditable(column, line)) return lines
  return lines.with(cell.row, compute(column.reference.pick(line, row), [column.field]))
}

/** Puts the value of the cell above into this one. */
export function fillDown(grid: Grid, cell: Cell): readonly Line[] {
  const column = grid.columns[cell.column]
  const above = grid.lines[cell.row - 1]
  const line = grid.lines[cell.row]
  if (column === undefined || above === undefined || line === undefined || !isEditable(column, line)) return grid.lines
  if (column.reference !== undefined) return pickCell(grid, cell, column.reference.current(above))
  // What is shown may be kept in several fields.
  if (column.write !== undefined) return writeCell(grid, cell, showCell(column, above))
  return grid.lines.with(
    cell.row,
    grid.compute({ ...line, [column.field]: above[column.field] ?? null }, [column.field]),
  )
}

function mayPaste(column: LineColumn, text: string): boolean {
  const pastes = column.pastes ?? KINDS[column.kind ?? 'text'].pastes
  return pastes?.(text) ?? true
}

const PASTE_LIMIT = 5000

/** Tab-separated text as a table of cells. */
export function readTsv(text: string): readonly (readonly string[])[] {
  const rows = text.replace(/\r/g, '').replace(/\n$/, '').split('\n').slice(0, PASTE_LIMIT)
  return rows.map((row) => row.split('\t').map((cell) => cell.trim()))
}

/** Pastes cells from a spreadsheet, from a cell on: existing lines are written; what goes beyond the last one is left over, and what is no number where one belongs is refused. */
export function pasteCells(
  grid: Grid,
  from: Cell,
  cells: readonly (readonly string[])[],
): { readonly lines: readonly Line[]; readonly left: number; readonly refused: number } {
  const lines = [...grid.lines]
  let refused = 0
  const written = cells.slice(0, Math.max(0, lines.length - from.row))
  for (const [down, row] of written.entries()) {
    const line = lines[from.row + down]
    if (line === undefined) continue
    const writable = row.flatMap((text, right) => {
      const column = grid.columns[from.column + right]
      return column === undefined || column.reference !== undefined || !isEditable(column, line)
        ? []
        : [{ column, text }]
    })
    const cells = writable.filter(({ column, text }) => mayPaste(column, text))
    refused += writable.length - cells.length
    if (cells.length === 0) continue
    let changed = line
    for (const { column, text } of cells)
      changed = column.write?.(changed, text) ?? { ...changed, [column.field]: readCell(column, text) }
    lines[from.row + down] = grid.compute(
      changed,
      cells.map(({ column }) => column.field),
    )
  }
  return { lines, left: cells.length - written.length, refused }
}

/** The next cell to write, in reading order, from one that was just left; null past the last. */
export function nextCell({ lines, columns }: Pick<Grid, 'lines' | 'columns'>, from: Cell, step: 1 | -1): Cell | null {
  let { row, column } = from
  for (;;) {
    column += step
    if (column < 0 || column >= columns.length) {
      row += step
      column = step > 0 ? 0 : columns.length - 1
    }
    const line = lines[row]
    const there = columns[column]
    if (line === undefined || there === undefined) return null
    if (isEditable(there, line)) return { row, column }
  }
}

export interface QuickEntry {
  readonly quantity: number
  readonly code: string
}

/** `3*7891234567895`, `1,5*ABC` or a code alone: quantity (1 unless said) and code; null when there is no code. */
export function readQuickEntry(text: string): QuickEntry | null {
  try {
    const { qTrib, code } = parseQuantityBarcode(text)
    const quantity = Number(qTrib)
    return code.includes('*') || code.length > 120 || !/^\d{1,9}(?:\.\d{1,4})?$/.test(qTrib) ? null : { quantity, code }
  } catch (error) {
    if (error instanceof CoreError) return null
    throw error
  }
}
