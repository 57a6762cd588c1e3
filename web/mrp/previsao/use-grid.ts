import { useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { counted, formatQuantity } from '../../ui/format'
import { readTsv } from '../../ui/lines/lines-state'
import { toast } from '../../app/toasts'
import {
  cellOf,
  pasted,
  range,
  readQuantity,
  rowTotal,
  TOTAL_COLUMN,
  write,
  writeTotal,
  type Edits,
  type GridItem,
  type Place,
  type Written,
} from './grid-state'

export interface GridInput {
  readonly items: readonly GridItem[]
  readonly dates: readonly string[]
  readonly edits: Edits
  readonly onEdits: (edits: Edits) => void
  readonly disabled: boolean
  readonly onInfo: (item: GridItem) => void
  readonly onRemove: (item: GridItem) => void
}

/** Where the person is in the grid, and what they do there. */
export interface GridModel extends GridInput {
  readonly at: Place
  readonly anchor: Place
  readonly typing: string | null
  readonly setTyping: (text: string | null) => void
  readonly move: (to: Place, extend?: boolean) => void
  /** Opens the cell for writing, with this text or what it holds. */
  readonly start: (text?: string) => void
  /** Writes what is typed, and goes on. */
  readonly commit: (to: Place | null) => void
  readonly restore: () => void
  readonly undo: () => void
  readonly fill: () => void
  readonly keys: (event: KeyboardEvent) => void
  readonly paste: (event: ClipboardEvent) => void
  readonly copy: (event: ClipboardEvent) => void
}

const UNDO_LIMIT = 200

/** What was before each change, for undoing. */
class Past {
  private list: Edits[] = []

  keep(edits: Edits): void {
    this.list = [...this.list.slice(1 - UNDO_LIMIT), edits]
  }

  last(): Edits | undefined {
    return this.list.pop()
  }
}

/** The text of a cell as it is written: without thousands, a comma for the decimals. */
function textAt({ items, dates, edits }: GridInput, { row, column }: Place): string {
  const item = items[row]
  if (item === undefined) return ''
  const value = column === TOTAL_COLUMN ? rowTotal(item, dates, edits) : valueAt(item, column, dates, edits)
  return formatQuantity(value, 4).replaceAll('.', '')
}

function valueAt(item: GridItem, column: number, dates: readonly string[], edits: Edits): number {
  return cellOf(item, column, dates[column] ?? '', edits).value
}

/** What is typed in a place, as cells to write; null when it is no quantity, which is told. */
function typed({ items, dates, edits }: GridInput, { row, column }: Place, text: string): readonly Written[] | null {
  const item = items[row]
  if (item === undefined) return null
  const read = readQuantity(text, item.decimals)
  if ('fault' in read) {
    toast.alert(`${item.name}: ${read.fault}`)
    return null
  }
  if (column === TOTAL_COLUMN) return writeTotal(item, dates, read.value, edits)
  return [{ item, column, value: read.value }]
}

export function useGridModel(input: GridInput): GridModel {
  const { items, dates, edits, onEdits, disabled } = input
  const [place, setPlace] = useState<{ at: Place; anchor: Place }>({
    at: { row: 0, column: 0 },
    anchor: { row: 0, column: 0 },
  })
  const [typing, setTyping] = useState<string | null>(null)
  const [past] = useState(() => new Past())
  const within = ({ row, column }: Place): Place => ({
    row: Math.max(0, Math.min(row, items.length - 1)),
    column: Math.max(TOTAL_COLUMN, Math.min(column, dates.length - 1)),
  })
  const at = within(place.at)
  const anchor = within(place.anchor)
  const change = (written: readonly Written[]): void => {
    if (disabled || written.length === 0) return
    past.keep(edits)
    onEdits(write(edits, dates, written))
  }
  const chosen = (): { item: GridItem; column: number }[] => {
    const { rows, columns } = range(anchor, at)
    return rows.flatMap((row) => {
      const item = items[row]
      const wanted = columns.includes(TOTAL_COLUMN) ? dates.map((_, column) => column) : columns
      return item === undefined ? [] : wanted.map((column) => ({ item, column }))
    })
  }
  const move = (to: Place, extend = false): void => {
    const next = within(to)
    setTyping(null)
    setPlace({ at: next, anchor: extend ? anchor : next })
  }
  const model = {
    ...input,
    at,
    anchor,
    typing,
    setTyping,
    move,
    start: (text?: string) => {
      if (!disabled && items[at.row] !== undefined) setTyping(text ?? textAt(input, at))
    },
    commit: (to: Place | null) => {
      const cells = typing === null || typing === textAt(input, at) ? [] : typed(input, at, typing)
      setTyping(null)
      if (cells === null) return
      change(cells)
      if (to !== null) move(to)
    },
    restore: () => change(chosen().map((one) => ({ ...one, value: null }))),
    undo: () => {
      const before = past.last()
      if (before !== undefined) onEdits(before)
    },
    fill: () => change(filled(input, { at, anchor })),
    paste: (event: ClipboardEvent) => {
      if (typing !== null || disabled) return
      event.preventDefault()
      const { written, wrong, beyond } = pasted(input, at, readTsv(event.clipboardData.getData('text/plain')))
      change(written)
      tellLeft(wrong, beyond)
    },
    copy: (event: ClipboardEvent) => {
      if (typing !== null) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', copied(input, { at, anchor }))
    },
  }
  return { ...model, keys: keysOf(model) }
}

interface Span {
  readonly at: Place
  readonly anchor: Place
}

/** Ctrl+D: the upper row of the selection over the rows below it; of one cell, the cell above it. */
function filled({ items, dates, edits }: GridInput, { at, anchor }: Span): Written[] {
  const { rows, columns } = range(anchor, at)
  const [top = 0, ...rest] = rows.length > 1 ? rows : [at.row - 1, at.row]
  const source = items[top]
  if (source === undefined) return []
  return rest.flatMap((row) => {
    const item = items[row]
    if (item === undefined) return []
    return columns
      .filter((column) => column !== TOTAL_COLUMN)
      .map((column) => {
        const value = valueAt(source, column, dates, edits)
        return { item, column, value: Number(value.toFixed(item.decimals)) }
      })
  })
}

function copied(input: GridInput, { at, anchor }: Span): string {
  const { rows, columns } = range(anchor, at)
  return rows.map((row) => columns.map((column) => textAt(input, { row, column })).join('\t')).join('\n')
}

function tellLeft(wrong: number, beyond: number): void {
  if (wrong > 0)
    toast.alert(`${counted(wrong, 'valor colado não é', 'valores colados não são')} uma quantidade deste produto.`)
  if (beyond > 0)
    toast.alert(`${counted(beyond, 'valor colado ficou', 'valores colados ficaram')} além do fim da grade.`)
}

const PAGE = 10
const STEPS: Readonly<Record<string, (at: Place) => Place>> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  PageUp: ({ row, column }) => ({ row: row - PAGE, column }),
  PageDown: ({ row, column }) => ({ row: row + PAGE, column }),
  Home: ({ row }) => ({ row, column: TOTAL_COLUMN }),
  End: ({ row }) => ({ row, column: Number.MAX_SAFE_INTEGER }),
}
const CORNERS: Readonly<Record<string, Place>> = {
  Home: { row: 0, column: TOTAL_COLUMN },
  End: { row: Number.MAX_SAFE_INTEGER, column: Number.MAX_SAFE_INTEGER },
}

