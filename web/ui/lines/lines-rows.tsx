import type { ReactElement } from 'react'
import { weighHint, weighKey } from '../../devices/here'
import { lookClass } from '../column-look'
import { decimal, ZERO } from '../../../core/money/decimal'
import { amountOf, counted, formatMoney, formatQuantity } from '../format'
import { checkPaste, decimalKey } from '../form/fields'
import { KINDS } from '../form/kinds'
import { RowCombobox } from '../form/row-combobox'
import { fichaMark } from '../../app/ficha-target'
import type { LineFault } from './line-faults'
import { LineMarks, tellMarks, type LineMark } from './line-marks'
import {
  isEditable,
  isTitle,
  isWeighed,
  searchOf,
  showCell,
  type Line,
  type LineColumn,
  type LineReference,
} from './lines-state'
import type { Grid } from './use-grid'

const isEnd = (column: LineColumn): boolean => (column.align ?? KINDS[column.kind ?? 'text'].align) === 'end'

/** Zero stands back in a grid, so that figures stand out. */
const dashed = (column: LineColumn, text: string): string => (isEnd(column) && /^0(?:,0+)?$/.test(text) ? '–' : text)

function sumText(column: LineColumn, lines: readonly Line[]): string {
  const total = lines.reduce((sum, line) => sum.plus(decimal(amountOf(line[column.field]))), ZERO).toString()
  return column.kind === 'money' ? formatMoney(total) : formatQuantity(total, column.decimals ?? 3)
}

