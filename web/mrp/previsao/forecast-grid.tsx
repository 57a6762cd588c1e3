import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type ReactElement,
  type RefObject,
} from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { longPeriod, shortPeriod } from '../../../core/forecast/labels'
import type { Period } from '../../../core/forecast/periods'
import { mobile } from '../../app/prefs'
import { decimalKey } from '../../ui/form/fields'
import { counted, formatQuantity } from '../../ui/format'
import { Icon } from '../../ui/icon'
import { scrollToRow, virtualRange } from '../../ui/table/virtual'
import {
  cellOf,
  columnWidth,
  range,
  rowTotal,
  Totals,
  TOTAL_COLUMN,
  visibleColumns,
  type GridItem,
  type Place,
} from './grid-state'
import { useGridModel, type GridInput, type GridModel } from './use-grid'

const ROW = 30
const HEAD = 32
const SIDE = { name: 260, total: 96, phoneName: 156, phoneTotal: 68 }

interface View {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

function useView(box: RefObject<HTMLDivElement | null>): { view: View; look: () => void } {
  const [view, setView] = useState<View>({ top: 0, left: 0, width: 1000, height: 400 })
  const look = (): void => {
    const element = box.current
    if (element === null) return
    const { scrollTop: top, scrollLeft: left, clientWidth: width, clientHeight: height } = element
    setView({ top, left, width, height })
  }
  const measure = useEffectEvent(look)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => measure())
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return { view, look }
}

interface Layout {
  readonly side: number
  readonly step: number
  readonly style: CSSProperties
}

function layoutOf(period: Period, columns: number, phone: boolean): Layout {
  const name = phone ? SIDE.phoneName : SIDE.name
  const total = phone ? SIDE.phoneTotal : SIDE.total
  const step = columnWidth(period)
  return {
    side: name + total,
    step,
    style: {
      '--name': `${name}px`,
      '--total': `${total}px`,
      '--step': `${step}px`,
      '--whole': `${name + total + columns * step}px`,
    },
  }
}

/** Only a move of the cell scrolls: quantities that change under it leave the place alone. */
function useInView(box: RefObject<HTMLDivElement | null>, { at, items }: GridModel, { side, step }: Layout): void {
  const bring = useEffectEvent(({ row, column }: Place) => {
    const element = box.current
    if (element === null) return
    const viewport = element.clientHeight - 2 * HEAD
    const top = scrollToRow({ scrollTop: element.scrollTop, viewport, count: items.length, rowHeight: ROW }, row)
    const seen = element.clientWidth - side
    const left = column * step
    const wanted =
      column === TOTAL_COLUMN || left < element.scrollLeft
        ? Math.max(0, left)
        : left + step > element.scrollLeft + seen
          ? left + step - seen
          : element.scrollLeft
    element.scrollTo({ top, left: column === TOTAL_COLUMN ? element.scrollLeft : wanted })
  })
  const { row, column } = at
  useLayoutEffect(() => bring({ row, column }), [row, column])
}

/** The focus comes back to the grid when a cell was written. */
function useFocusBack(box: RefObject<HTMLDivElement | null>, typing: boolean): void {
  const was = useRef(false)
  useEffect(() => {
    const now = document.activeElement
    const free = now === null || now === document.body || box.current?.contains(now) === true
    if (was.current && !typing && free) box.current?.focus({ preventScroll: true })
    was.current = typing
  }, [box, typing])
}

interface ForecastGridProps extends GridInput {
  readonly period: Period
  readonly label: string
}

