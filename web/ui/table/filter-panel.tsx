import type { ReactElement } from 'react'
import { FilterBox } from './filter-box'
import { filterKind, filterName, type Column } from './columns'

interface FilterPanelProps {
  readonly filtersOpen: boolean
  readonly columns: readonly Column[]
  readonly filters: Readonly<Record<string, string>>
  readonly onFilter: (name: string, value: string) => void
}

/** Filters of columns that stand over no row: those that are not shown, and on a phone all of them. */
export function FilterPanel({ filtersOpen, columns, filters, onFilter }: FilterPanelProps): ReactElement | null {
  const able = columns.filter((column) => filterKind(column) !== 'none')
  if (!filtersOpen || able.length === 0) return null
  return (
    <div className="filter-panel" role="group" aria-label="Mais filtros">
      {able.map((column) => (
        <div key={column.field} className="filter-field">
          <span aria-hidden="true">{column.label}</span>
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
