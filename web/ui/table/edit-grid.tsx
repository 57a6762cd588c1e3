import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ReactElement, type RefObject } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mobile, rowHeight } from '../../app/prefs'
import { LineRow } from '../lines/lines-rows'
import { showCell, type Line, type LineColumn } from '../lines/lines-state'
import { textOf, type Row } from '../row'
import { cellText, minWidth, tracks, type Column } from './columns'
import editCss from './edit-grid.css' with { type: 'text' }
import type { Edits } from './edits'
import { addStyle } from '../later-style'
import type { ListModel } from './list-model'
import { FilterRow, HeaderCell } from './table-header'
import { useSlow, useViewport } from './use-viewport'
import { lineOf, useEditGrid, type EditGrid as Grid } from './use-edit-grid'
import type { Sort } from './table-state'
import type { ColumnChoice } from './use-table'
import { scrollToRow, virtualRange } from './virtual'

addStyle(editCss)

/** A column of a list that may be written in place. */
export interface EditColumn extends Column {
  /** How it is written; it is only shown where that is not said. */
  readonly edit?: Pick<LineColumn, 'stepper' | 'show'> & { readonly decimals: number }
}

const KINDS_OF: Readonly<Record<string, NonNullable<LineColumn['kind']>>> = { money: 'money', percent: 'percent' }

/** A column of the list as one of a grid of cells. */
export function cellColumn(column: EditColumn, disabled: boolean): LineColumn {
  const { field, label, edit } = column
  const kind = KINDS_OF[column.kind ?? '']
  if (edit === undefined || kind === undefined)
    return {
      field,
      label,
      show: (line) => cellText(column, { ...line, id: textOf(line.id) }),
      ...(kind ? { align: 'end' } : {}),
    }
  return { field, label, kind, editable: !disabled, ...edit }
}

export interface EditGridProps {
  readonly label: string
  readonly model: ListModel
  readonly edits: Edits
  readonly choice: ColumnChoice
  readonly columns: readonly EditColumn[]
  readonly disabled: boolean
  readonly sort: Sort | null
  readonly onSort: (field: string) => void
  readonly filtersOpen: boolean
  readonly filters: Readonly<Record<string, string>>
  readonly onFilter: (field: string, value: string) => void
  readonly box: RefObject<HTMLDivElement | null>
}

/** The cell's row comes into view as one moves; the focus stays on the grid as a cell is left. */
function useInView(box: RefObject<HTMLDivElement | null>, { cell, typing }: Grid, count: number, height: number): void {
  const bring = useEffectEvent((row: number) => {
    const element = box.current
    if (element === null || count === 0) return
    const viewport = element.clientHeight - height
    const top = scrollToRow({ scrollTop: element.scrollTop, viewport, count, rowHeight: height }, row)
    if (top !== element.scrollTop) element.scrollTo({ top })
  })
  useLayoutEffect(() => bring(cell.row), [cell.row])
  const wasTyping = useRef(false)
  useEffect(() => {
    const now = document.activeElement
    const isHere = now === null || now === document.body || box.current?.contains(now) === true
    if (wasTyping.current && typing === null && isHere) box.current?.focus({ preventScroll: true })
    wasTyping.current = typing !== null
  }, [box, typing])
}

function Headings({ columns, choice, ...props }: EditGridProps): ReactElement {
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" className="row row-head" aria-rowindex={1}>
        <div role="columnheader" className="cell cell-check" aria-label="Situação" />
        {columns.map((column) => (
          <HeaderCell
            key={column.field}
            column={column}
            sort={props.sort}
            onSort={props.onSort}
            onResize={choice.resize}
          />
        ))}
      </div>
      {props.filtersOpen ? <FilterRow columns={columns} filters={props.filters} onFilter={props.onFilter} /> : null}
    </div>
  )
}

