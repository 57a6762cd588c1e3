import { copyText } from '../../app/plain-http'
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  type UIEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { useSignals } from '@preact/signals-react/runtime'
import { useKeys } from '../../app/keys'
import { mobile } from '../../app/prefs'
import { toast } from '../../app/toasts'
import { scaleServes, weigh } from '../../devices/here'
import { Button } from '../button'
import { useForm } from '../form/context'
import { KINDS } from '../form/kinds'
import { counted } from '../format'
import { EmptyState } from '../pieces'
import { scrollToRow, virtualRange, type VirtualRange } from '../table/virtual'
import { Burst } from './burst'
import {
  fillDown,
  isEditable,
  isWeighed,
  nextCell,
  pasteCells,
  readTsv,
  showCell,
  writeCell,
  type LineColumn,
} from './lines-state'
import type { LinesTableProps } from './lines-props'
import { LineCards } from './line-cards'
import { LateChoice } from './late-choice'
import { LineRow, LinesFoot, LinesHead } from './lines-rows'
import { ARROWS, asWritten, firstEditable, tellRefused, useGrid, type Grid } from './use-grid'

const READING_KEYS = ['line_move'] as const
const WRITING_KEYS = ['line_move', 'line_fill', 'line_remove', 'line_paste'] as const
const ROW = 30

/** Where a scale serves the screen, F2 weighs into a quantity. */
const weighKeys = (columns: readonly LineColumn[]): readonly 'weigh'[] =>
  columns.some(({ weighs }) => weighs !== undefined) && scaleServes() ? ['weigh'] : []

/** Keys of a cell that is not being written. */
function restingKeys(props: LinesTableProps, grid: Grid): (event: KeyboardEvent) => boolean {
  const { lines, columns, compute = asWritten, disabled = false } = props
  return (event) => {
    const { cell } = grid
    const line = lines[cell.row]
    const column = columns[cell.column]
    const control = event.ctrlKey || event.metaKey
    if (event.altKey || line === undefined || column === undefined) return false
    const writable = isEditable(column, line) && !disabled
    const arrow = control ? undefined : ARROWS[event.key]
    const toggle = columns.find((one) => one.toggle !== undefined)?.toggle
    const toggleAll = columns.find((one) => one.toggleAll !== undefined)?.toggleAll
    if (event.key === ' ' && !control && toggle !== undefined) toggle(line)
    else if (control && event.key.toLowerCase() === 'a' && toggleAll !== undefined) toggleAll()
    else if (arrow !== undefined) grid.move(arrow(cell, 10))
    else if (control && event.key.toLowerCase() === 'd') grid.change(fillDown({ lines, columns, compute }, cell))
    else if (control && event.key === 'Delete') grid.remove()
    else if (control && event.key.toLowerCase() === 'c') void copyText(showCell(column, line))
    else if (event.key === 'Tab' && !control) {
      const next = nextCell({ lines, columns }, cell, event.shiftKey ? -1 : 1)
      if (next === null) return false
      grid.move(next)
    } else if (event.key === 'Enter' && !control) {
      if (writable) grid.setTyping(column.reference === undefined ? showCell(column, line) : '')
      else if (props.onOpen === undefined) return false
      else props.onOpen(line)
    } else if (event.key === 'Delete' && writable) grid.change(writeCell({ lines, columns, compute }, cell, ''))
    else if (event.key.length === 1 && !control && writable) grid.setTyping(event.key)
    else return false
    return true
  }
}

/** F2 on a cell that a scale may write: it opens, and waits for the weight. */
function weighsCell({ lines, columns, disabled = false }: LinesTableProps, grid: Grid, event: KeyboardEvent): boolean {
  const [line, column] = [lines[grid.cell.row], columns[grid.cell.column]]
  if (event.key !== 'F2' || event.shiftKey || disabled || line === undefined || column === undefined) return false
  if (!isWeighed(column, line) || !scaleServes()) return false
  // The box has the focus once it is there.
  flushSync(() => grid.setTyping(showCell(column, line)))
  const box = document.activeElement
  const write = (kilograms: string): void => grid.setTyping(showCell(column, { ...line, [column.field]: kilograms }))
  if (box instanceof HTMLInputElement) void weigh(box, { write })
  return true
}

