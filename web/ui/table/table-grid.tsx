import { copyText } from '../../app/plain-http'
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mobile, rowHeight } from '../../app/prefs'
import type { Row } from '../row'
import { CardRow } from './table-cards'
import { CellContent, cellClass, cellText, minWidth, tracks, type Column } from './columns'
import { toTsv } from './export'
import { HeaderRow, type HeaderProps } from './table-header'
import type { ListModel } from './list-model'
import type { ColumnChoice, Selection } from './use-table'
import { useSlow, useViewport } from './use-viewport'
import { scrollToRow, virtualRange, type VirtualRange } from './virtual'

const CARD_HEIGHT = 64

export interface GridProps extends Omit<HeaderProps, 'columns' | 'widths' | 'onResize'> {
  readonly model: ListModel
  readonly choice: ColumnChoice
  readonly selection: Selection
  readonly label: string
  readonly active: number
  readonly onActive: (index: number) => void
  readonly onOpen: (row: Row, newTab: boolean) => void
  readonly onSelectAll: () => void
  readonly gridRef: RefObject<HTMLDivElement | null>
}

const STEPS: Readonly<Record<string, (now: number, page: number, last: number) => number>> = {
  ArrowDown: (now) => now + 1,
  ArrowUp: (now) => now - 1,
  PageDown: (now, page) => now + page,
  PageUp: (now, page) => now - page,
  Home: () => 0,
  End: (_now, _page, last) => last,
}

function gridKeys(props: GridProps, page: number): (event: KeyboardEvent<HTMLDivElement>) => void {
  const { model, selection, active, onActive, choice } = props
  return (event) => {
    if (event.target !== event.currentTarget || event.altKey) return
    const control = event.ctrlKey || event.metaKey
    const row = model.rowAt(active)
    const step = control ? undefined : STEPS[event.key]
    if (step !== undefined) {
      const next = Math.max(0, Math.min(model.count() - 1, step(active, page, model.count() - 1)))
      if (event.shiftKey && row !== undefined)
        selection.add([row, ...[model.rowAt(next)].filter((other) => other !== undefined)])
      onActive(next)
    } else if (event.key === 'Enter' && !control && row !== undefined) props.onOpen(row, event.shiftKey)
    else if (event.key === ' ' && row !== undefined) selection.toggle(row)
    else if (control && event.key.toLowerCase() === 'a') props.onSelectAll()
    else if (control && event.key.toLowerCase() === 'c' && (getSelection()?.isCollapsed ?? true)) {
      const rows = selection.rows.size > 0 ? [...selection.rows.values()] : row === undefined ? [] : [row]
      void copyText(toTsv(choice.shown, rows))
    } else return
    event.preventDefault()
  }
}

/** The list itself: sorted by the server, drawn only where it is seen, moved through with the keyboard. */
export function TableGrid(props: GridProps): ReactElement {
  useSignals()
  const { model, choice, selection, gridRef, active } = props
  const id = useId()
  const cards = mobile.value
  const height = cards ? CARD_HEIGHT : rowHeight()
  const view = useViewport(gridRef)
  const slow = useSlow(model.stale.value)
  const count = model.version.value < 0 ? 0 : model.count()
  const range = virtualRange({ ...view, count, rowHeight: height })
  useEffect(() => model.need(range.start, Math.max(range.end, 1)), [model, range.start, range.end])
  // Only a move of the active row scrolls; new rows and sizes leave the place alone.
  const bringIntoView = useEffectEvent((row: number) => {
    const box = gridRef.current
    if (box === null || count === 0) return
    const seen = box.clientHeight - (cards ? 0 : 32)
    const view = { scrollTop: box.scrollTop, viewport: seen, count, rowHeight: height }
    // The last row brings the room under it, that nothing which floats over the list's corner lies on it.
    const scrollTop = row === count - 1 ? box.scrollHeight : scrollToRow(view, row)
    if (scrollTop !== box.scrollTop) box.scrollTop = scrollTop
  })
  useLayoutEffect(() => bringIntoView(active), [active])
  const current = model.rowAt(active) === undefined ? undefined : `${id}r${active}`
  return (
    <div
      ref={gridRef}
      className={`table ${cards ? 'table-cards' : ''} ${slow ? 'table-slow' : ''}`}
      role="grid"
      aria-label={props.label}
      aria-rowcount={model.capped.value ? -1 : count + 1}
      aria-multiselectable="true"
      aria-activedescendant={current}
      aria-busy={model.stale.value}
      tabIndex={0}
      style={{
        '--tracks': tracks(choice.shown, choice.widths),
        '--least': `${cards ? 0 : minWidth(choice.shown, choice.widths)}px`,
      }}
      onScroll={view.onScroll}
      onKeyDown={gridKeys(props, Math.max(1, Math.floor(view.viewport / height) - 1))}
    >
      {cards ? null : <HeaderRow {...props} columns={choice.shown} widths={choice.widths} onResize={choice.resize} />}
      <div className="table-space" role="rowgroup" style={{ height: range.height }}>
        <div className="table-window" role="presentation" style={{ transform: `translateY(${range.top}px)` }}>
          {indexes(range).map((index) => (
            <GridRow
              key={index}
              id={`${id}r${index}`}
              index={index}
              row={model.rowAt(index)}
              columns={choice.shown}
              active={index === active}
              selected={selectedAt(model, selection, index)}
              cards={cards}
              onToggle={selection.toggle}
              onPress={(row, newTab) => {
                props.onActive(index)
                props.onOpen(row, newTab)
              }}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

function selectedAt(model: ListModel, selection: Selection, index: number): boolean {
  const row = model.rowAt(index)
  return row !== undefined && selection.has(row)
}

function indexes({ start, end }: VirtualRange): readonly number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, offset) => start + offset)
}

interface GridRowProps {
  readonly id: string
  readonly index: number
  readonly row: Row | undefined
  readonly columns: readonly Column[]
  readonly active: boolean
  readonly selected: boolean
  readonly cards: boolean
  readonly onToggle: (row: Row) => void
  readonly onPress: (row: Row, newTab: boolean) => void
}

function GridRow(props: GridRowProps): ReactElement {
  const { row, columns, index } = props
  if (row === undefined) {
    return (
      <div className="row row-empty" role="row" aria-rowindex={index + 2}>
        <div role="gridcell" className="cell skeleton" aria-label="carregando" />
      </div>
    )
  }
  return (
    <div
      id={props.id}
      className={`row ${props.active ? 'row-active' : ''} ${props.selected ? 'row-selected' : ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={props.selected}
      data-id={row.id}
      onClick={(event) => {
        if (event.target instanceof HTMLInputElement) return
        props.onPress(row, event.ctrlKey || event.metaKey)
      }}
    >
      {props.cards ? (
        <CardRow row={row} columns={columns} />
      ) : (
        <>
          <div role="gridcell" className="cell cell-check">
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={`Selecionar ${columns[0] === undefined ? index + 1 : cellText(columns[0], row)}`}
              checked={props.selected}
              onChange={() => props.onToggle(row)}
            />
          </div>
          {columns.map((column) => (
            <div
              key={column.field}
              role="gridcell"
              className={cellClass(column)}
              title={column.render === undefined ? cellText(column, row) : undefined}
            >
              <CellContent column={column} row={row} />
            </div>
          ))}
        </>
      )}
    </div>
  )
}