export function LinesHead({ columns }: { readonly columns: readonly LineColumn[] }): ReactElement {
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" className="row row-head" aria-rowindex={1}>
        {columns.map((column) => (
          <div
            key={column.field}
            role="columnheader"
            title={column.label}
            className={`cell head ${isEnd(column) ? 'cell-end' : ''}`}
          >
            {column.toggleAll === undefined ? (
              column.label
            ) : (
              <button
                type="button"
                className="head-toggle"
                tabIndex={-1}
                title="Marcar todos (Ctrl+A)"
                onClick={column.toggleAll}
              >
                {column.label}
              </button>
            )}
            {column.required === true ? <i className="required" /> : null}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Sums under the lines: of those that are marked where some are, else of all. */
export function LinesFoot({
  columns,
  lines: all,
  marked,
}: {
  readonly columns: readonly LineColumn[]
  readonly lines: readonly Line[]
  readonly marked?: ReadonlySet<string> | undefined
}): ReactElement | null {
  const some = all.filter((line) => marked?.has(line.key))
  const sums = columns.filter(({ sum }) => sum === true || (sum === 'marked' && some.length > 0))
  if (sums.length === 0) return null
  const lines = some.length > 0 ? some : all
  return (
    <div className="lines-foot">
      {some.length === 0 ? null : <span role="status">{counted(some.length, 'item marcado', 'itens marcados')}</span>}
      {sums.map((column) => (
        <span key={column.field}>
          {column.label} <strong>{sumText(column, lines)}</strong>
        </span>
      ))}
    </div>
  )
}

/** What drawing and writing a cell asks of its grid. */
export type CellGrid = Pick<Grid, 'cell' | 'typing' | 'setTyping' | 'move' | 'commit' | 'pick' | 'await'>

interface LineRowProps {
  readonly id: string
  readonly line: Line
  readonly row: number
  readonly columns: readonly LineColumn[]
  readonly grid: CellGrid
  /** A class of its own for a cell. */
  readonly look?: ((line: Line, column: LineColumn) => string) | undefined
  /** What stands before its cells. */
  readonly lead?: ReactElement
  readonly faults: readonly Pick<LineFault, 'field' | 'text'>[] | undefined
  readonly marks: ((line: Line) => readonly LineMark[]) | undefined
  readonly onWrite: ((text: string) => void) | undefined
}

/** How a cell looks by what it holds. */
const lineClasses = (column: LineColumn, line: Line): readonly string[] => [
  'cell',
  isEnd(column) ? 'cell-end' : '',
  KINDS[column.kind ?? 'text'].mono ? 'mono' : '',
  isEditable(column, line) ? '' : 'cell-off',
  lookClass(column.field),
  column.tone?.(line) === undefined ? '' : `cell-${column.tone(line)}`,
]

export function LineRow({
  id,
  line,
  row,
  columns,
  grid,
  look,
  lead,
  faults,
  marks,
  onWrite,
}: LineRowProps): ReactElement {
  const { cell, typing } = grid
  const marked = marks?.(line) ?? []
  return (
    <div role="row" className="row" aria-rowindex={row + 2} data-ficha={fichaMark('mercadoria', line.mercadoria_id)}>
      {lead}
      {columns.map((column, index) => {
        const here = cell.row === row && cell.column === index
        const editable = isEditable(column, line)
        const isMarked = marked.length > 0 && isTitle(column)
        const fault = faults?.find(({ field }) => field === column.field)?.text
        const classes = [
          ...lineClasses(column, line),
          here ? 'cell-on' : '',
          fault === undefined ? '' : 'cell-fault',
          isMarked ? 'cell-marked' : '',
          look?.(line, column) ?? '',
        ]
        if (here && typing !== null) {
          return (
            <div key={column.field} id={`${id}-${row}-${index}`} role="gridcell" className="cell cell-edit cell-on">
              {column.reference === undefined ? (
                <LineBox column={column} text={typing} grid={grid} weighs={isWeighed(column, line)} />
              ) : (
                <ReferenceBox column={column} reference={column.reference} line={line} text={typing} grid={grid} />
              )}
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
            aria-invalid={fault === undefined ? undefined : true}
            className={classes.join(' ')}
            title={fault ?? [showCell(column, line), isMarked ? tellMarks(marked) : ''].filter(Boolean).join(' · ')}
            onMouseDown={() => grid.move({ row, column: index })}
            onClick={column.toggle === undefined ? undefined : () => column.toggle?.(line)}
            onDoubleClick={
              editable && onWrite !== undefined
                ? () => onWrite(column.reference === undefined ? showCell(column, line) : '')
                : undefined
            }
          >
            {isMarked ? <span>{showCell(column, line)}</span> : dashed(column, showCell(column, line))}
            {isMarked ? <LineMarks marks={marked} /> : null}
          </div>
        )
      })}
    </div>
  )
}

/** Once, as the cell opens: a value is taken whole, a typed character keeps its caret. */
function openBox(input: HTMLInputElement | null): void {
  if (input === null || document.activeElement === input) return
  input.focus()
  if (input.value.length > 1) input.select()
}

function LineBox({
  column,
  text,
  grid,
  weighs,
}: {
  readonly column: LineColumn
  readonly text: string
  readonly grid: CellGrid
  readonly weighs: boolean
}): ReactElement {
  const kind = KINDS[column.kind ?? 'text']
  const options = column.decimals === undefined ? {} : { decimals: column.decimals }
  const write = (kilograms: string): void => grid.setTyping(kind.show(kilograms, options))
  return (
    <input
      ref={openBox}
      className={`input ${isEnd(column) ? 'input-end' : ''}`}
      aria-label={column.label}
      inputMode={kind.inputMode}
      autoComplete="off"
      value={text}
      title={weighHint(weighs)}
      onChange={(event) => grid.setTyping(kind.clean(event.target.value, options))}
      onKeyDown={(event) => {
        if (!weighs || !weighKey(event, { write })) decimalKey(event, isEnd(column))
      }}
      onPaste={(event) => checkPaste(event, kind)}
      onBlur={() => grid.commit(null)}
    />
  )
}

interface ReferenceBoxProps {
  readonly column: LineColumn
  readonly reference: LineReference
  readonly line: Line
  readonly text: string
  readonly grid: CellGrid
}

/** The first box inside takes the focus as the cell opens. */
function focusInside(box: HTMLElement | null): void {
  const input = box?.querySelector('input')
  if (input !== null && document.activeElement !== input) input?.focus()
}

function ReferenceBox({ column, reference, line, text, grid }: ReferenceBoxProps): ReactElement {
  return (
    <span
      ref={focusInside}
      className="cell-reference"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) grid.setTyping(null)
      }}
    >
      <RowCombobox
        {...searchOf(reference, line)}
        label={column.label}
        current={reference.current(line)}
        show={(row) => (row === null ? '' : reference.show(row))}
        startText={text}
        onPick={grid.pick}
        onAwait={grid.await}
        {...(reference.detail === undefined ? {} : { detail: reference.detail })}
      />
    </span>
  )
}