type Acting = Omit<GridModel, 'keys'>

function keysOf(grid: Acting): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.altKey) return
    const handled = grid.typing === null ? restingKey(grid, event) : writingKey(grid, event)
    if (!handled) return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Keys of a cell that is being written: Enter goes down, Tab along, Esc gives up. */
function writingKey(grid: Acting, event: KeyboardEvent): boolean {
  const { row, column } = grid.at
  if (event.key === 'Escape') grid.setTyping(null)
  else if (event.key === 'Enter' && !event.ctrlKey) grid.commit({ row: row + (event.shiftKey ? -1 : 1), column })
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') grid.commit(STEPS[event.key]?.(grid.at) ?? null)
  else if (event.key === 'Tab') grid.commit({ row, column: column + (event.shiftKey ? -1 : 1) })
  else return false
  return true
}

/** Keys of a cell that is not. Tab leaves the grid at the ends of a row. */
function restingKey(grid: Acting, event: KeyboardEvent): boolean {
  const control = event.ctrlKey || event.metaKey
  const item = grid.items[grid.at.row]
  if (item === undefined) return false
  if (control) return controlKey(grid, item, event)
  const step = STEPS[event.key]
  if (step !== undefined) grid.move(step(grid.at), event.shiftKey)
  else if (event.key === 'Tab') {
    const column = grid.at.column + (event.shiftKey ? -1 : 1)
    if (column < TOTAL_COLUMN || column >= grid.dates.length) return false
    grid.move({ row: grid.at.row, column })
  } else if (event.key === 'Enter') grid.move({ row: grid.at.row + (event.shiftKey ? -1 : 1), column: grid.at.column })
  else if (event.key === 'F2') grid.start()
  else if (event.key === 'Delete' || event.key === 'Backspace') grid.restore()
  else if (event.key === 'i') grid.onInfo(item)
  else if (/^[\d,]$/.test(event.key)) grid.start(event.key)
  else return false
  return true
}

function controlKey(grid: Acting, item: GridItem, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase()
  const corner = CORNERS[event.key]
  if (corner !== undefined) grid.move(corner, event.shiftKey)
  else if (key === 'd') grid.fill()
  else if (key === 'z') grid.undo()
  else if (key === 'delete' && !grid.disabled) grid.onRemove(item)
  else return false
  return true
}
