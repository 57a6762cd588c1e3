import { useRef, useState } from 'react'
import { toast } from '../../app/toasts'
import { counted } from '../format'
import type { Row } from '../row'
import { pickCell, writeCell, type Cell, type Compute, type Line, type LineColumn } from './lines-state'
import type { LinesTableProps } from './lines-props'

/** Where keys that move lead from a cell; `page` is how many rows are seen. */
export const ARROWS: Readonly<Record<string, (cell: Cell, page: number) => Cell>> = {
  ArrowUp: (cell) => ({ ...cell, row: cell.row - 1 }),
  ArrowDown: (cell) => ({ ...cell, row: cell.row + 1 }),
  ArrowLeft: (cell) => ({ ...cell, column: cell.column - 1 }),
  ArrowRight: (cell) => ({ ...cell, column: cell.column + 1 }),
  PageUp: (cell, page) => ({ ...cell, row: cell.row - page }),
  PageDown: (cell, page) => ({ ...cell, row: cell.row + page }),
  Home: (cell) => ({ ...cell, column: 0 }),
  End: (cell) => ({ ...cell, column: Number.MAX_SAFE_INTEGER }),
}

/** Says how many pasted cells were no numbers. */
export function tellRefused(count: number): void {
  if (count === 0) return
  const cells = counted(count, 'célula colada não foi escrita', 'células coladas não foram escritas')
  toast.alert(`${cells}: escreva números como 1.234,56.`)
}

/** Nothing follows from a cell but what is written there. */
export const asWritten: Compute = (line) => line

/** Where the grid of lines is, and what can be done there. */
export interface Grid {
  readonly cell: Cell
  readonly typing: string | null
  readonly setTyping: (text: string | null) => void
  readonly move: (cell: Cell) => void
  readonly commit: (to: Cell | null) => void
  readonly change: (lines: readonly Line[]) => void
  readonly remove: () => void
  /** Puts a chosen record into the cell being written. */
  readonly pick: (row: Row | null) => void
  /** Enter came before the answer to these words, or (none) no answer is awaited any more. */
  readonly await: (words: string) => void
  /** Cells that were left before the answer to their Enter came, and what to do with the record that came at last. */
  readonly late: readonly LateCell[]
  readonly settle: (late: LateCell, row: Row | null) => void
}

/** A cell that waits for the record that these words find. */
export interface LateCell {
  readonly id: number
  /** Key of its line, which may be at another place by then. */
  readonly line: string
  readonly column: number
  readonly words: string
}

/** The first column that may be written in. */
export const firstEditable = (columns: readonly LineColumn[]): number =>
  Math.max(
    0,
    columns.findIndex((column) => column.editable !== undefined && column.editable !== false),
  )

/** The cell being written and what is done there. */
export function useGrid({
  lines,
  columns,
  compute = asWritten,
  onChange,
  onRemove,
  disabled = false,
  fixed = false,
}: LinesTableProps): Grid {
  const [at, setAt] = useState<Cell>(() => ({ row: 0, column: firstEditable(columns) }))
  const [typing, write] = useState<string | null>(null)
  const [late, setLate] = useState<readonly LateCell[]>([])
  const awaited = useRef('')
  const within = (to: Cell): Cell => ({
    row: Math.max(0, Math.min(to.row, lines.length - 1)),
    column: Math.max(0, Math.min(to.column, columns.length - 1)),
  })
  const cell = within(at)
  const setTyping = (text: string | null): void => {
    write(text)
    const line = lines[cell.row]
    if (text !== null || awaited.current === '' || line === undefined) return
    setLate([...late, { id: (late.at(-1)?.id ?? 0) + 1, line: line.key, column: cell.column, words: awaited.current }])
    awaited.current = ''
  }
  const move = (to: Cell): void => {
    setTyping(null)
    setAt(within(to))
  }
  const change = (next: readonly Line[]): void => {
    if (next !== lines && !disabled) onChange(next)
  }
  const erase = async (): Promise<void> => {
    const line = lines[cell.row]
    if (line === undefined || disabled || fixed || (await onRemove?.(line)) === false) return
    onChange(lines.filter((other) => other.key !== line.key))
  }
  return {
    cell,
    typing,
    setTyping,
    move,
    change,
    remove: () => void erase(),
    pick: (row) => {
      change(pickCell({ lines, columns, compute }, cell, row))
      setTyping(null)
    },
    await: (words) => {
      awaited.current = words
    },
    late,
    settle: (one, row) => {
      setLate((before) => before.filter(({ id }) => id !== one.id))
      const place = lines.findIndex(({ key }) => key === one.line)
      if (row !== null) change(pickCell({ lines, columns, compute }, { row: place, column: one.column }, row))
    },
    commit: (to) => {
      // What is typed in a reference cell only searches; choosing writes.
      if (typing !== null && columns[cell.column]?.reference === undefined)
        change(writeCell({ lines, columns, compute }, cell, typing))
      setTyping(null)
      if (to !== null) move(to)
    },
  }
}