/** What stands before a row that is changed: that it is, or why it was not taken. */
function Mark({ row, edits }: { readonly row: Row; readonly edits: Edits }): ReactElement {
  const edit = edits.staged.value.get(String(row.id))
  const text = edit?.fault ?? (edit === undefined ? '' : 'Alterado, ainda não salvo')
  const mark = edit === undefined ? '' : edit.fault === undefined ? '●' : '!'
  return (
    <div role="gridcell" className={`cell cell-check edit-mark ${edit?.fault ? 'edit-fault' : ''}`} title={text}>
      {mark === '' ? null : <span aria-label={text}>{mark}</span>}
    </div>
  )
}

/** A row that is on its way. */
function Awaited({ index }: { readonly index: number }): ReactElement {
  return (
    <div className="row row-empty" role="row" aria-rowindex={index + 2}>
      <div role="gridcell" className="cell skeleton" aria-label="carregando" />
    </div>
  )
}

/** A list whose cells are written as in a spreadsheet: drawn only where it is seen, rows fetched as they come into view. */
export function EditGrid(props: EditGridProps): ReactElement {
  useSignals()
  const { model, edits, columns, choice, box, disabled } = props
  const id = useId()
  const cells = columns.map((column) => cellColumn(column, disabled))
  const grid = useEditGrid({ model, edits, columns: cells, disabled })
  const height = mobile.value ? 44 : rowHeight()
  const view = useViewport(box)
  const slow = useSlow(model.stale.value)
  const count = model.version.value < 0 ? 0 : model.count()
  const range = virtualRange({ ...view, count, rowHeight: height })
  useEffect(() => model.need(range.start, Math.max(range.end, 1)), [model, range.start, range.end])
  useInView(box, grid, count, height)
  const staged = edits.staged.value
  const chosen = (row: number) => (_line: Line, column: LineColumn) =>
    grid.range[0] < grid.range[1] && row >= grid.range[0] && row <= grid.range[1] && cells[grid.cell.column] === column
      ? 'cell-chosen'
      : ''
  return (
    <div
      ref={box}
      className={`table lines edit-grid ${slow ? 'table-slow' : ''}`}
      role="grid"
      aria-label={props.label}
      aria-rowcount={model.capped.value ? -1 : count + 1}
      aria-readonly={disabled}
      aria-activedescendant={count === 0 ? undefined : `${id}-${grid.cell.row}-${grid.cell.column}`}
      aria-busy={model.stale.value}
      tabIndex={0}
      style={{
        '--tracks': tracks(columns, choice.widths),
        '--least': `${minWidth(columns, choice.widths)}px`,
        '--linha': `${height}px`,
      }}
      onKeyDown={grid.keys}
      onPaste={grid.paste}
      onScroll={view.onScroll}
    >
      <Headings {...props} />
      <div className="table-space" role="rowgroup" style={{ height: range.height }}>
        <div className="table-window" role="presentation" style={{ transform: `translateY(${range.top}px)` }}>
          {Array.from({ length: Math.max(0, range.end - range.start) }, (_, at) => range.start + at).map((index) => {
            const row = model.rowAt(index)
            if (row === undefined) return <Awaited key={index} index={index} />
            const edit = staged.get(String(row.id))
            const faults = edit?.fault === undefined ? undefined : firstWritten(cells, index, edit.fault)
            return (
              <LineRow
                key={index}
                id={id}
                row={index}
                line={lineOf(edit?.row ?? row)}
                lead={<Mark row={row} edits={edits} />}
                columns={cells}
                grid={grid}
                look={chosen(index)}
                faults={faults}
                marks={undefined}
                onWrite={disabled ? undefined : grid.setTyping}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** The fault of a row stands at its first cell that may be written. */
const firstWritten = (cells: readonly LineColumn[], row: number, text: string) =>
  cells
    .filter(({ editable }) => editable === true)
    .slice(0, 1)
    .map(({ field }) => ({ row, field, text }))

/** What a row is called: its first column. */
export const nameIn = (columns: readonly EditColumn[], row: Row): string => {
  const [first] = columns
  return first === undefined ? '' : showCell(cellColumn(first, true), lineOf(row))
}
