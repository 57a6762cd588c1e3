import { useEffect, useState, type PointerEvent, type ReactElement } from 'react'
import { tryDate } from '../../../core/br/date-text'
import { formatDate, localToday } from '../format'
import { Icon } from '../icon'
import { filterKind, filterOptions, isNumeric, sortField, type Column } from './columns'
import type { Sort } from './table-state'

export interface HeaderProps {
  readonly columns: readonly Column[]
  readonly widths: Readonly<Record<string, number>>
  readonly sort: Sort | null
  readonly onSort: (field: string) => void
  readonly onResize: (field: string, width: number) => void
  readonly allSelected: boolean
  readonly onToggleAll: () => void
  readonly filtersOpen: boolean
  readonly filters: Readonly<Record<string, string>>
  readonly onFilter: (field: string, value: string) => void
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

function HeaderCell({ column, ...props }: HeaderProps & { readonly column: Column }): ReactElement {
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

function FilterRow({ columns, filters, onFilter }: HeaderProps): ReactElement {
  return (
    <div role="row" className="row row-filter">
      <div role="gridcell" className="cell cell-check">
        <Icon name="filter" size={14} />
      </div>
      {columns.map((column) => (
        <div key={column.field} role="gridcell" className="cell">
          <FilterBox
            column={column}
            value={filters[column.field] ?? ''}
            onChange={(value) => onFilter(column.field, value)}
          />
        </div>
      ))}
    </div>
  )
}

interface FilterBoxProps {
  readonly column: Column
  readonly value: string
  readonly onChange: (value: string) => void
}

const FILTER_DEBOUNCE_MS = 400

/** Keys that leave a search box for the rows it has found; Enter and ↓ do not wait for the typing to rest. */
const TO_THE_ROWS = new Set(['Enter', 'ArrowDown', 'Escape'])

/** A text that is told on once typing rests, or on Enter. */
export function DebouncedBox({
  value,
  label,
  onChange,
  placeholder,
}: {
  readonly value: string
  readonly label: string
  readonly placeholder?: string
  readonly onChange: (value: string) => void
}): ReactElement {
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (typed === null) return undefined
    const timer = setTimeout(() => {
      onChange(typed)
      setTyped(null)
    }, FILTER_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, onChange])
  return (
    <input
      className="input"
      type="text"
      aria-label={label}
      placeholder={placeholder}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (!TO_THE_ROWS.has(event.key)) return
        event.preventDefault()
        event.currentTarget.closest('[data-screen]')?.querySelector<HTMLElement>('[role="grid"]')?.focus()
        if (typed === null || event.key === 'Escape') return
        onChange(typed)
        setTyped(null)
      }}
    />
  )
}

function FilterBox({ column, value, onChange }: FilterBoxProps): ReactElement | null {
  const kind = filterKind(column)
  const label = `Filtrar ${column.label}`
  if (kind === 'none') return null
  if (kind === 'text') return <DebouncedBox value={value} label={label} onChange={onChange} />
  if (kind === 'select') {
    return (
      <select className="input" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Todos</option>
        {filterOptions(column).map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {option.label}
          </option>
        ))}
      </select>
    )
  }
  return <DateRangeBox label={label} value={value} onChange={onChange} />
}

/** `1/3 a 15/3`, `h`, `-7 a h`: a range in one box; one date alone is that day. */
function DateRangeBox({
  label,
  value,
  onChange,
}: Omit<FilterBoxProps, 'column'> & { readonly label: string }): ReactElement {
  const [typed, setTyped] = useState<string | null>(null)
  const [ini = '', fim = ''] = value.split('..')
  const shown = value === '' ? '' : ini === fim ? formatDate(ini) : `${formatDate(ini)} a ${formatDate(fim)}`
  const commit = (): void => {
    if (typed === null) return
    const [from = '', to = from] = typed.split(/\s+a\s+|\.\./)
    const today = localToday()
    const first = tryDate(from, today) ?? ''
    const last = tryDate(to, today) ?? ''
    onChange(first === '' && last === '' ? '' : `${first}..${last !== '' && last < first ? first : last}`)
    setTyped(null)
  }
  return (
    <input
      className="input"
      aria-label={label}
      placeholder="dia ou de a até"
      value={typed ?? shown}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