/** Products by periods, written as in a spreadsheet; only what is seen is drawn, whatever the number of both. */
export function ForecastGrid({ period, label, ...input }: ForecastGridProps): ReactElement {
  useSignals()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const grid = useGridModel(input)
  const { view, look } = useView(box)
  const { items, dates } = grid
  const layout = layoutOf(period, dates.length, mobile.value)
  useInView(box, grid, layout)
  useFocusBack(box, grid.typing !== null)
  const rows = virtualRange({ scrollTop: view.top, viewport: view.height, count: items.length, rowHeight: ROW })
  const seen = visibleColumns({
    left: view.left,
    width: view.width - layout.side,
    step: layout.step,
    count: dates.length,
  })
  const columns = Array.from({ length: Math.max(0, seen.end - seen.first) }, (_, at) => seen.first + at)
  return (
    <div className="fgrid-block">
      <div
        ref={box}
        className="fgrid"
        role="grid"
        aria-label={label}
        aria-rowcount={items.length + 2}
        aria-colcount={dates.length + 2}
        aria-multiselectable="true"
        aria-activedescendant={items.length === 0 ? undefined : `${id}c${grid.at.row}.${grid.at.column}`}
        tabIndex={0}
        style={layout.style}
        onScroll={look}
        onKeyDown={grid.keys}
        onPaste={grid.paste}
        onCopy={grid.copy}
      >
        <HeadRow columns={columns} dates={dates} period={period} />
        <div className="fgrid-space" role="rowgroup" style={{ height: items.length * ROW }}>
          {items.slice(rows.start, rows.end).map((item, at) => (
            <ItemRow
              key={item.id}
              id={id}
              grid={grid}
              item={item}
              row={rows.start + at}
              columns={columns}
              period={period}
            />
          ))}
        </div>
        <FootRow grid={grid} columns={columns} />
      </div>
      <CellLine grid={grid} period={period} />
    </div>
  )
}

interface ColumnsProps {
  readonly columns: readonly number[]
}

const placed = (column: number): CSSProperties => ({ '--column': column })

function HeadRow({
  columns,
  dates,
  period,
}: ColumnsProps & { dates: readonly string[]; period: Period }): ReactElement {
  return (
    <div className="fgrid-row fgrid-head" role="row" aria-rowindex={1}>
      <div className="fgrid-name" role="columnheader" aria-colindex={1}>
        Produto
      </div>
      <div className="fgrid-total" role="columnheader" aria-colindex={2}>
        Total
      </div>
      {columns.map((column) => {
        const date = dates[column] ?? ''
        return (
          <div
            key={column}
            className="fgrid-cell"
            role="columnheader"
            aria-colindex={column + 3}
            aria-label={longPeriod(date, period)}
            title={longPeriod(date, period)}
            style={placed(column)}
          >
            {shortPeriod(date, period)}
          </div>
        )
      })}
    </div>
  )
}

interface ItemRowProps extends ColumnsProps {
  readonly id: string
  readonly grid: GridModel
  readonly item: GridItem
  readonly row: number
  readonly period: Period
}

function ItemRow({ id, grid, item, row, columns }: ItemRowProps): ReactElement {
  const active = row === grid.at.row
  return (
    <div
      className={`fgrid-row ${active ? 'fgrid-active' : ''}`}
      role="row"
      aria-rowindex={row + 2}
      style={{ top: row * ROW }}
    >
      <div className="fgrid-name" role="rowheader" aria-colindex={1} title={`${item.code} · ${item.name}`}>
        <span className="fgrid-product">
          <small>{item.code}</small> {item.name}
        </span>
        {item.notice === null ? null : (
          <span className="fgrid-notice" title={item.notice}>
            <Icon name="warn" size={14} />
            <span className="sr-only">{item.notice}</span>
          </span>
        )}
        <button
          type="button"
          className="icon-btn fgrid-info"
          tabIndex={-1}
          aria-label={`Como foi previsto: ${item.name}`}
          title="Como foi previsto (i)"
          onClick={() => grid.onInfo(item)}
        >
          <Icon name="chart" size={14} />
        </button>
      </div>
      <GridCell id={id} grid={grid} item={item} place={{ row, column: TOTAL_COLUMN }} />
      {columns.map((column) => (
        <GridCell key={column} id={id} grid={grid} item={item} place={{ row, column }} />
      ))}
    </div>
  )
}

interface CellProps {
  readonly id: string
  readonly grid: GridModel
  readonly item: GridItem
  readonly place: Place
}

