import type { PointerEvent, ReactElement } from 'react'
import { Icon } from '../icon'
import { filterName, isNumeric, sortField, type Column } from './columns'
import { FilterBox } from './filter-box'
import type { Sort } from './table-state'

interface HeadingProps {
  readonly sort: Sort | null
  readonly onSort: (field: string) => void
  readonly onResize: (field: string, width: number) => void
}

interface FilteringProps {
  readonly columns: readonly Column[]
  readonly filters: Readonly<Record<string, string>>
  readonly onFilter: (field: string, value: string) => void
}

export interface HeaderProps extends HeadingProps, FilteringProps {
  readonly widths: Readonly<Record<string, number>>
  readonly allSelected: boolean
  readonly onToggleAll: () => void
  readonly filtersOpen: boolean
}

function ariaSort(sort: Sort | null, field: string | null): 'ascending' | 'descending' | 'none' | undefined {
  if (field === null) return undefined
  if (sort?.field !== field) return 'none'
  return sort.desc ? 'descending' : 'ascending'
}

function dragWidth(event: PointerEvent<HTMLElement>, done: (width: number) => void): void {
  const cell = event.currentTarget.parentElement
  if (cell === null) return
  event.preventDefault()
  const start = event.clientX
  const width = cell.offsetWidth
  const handle = event.currentTarget
  handle.setPointerCapture(event.pointerId)
  const move = (to: globalThis.PointerEvent): void => done(width + to.clientX - start)
  handle.addEventListener('pointermove', move)
  handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', move), { once: true })
}

export function HeaderCell({ column, ...props }: HeadingProps & { readonly column: Column }): ReactElement {
  const field = sortField(column)
  const sorted = ariaSort(props.sort, field)
  const mark = sorted === 'ascending' ? '↑' : sorted === 'descending' ? '↓' : ''
  return (
    <div role="columnheader" className={`cell head ${isNumeric(column) ? 'cell-end' : ''}`} aria-sort={sorted}>
      {field === null ? (
        <span title={column.label}>{column.label}</span>
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className="head-sort"
          title={column.label}
          onClick={() => props.onSort(field)}
        >
          {column.label}
          <i aria-hidden="true">{mark}</i>
        </button>
      )}
      <i
        className="head-grip"
        aria-hidden="true"
        onPointerDown={(event) => dragWidth(event, (width) => props.onResize(column.field, width))}
      />
    </div>
  )
}

export function HeaderRow(props: HeaderProps): ReactElement {
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" className="row row-head" aria-rowindex={1}>
        <div role="columnheader" className="cell cell-check" aria-label="Seleção">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label="Selecionar todos do filtro"
            checked={props.allSelected}
            onChange={props.onToggleAll}
          />
        </div>
        {props.columns.map((column) => (
          <HeaderCell key={column.field} {...props} column={column} />
        ))}
      </div>
      {props.filtersOpen ? <FilterRow {...props} /> : null}
    </div>
  )
}

export function FilterRow({ columns, filters, onFilter }: FilteringProps): ReactElement {
  return (
    <div role="row" className="row row-filter">
      <div role="gridcell" className="cell cell-check">
        <Icon name="filter" size={14} />
      </div>
      {columns.map((column) => (
        <div key={column.field} role="gridcell" className="cell">
          <FilterBox
            column={column}
            value={filters[filterName(column)] ?? ''}
            onChange={(value) => onFilter(filterName(column), value)}
          />
        </div>
      ))}
    </div>
  )
}