/** Keys of a cell being written: Enter and ↓ go down, Tab goes on, Esc gives up. */
function writingKeys({ lines, columns }: LinesTableProps, grid: Grid): (event: KeyboardEvent) => boolean {
  return (event) => {
    const { cell } = grid
    const stepper = columns[cell.column]?.stepper
    const direction = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : undefined
    if (event.key === 'Escape') grid.setTyping(null)
    else if (columns[cell.column]?.reference !== undefined && event.key !== 'Tab') return false
    else if (stepper !== undefined && direction !== undefined) grid.setTyping(stepper(grid.typing ?? '', direction))
    else if (event.key === 'Enter' || event.key === 'ArrowDown') grid.commit({ ...cell, row: cell.row + 1 })
    else if (event.key === 'ArrowUp') grid.commit({ ...cell, row: cell.row - 1 })
    else if (event.key === 'Tab') grid.commit(nextCell({ lines, columns }, cell, event.shiftKey ? -1 : 1) ?? cell)
    else return false
    return true
  }
}

/** Keeps the cell in view and the focus on the grid when a cell is left. */
function useView(
  box: RefObject<HTMLDivElement | null>,
  { cell, typing }: Grid,
  count: number,
): VirtualRange & { readonly onScroll: (event: UIEvent) => void } {
  const [scrollTop, setScrollTop] = useState(0)
  // Only a move scrolls: lines that change under the cell leave the place alone.
  const bringIntoView = useEffectEvent((row: number) => {
    const element = box.current
    if (element === null) return
    const seen = element.clientHeight - ROW
    element.scrollTo({ top: scrollToRow({ scrollTop: element.scrollTop, viewport: seen, count, rowHeight: ROW }, row) })
  })
  useLayoutEffect(() => bringIntoView(cell.row), [cell.row])
  const wasTyping = useRef(false)
  useEffect(() => {
    if (wasTyping.current && typing === null && !elsewhere(box.current)) box.current?.focus({ preventScroll: true })
    wasTyping.current = typing !== null
  }, [box, typing])
  return {
    ...virtualRange({ scrollTop, viewport: innerHeight, count, rowHeight: ROW }),
    onScroll: (event) => setScrollTop(event.currentTarget.scrollTop),
  }
}

/** The person has gone on to another control: the focus is theirs. */
function elsewhere(box: HTMLElement | null): boolean {
  const now = document.activeElement
  return now !== null && now !== document.body && box?.contains(now) !== true
}

function pasteInto({ lines, columns, compute = asWritten }: LinesTableProps, grid: Grid, text: string): void {
  const { lines: next, left, refused } = pasteCells({ lines, columns, compute }, grid.cell, readTsv(text))
  grid.change(next)
  if (left > 0) toast.alert(`${counted(left, 'linha colada ficou', 'linhas coladas ficaram')} sem item correspondente.`)
  tellRefused(refused)
}

function LinesTools({ onAdd, addKey = true, lead, tools, disabled = false }: LinesTableProps): ReactElement {
  return (
    <div className="lines-tools">
      {lead}
      {onAdd === undefined || disabled ? null : (
        <Button icon="add" {...(addKey ? { hotkey: 'tab2' as const } : {})} onClick={onAdd}>
          Adicionar
        </Button>
      )}
      {tools}
    </div>
  )
}

/** Pixels under which a column without a width of its own does not shrink. */
const FLEXIBLE = 160

function tracksOf(columns: readonly LineColumn[]): string {
  return columns
    .map(({ width, least = FLEXIBLE }) => (width === undefined ? `minmax(${least}px, 1fr)` : `${width}px`))
    .join(' ')
}

interface Handlers {
  readonly paste: (event: ClipboardEvent) => void
  readonly keys: (event: KeyboardEvent) => void
}

/** Does a scan end here in a code for the form? Where words are written or searched, it is taken as them. */
function isScanned({ columns }: LinesTableProps, grid: Grid): boolean {
  const column = columns[grid.cell.column]
  return grid.typing === null || (column?.align ?? KINDS[column?.kind ?? 'text'].align) === 'end'
}