function GridCell({ id, grid, item, place }: CellProps): ReactElement {
  const { row, column } = place
  const here = grid.at.row === row && grid.at.column === column
  const total = column === TOTAL_COLUMN
  const cell = total ? null : cellOf(item, column, grid.dates[column] ?? '', grid.edits)
  const shown = formatQuantity(cell?.value ?? rowTotal(item, grid.dates, grid.edits), item.decimals)
  const said = [
    shown,
    ...(cell?.changed === true ? [`alterado, original ${formatQuantity(cell.original, item.decimals)}`] : []),
    ...(cell?.unsaved === true ? ['não salvo'] : []),
  ]
  const marks = [
    total ? 'fgrid-total' : 'fgrid-cell',
    ...(cell?.changed === true ? ['fgrid-changed'] : []),
    ...(cell?.unsaved === true ? ['fgrid-unsaved'] : []),
    ...(cell?.value === 0 ? ['fgrid-zero'] : []),
    ...(here ? ['fgrid-here'] : isChosen(grid, place) ? ['fgrid-chosen'] : []),
  ]
  /** A press goes to the cell; on the cell where one is, it opens it (and the focus must not go to the grid again). */
  const press = (event: MouseEvent): void => {
    if (event.target instanceof HTMLInputElement) return
    const opens = here && !event.shiftKey && grid.typing === null
    if (grid.typing !== null) grid.commit(null)
    if (opens) {
      event.preventDefault()
      grid.start()
    } else if (!here) grid.move(place, event.shiftKey)
  }
  return (
    <div
      id={`${id}c${row}.${column}`}
      className={marks.join(' ')}
      role="gridcell"
      aria-colindex={column + 3}
      aria-label={said.join(', ')}
      aria-selected={here || isChosen(grid, place)}
      style={total ? undefined : placed(column)}
      onMouseDown={press}
    >
      {here && grid.typing !== null ? <CellBox grid={grid} label={said.join(', ')} /> : shown}
    </div>
  )
}

function isChosen({ at, anchor }: GridModel, { row, column }: Place): boolean {
  if (at.row === anchor.row && at.column === anchor.column) return false
  const { rows, columns } = range(anchor, at)
  return rows.includes(row) && columns.includes(column)
}

function takeFocus(box: HTMLInputElement | null): void {
  if (box === null) return
  box.focus({ preventScroll: true })
  box.setSelectionRange(box.value.length, box.value.length)
}

function CellBox({ grid, label }: { readonly grid: GridModel; readonly label: string }): ReactElement {
  return (
    <input
      ref={takeFocus}
      className="fgrid-input"
      inputMode="decimal"
      aria-label={label}
      value={grid.typing ?? ''}
      maxLength={20}
      onChange={(event) => grid.setTyping(event.target.value)}
      onKeyDown={(event) => decimalKey(event, true)}
      onBlur={() => grid.commit(null)}
    />
  )
}

function FootRow({ grid, columns }: ColumnsProps & { readonly grid: GridModel }): ReactElement {
  const { items, dates, edits } = grid
  const totals = useMemo(() => new Totals(items, dates, edits), [items, dates, edits])
  // Products of different units only add up to a measure of the whole: it needs no decimals.
  const [first] = items
  const decimals = items.every((item) => item.decimals === first?.decimals) ? (first?.decimals ?? 0) : 0
  return (
    <div className="fgrid-row fgrid-foot" role="row" aria-rowindex={items.length + 2}>
      <div className="fgrid-name" role="rowheader" aria-colindex={1}>
        {counted(items.length, 'produto', 'produtos')}
      </div>
      <div className="fgrid-total" role="gridcell" aria-colindex={2}>
        {formatQuantity(totals.whole(), decimals)}
      </div>
      {columns.map((column) => (
        <div key={column} className="fgrid-cell" role="gridcell" aria-colindex={column + 3} style={placed(column)}>
          {formatQuantity(totals.column(column), decimals)}
        </div>
      ))}
    </div>
  )
}

/** The cell in words, and what can be done with it. */
function CellLine({ grid, period }: { readonly grid: GridModel; readonly period: Period }): ReactElement {
  const { at, items, dates, edits } = grid
  const item = items[at.row]
  if (item === undefined) return <p className="fgrid-line" />
  const date = dates[at.column]
  const cell = date === undefined ? null : cellOf(item, at.column, date, edits)
  const where = date === undefined ? 'total' : longPeriod(date, period)
  return (
    <p className="fgrid-line">
      <span>
        <b>{item.name}</b> · {where} · {formatQuantity(cell?.value ?? rowTotal(item, dates, edits), item.decimals)}{' '}
        {item.unit}
      </span>
      {cell?.changed === true ? (
        <span>
          Alterado; original {formatQuantity(cell.original, item.decimals)}.{' '}
          {grid.disabled ? null : (
            <button type="button" className="link" onClick={grid.restore}>
              Voltar ao original (Del)
            </button>
          )}
        </span>
      ) : null}
      {cell?.unsaved === true ? <span>Não salvo.</span> : null}
    </p>
  )
}
