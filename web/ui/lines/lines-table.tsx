import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { decimal, ZERO } from '../../../core/money/decimal'
import { useKeys } from '../../app/keys'
import { toast } from '../../app/toasts'
import { Button } from '../button'
import { amountOf, formatMoney, formatQuantity } from '../format'
import { decimalKey } from '../form/fields'
import { KINDS } from '../form/kinds'
import { EmptyState } from '../pieces'
import { scrollToRow, virtualRange } from '../table/virtual'
import {
  fillDown,
  isEditable,
  nextCell,
  pasteCells,
  readTsv,
  showCell,
  writeCell,
  type Cell,
  type Compute,
  type Line,
  type LineColumn,
} from './lines-state'
import { QuickEntryBox, type QuickEntryProps } from './quick-entry'

export interface LinesTableProps {
  readonly label: string
  readonly columns: readonly LineColumn[]
  readonly lines: readonly Line[]
  readonly onChange: (lines: readonly Line[]) => void
  /** What follows from a written cell: a function of the core. */
  readonly compute?: Compute
  /** Adds a line: opens its picker or form. F2. */
  readonly onAdd?: () => void
  /** Enter on a line that is not being written: opens its own form. */
  readonly onOpen?: (line: Line) => void
  /** False keeps the line (a confirmation was refused). */
  readonly onRemove?: (line: Line) => boolean | Promise<boolean>
  readonly quick?: Pick<QuickEntryProps, 'onEntry' | 'placeholder'>
  readonly disabled?: boolean
  readonly tools?: ReactNode
  /** Texts of faults by line key and field. */
  readonly faults?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const ROW = 30
const HEIGHT = 420
const same: Compute = (line) => line

interface Grid {
  readonly cell: Cell
  readonly typing: string | null
  readonly setTyping: (text: string | null) => void
  readonly move: (cell: Cell) => void
  readonly commit: (to: Cell | null) => void
  readonly change: (lines: readonly Line[]) => void
  readonly remove: () => void
}

function useGrid({ lines, columns, compute = same, onChange, onRemove, disabled = false }: LinesTableProps): Grid {
  const [at, setAt] = useState<Cell>(() => ({
    row: 0,
    column: Math.max(
      0,
      columns.findIndex((column) => column.editable !== undefined && column.editable !== false),
    ),
  }))
  const [typing, setTyping] = useState<string | null>(null)
  const cell = {
    row: Math.max(0, Math.min(at.row, lines.length - 1)),
    column: Math.max(0, Math.min(at.column, columns.length - 1)),
  }
  const move = (to: Cell): void => {
    setTyping(null)
    setAt({
      row: Math.max(0, Math.min(to.row, lines.length - 1)),
      column: Math.max(0, Math.min(to.column, columns.length - 1)),
    })
  }
  const change = (next: readonly Line[]): void => {
    if (next !== lines && !disabled) onChange(next)
  }
  const erase = async (): Promise<void> => {
    const line = lines[cell.row]
    if (line === undefined || disabled || (await onRemove?.(line)) === false) return
    onChange(lines.filter((other) => other.key !== line.key))
  }
  return {
    cell,
    typing,
    setTyping,
    move,
    change,
    remove: () => void erase(),
    commit: (to) => {
      if (typing !== null) change(writeCell({ lines, columns, compute }, cell, typing))
      setTyping(null)
      if (to !== null) move(to)
    },
  }
}

const ARROWS: Readonly<Record<string, (cell: Cell, page: number) => Cell>> = {
  ArrowUp: (cell) => ({ ...cell, row: cell.row - 1 }),
  ArrowDown: (cell) => ({ ...cell, row: cell.row + 1 }),
  ArrowLeft: (cell) => ({ ...cell, column: cell.column - 1 }),
  ArrowRight: (cell) => ({ ...cell, column: cell.column + 1 }),
  PageUp: (cell, page) => ({ ...cell, row: cell.row - page }),
  PageDown: (cell, page) => ({ ...cell, row: cell.row + page }),
  Home: (cell) => ({ ...cell, column: 0 }),
  End: (cell) => ({ ...cell, column: Number.MAX_SAFE_INTEGER }),
}

/** Keys of a cell that is not being written. */
function restingKeys(props: LinesTableProps, grid: Grid): (event: KeyboardEvent) => boolean {
  const { lines, columns, compute = same, disabled = false } = props
  return (event) => {
    const { cell } = grid
    const line = lines[cell.row]
    const column = columns[cell.column]
    const control = event.ctrlKey || event.metaKey
    if (event.altKey || line === undefined || column === undefined) return false
    const writable = isEditable(column, line) && !disabled
    const arrow = control ? undefined : ARROWS[event.key]
    if (arrow !== undefined) grid.move(arrow(cell, 10))
    else if (control && event.key.toLowerCase() === 'd') grid.change(fillDown({ lines, columns, compute }, cell))
    else if (control && event.key === 'Delete') grid.remove()
    else if (control && event.key.toLowerCase() === 'c') void navigator.clipboard.writeText(showCell(column, line))
    else if (event.key === 'Tab' && !control) {
      const next = nextCell({ lines, columns }, cell, event.shiftKey ? -1 : 1)
      if (next === null) return false
      grid.move(next)
    } else if (event.key === 'Enter' && !control) {
      if (writable) grid.setTyping(showCell(column, line))
      else if (props.onOpen === undefined) return false
      else props.onOpen(line)
    } else if (event.key === 'Delete' && writable) grid.change(writeCell({ lines, columns, compute }, cell, ''))
    else if (event.key.length === 1 && !control && writable) grid.setTyping(event.key)
    else return false
    return true
  }
}

/** Keys of a cell being written: Enter and ↓ go down, Tab goes on, Esc gives up. */
function writingKeys({ lines, columns }: LinesTableProps, grid: Grid): (event: KeyboardEvent) => boolean {
  return (event) => {
    const { cell } = grid
    if (event.key === 'Escape') grid.setTyping(null)
    else if (event.key === 'Enter' || event.key === 'ArrowDown') grid.commit({ ...cell, row: cell.row + 1 })
    else if (event.key === 'ArrowUp') grid.commit({ ...cell, row: cell.row - 1 })
    else if (event.key === 'Tab') grid.commit(nextCell({ lines, columns }, cell, event.shiftKey ? -1 : 1) ?? cell)
    else return false
    return true
  }
}

function sumText(column: LineColumn, lines: readonly Line[]): string {
  const total = lines.reduce((sum, line) => sum.plus(decimal(amountOf(line[column.field]))), ZERO).toString()
  return column.kind === 'money' ? formatMoney(total) : formatQuantity(total, column.decimals ?? 3)
}

/** The lines of a document, written as in a spreadsheet. Edits a local array; the document's form saves it. */
export function LinesTable(props: LinesTableProps): ReactElement {
  const { lines, columns, compute = same, disabled = false } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const grid = useGrid(props)
  const { cell, typing } = grid
  const [scrollTop, setScrollTop] = useState(0)
  const range = virtualRange({ scrollTop, viewport: HEIGHT, count: lines.length, rowHeight: ROW })
  useKeys({
    tab2: () =>
      props.onAdd === undefined || disabled || box.current?.closest('[inert]') != null ? false : props.onAdd(),
  })
  useLayoutEffect(() => {
    const element = box.current
    if (element !== null)
      element.scrollTop = scrollToRow(
        { scrollTop: element.scrollTop, viewport: element.clientHeight - ROW, count: lines.length, rowHeight: ROW },
        cell.row,
      )
    // Only a move scrolls: lines that change under the cell leave the place alone.
  }, [cell.row])
  const wasTyping = useRef(false)
  useEffect(() => {
    if (wasTyping.current && typing === null) box.current?.focus({ preventScroll: true })
    wasTyping.current = typing !== null
  }, [typing])
  const paste = (event: ClipboardEvent): void => {
    if (typing !== null || disabled) return
    event.preventDefault()
    const { lines: next, left } = pasteCells(
      { lines, columns, compute },
      cell,
      readTsv(event.clipboardData.getData('text/plain')),
    )
    grid.change(next)
    if (left > 0)
      toast.alert(`${left} ${left === 1 ? 'linha colada ficou' : 'linhas coladas ficaram'} sem item correspondente.`)
  }
  const keys = (event: KeyboardEvent<HTMLDivElement>): void => {
    const handled = typing === null ? restingKeys(props, grid)(event) : writingKeys(props, grid)(event)
    if (!handled) return
    event.preventDefault()
    event.stopPropagation()
  }
  const tracks = columns
    .map((column) => (column.width === undefined ? 'minmax(140px, 1fr)' : `${column.width}px`))
    .join(' ')
  return (
    <div className="lines-block">
      <div className="lines-tools">
        {props.quick === undefined || disabled ? null : (
          <QuickEntryBox {...props.quick} label={`Entrada rápida: ${props.label}`} />
        )}
        {props.onAdd === undefined || disabled ? null : (
          <Button icon="add" hotkey="tab2" onClick={props.onAdd}>
            Adicionar
          </Button>
        )}
        {props.tools}
      </div>
      <div
        ref={box}
        className="lines"
        role="grid"
        aria-label={props.label}
        aria-rowcount={lines.length + 1}
        aria-colcount={columns.length}
        aria-readonly={disabled}
        aria-activedescendant={lines.length === 0 ? undefined : `${id}-${cell.row}-${cell.column}`}
        tabIndex={0}
        style={{ '--tracks': tracks, '--linha': `${ROW}px`, maxHeight: HEIGHT }}
        onKeyDown={keys}
        onPaste={paste}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      >
        <LinesHead columns={columns} />
        <div role="rowgroup" className="table-space" style={{ height: range.height }}>
          <div className="table-window" role="presentation" style={{ transform: `translateY(${range.top}px)` }}>
            {lines.slice(range.start, range.end).map((line, offset) => (
              <LineRow
                key={line.key}
                id={id}
                line={line}
                row={range.start + offset}
                columns={columns}
                grid={grid}
                faults={props.faults?.[line.key]}
                onWrite={disabled ? undefined : grid.setTyping}
              />
            ))}
          </div>
        </div>
      </div>
      {lines.length === 0 ? (
        <EmptyState
          text="Nenhum item"
          {...(props.onAdd === undefined ? {} : { hotkey: 'F2', hint: 'para adicionar' })}
        />
      ) : null}
      <LinesFoot columns={columns} lines={lines} />
    </div>
  )
}

function LinesHead({ columns }: { readonly columns: readonly LineColumn[] }): ReactElement {
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" className="row row-head" aria-rowindex={1}>
        {columns.map((column) => (
          <div
            key={column.field}
            role="columnheader"
            className={`cell head ${KINDS[column.kind ?? 'text'].align === 'end' ? 'cell-end' : ''}`}
          >
            {column.label}
            {column.required === true ? <i className="required" /> : null}
          </div>
        ))}
      </div>
    </div>
  )
}