function useHandlers(props: LinesTableProps, grid: Grid): Handlers {
  const form = useForm()
  const [burst] = useState(() => new Burst())
  const scanned = (event: KeyboardEvent): boolean => {
    const code = burst.key(event.key, event.timeStamp)
    if (code === null || !isScanned(props, grid) || !form.scanned(code)) return false
    grid.setTyping(null)
    return true
  }
  return {
    paste: (event) => {
      if (grid.typing !== null || props.disabled === true) return
      event.preventDefault()
      pasteInto(props, grid, event.clipboardData.getData('text/plain'))
    },
    keys: (event) => {
      const { typing } = grid
      const handled =
        scanned(event) ||
        (typing === null
          ? weighsCell(props, grid, event) || restingKeys(props, grid)(event)
          : writingKeys(props, grid)(event))
      if (!handled) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

function leastOf(columns: readonly LineColumn[]): number {
  return columns.reduce((sum, { width, least = FLEXIBLE }) => sum + (width ?? least), 0)
}

/** Goes to the line that was just added, ready to be written. */
function useAdded(
  box: RefObject<HTMLDivElement | null>,
  grid: Grid,
  { lines, columns, onAdd, addsInPlace = false }: LinesTableProps,
) {
  const before = useRef<number | null>(null)
  const goTo = useEffectEvent((row: number) => {
    grid.move({ row, column: firstEditable(columns) })
    box.current?.focus()
  })
  const count = lines.length
  useEffect(() => {
    if (before.current === null || count <= before.current) return
    before.current = null
    goTo(count - 1)
  }, [count])
  if (onAdd === undefined || !addsInPlace) return onAdd
  return () => {
    before.current = count
    onAdd()
  }
}

/** Goes to the cell that is to be seen. */
function useSeek(grid: Grid, { columns, seek }: LinesTableProps): void {
  const go = useEffectEvent((row: number, field: string) => {
    const column = columns.findIndex((one) => one.field === field)
    grid.move({ row, column: column < 0 ? grid.cell.column : column })
  })
  useEffect(() => {
    if (seek !== undefined) go(seek.row, seek.field)
  }, [seek])
}

interface GridBoxProps extends LinesTableProps {
  readonly box: RefObject<HTMLDivElement | null>
  readonly grid: Grid
}

function GridBox({ box, grid, ...props }: GridBoxProps): ReactElement {
  const { lines, columns, disabled = false } = props
  const id = useId()
  const { cell } = grid
  const view = useView(box, grid, lines.length)
  const { paste, keys } = useHandlers(props, grid)
  const rowProps = { id, columns, grid, marks: props.marks, onWrite: disabled ? undefined : grid.setTyping }
  return (
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
      style={{
        '--tracks': tracksOf(columns),
        '--least': `${leastOf(columns)}px`,
        '--linha': `${ROW}px`,
      }}
      onKeyDown={keys}
      onPaste={paste}
      onScroll={view.onScroll}
    >
      <LinesHead columns={columns} />
      <div role="rowgroup" className="table-space" style={{ height: view.height }}>
        <div className="table-window" role="presentation" style={{ transform: `translateY(${view.top}px)` }}>
          {lines.slice(view.start, view.end).map((line, offset) => (
            <LineRow
              key={line.key}
              {...rowProps}
              line={line}
              row={view.start + offset}
              faults={props.faults?.filter((fault) => fault.row === view.start + offset)}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

function NoLines({ onAdd, addKey = true, lead = null, disabled = false }: LinesTableProps): ReactElement {
  const byKey = addKey && !disabled && (onAdd !== undefined || lead !== null)
  return <EmptyState text="Nenhum item" {...(byKey ? { hotkey: 'F2', hint: 'para adicionar' } : {})} />
}

/**
 * The lines of a document, written as in a spreadsheet; cards on a phone. Edits a local array; the document's form saves it. Only what shows the lines
 * changes with the width of the window: what waits in the tools stays.
 */
export function LinesTable(given: LinesTableProps): ReactElement {
  useSignals()
  const { label, lines, columns, onOpen, disabled = false } = given
  const box = useRef<HTMLDivElement>(null)
  const grid = useGrid(given)
  const onAdd = useAdded(box, grid, given)
  const props = onAdd === undefined ? given : { ...given, onAdd }
  useSeek(grid, given)
  const addByKey = props.addKey === false || disabled ? undefined : onAdd
  useKeys(
    { tab2: addByKey && (() => (box.current?.closest('[inert]') === null ? addByKey() : false)) },
    { local: disabled ? READING_KEYS : [...WRITING_KEYS, ...weighKeys(columns)], labels: { tab2: 'adicionar linha' } },
  )
  const cards = mobile.value && onOpen !== undefined
  return (
    <div className="lines-block">
      <LinesTools {...props} />
      {cards ? (
        <LineCards
          label={label}
          columns={columns}
          lines={lines}
          faults={given.faults}
          marks={given.marks}
          onOpen={onOpen}
        />
      ) : (
        <>
          <GridBox {...props} box={box} grid={grid} />
          {grid.late.map((choice) => (
            <LateChoice key={choice.id} choice={choice} grid={grid} lines={lines} columns={columns} />
          ))}
          {lines.length === 0 ? <NoLines {...props} /> : null}
        </>
      )}
      <LinesFoot columns={columns} lines={lines} marked={given.marked} />
    </div>
  )
}