function LinesFoot({ columns, lines }: Pick<LinesTableProps, 'columns' | 'lines'>): ReactElement {
  return (
    <div className="lines-foot">
      <span>
        {lines.length} {lines.length === 1 ? 'item' : 'itens'}
      </span>
      {columns
        .filter((column) => column.sum === true)
        .map((column) => (
          <span key={column.field}>
            {column.label} <strong>{sumText(column, lines)}</strong>
          </span>
        ))}
    </div>
  )
}

interface LineRowProps {
  readonly id: string
  readonly line: Line
  readonly row: number
  readonly columns: readonly LineColumn[]
  readonly grid: Grid
  readonly faults: Readonly<Record<string, string>> | undefined
  readonly onWrite: ((text: string) => void) | undefined
}

function LineRow({ id, line, row, columns, grid, faults, onWrite }: LineRowProps): ReactElement {
  const { cell, typing } = grid
  return (
    <div role="row" className="row" aria-rowindex={row + 2}>
      {columns.map((column, index) => {
        const here = cell.row === row && cell.column === index
        const kind = KINDS[column.kind ?? 'text']
        const editable = isEditable(column, line)
        const fault = faults?.[column.field]
        const classes = [
          'cell',
          kind.align === 'end' ? 'cell-end' : '',
          kind.mono ? 'mono' : '',
          editable ? '' : 'cell-off',
          here ? 'cell-on' : '',
          fault === undefined ? '' : 'cell-fault',
        ]
        if (here && typing !== null) {
          return (
            <div key={column.field} id={`${id}-${row}-${index}`} role="gridcell" className="cell cell-edit cell-on">
              <LineBox column={column} text={typing} grid={grid} />
            </div>
          )
        }
        return (
          <div
            key={column.field}
            id={`${id}-${row}-${index}`}
            role="gridcell"
            aria-readonly={!editable}
            aria-selected={here}
            className={classes.join(' ')}
            title={fault ?? showCell(column, line)}
            onMouseDown={() => grid.move({ row, column: index })}
            onDoubleClick={editable && onWrite !== undefined ? () => onWrite(showCell(column, line)) : undefined}
          >
            {showCell(column, line)}
          </div>
        )
      })}
    </div>
  )
}

function LineBox({
  column,
  text,
  grid,
}: {
  readonly column: LineColumn
  readonly text: string
  readonly grid: Grid
}): ReactElement {
  const kind = KINDS[column.kind ?? 'text']
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    if (text.length > 1) input.current?.select()
    // Once, as the cell opens: what is typed afterwards keeps its caret.
  }, [])
  return (
    <input
      ref={input}
      className={`input ${kind.align === 'end' ? 'input-end' : ''}`}
      aria-label={column.label}
      inputMode={kind.inputMode}
      autoComplete="off"
      value={text}
      onChange={(event) =>
        grid.setTyping(
          kind.clean(event.target.value, column.decimals === undefined ? {} : { decimals: column.decimals }),
        )
      }
      onKeyDown={(event) => decimalKey(event, kind.align === 'end')}
      onBlur={() => grid.commit(null)}
    />
  )
}
