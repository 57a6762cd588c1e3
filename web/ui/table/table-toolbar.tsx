import type { ReactElement, ReactNode } from 'react'
import { IconButton } from '../button'
import { Icon } from '../icon'
import { Menu, MenuList, type MenuItem } from '../menu'
import { Popover } from '../popover'
import { filterKind, filterName, filterOptions, type Column } from './columns'
import { DebouncedBox, rangeText } from './filter-box'
import { ListCount } from './list-count'
import { nameFromRow, nameOfReference } from './reference-names'
import { EMPTY, isReferenceFilter, type TableState } from './table-state'
import type { ColumnChoice, Table } from './use-table'
import { closing, ViewsMenu } from './views-menu'

interface ToolbarProps {
  readonly title: string
  readonly table: Table
  readonly initial: TableState
  readonly columns: readonly Column[]
  readonly choice: ColumnChoice
  readonly verbs: readonly MenuItem[]
  readonly filtersOpen: boolean
  readonly onToggleFilters: () => void
  readonly searchId: string
  readonly openViews: number
  readonly openVerbs: number
  readonly primary: ReactNode
  readonly extra?: ReactNode
}

/** What was chosen, in words. */
function selectedLabels(column: Column, value: string): string {
  const asked = value.split(',')
  const labels = filterOptions(column).flatMap((one) => (asked.includes(String(one.value)) ? [one.label] : []))
  return labels.join(', ') || value
}

function filterText(column: Column, value: string): string {
  switch (value === EMPTY ? 'none' : filterKind(column)) {
    case 'select':
      return selectedLabels(column, value)
    case 'date':
    case 'range':
      return rangeText(column, value)
    default:
      return value
  }
}

/** What a filter says of itself; undefined for one that does not apply to this list. */
function chipText({ table: { model }, columns }: ActiveProps, field: string, value: string): string | undefined {
  const column = columns.find((item) => filterName(item) === field)
  if (isReferenceFilter(field, value)) {
    const shown = column ?? columns.find((item) => item.field.startsWith(`${field.replace(/_id$/, '')}.`))
    nameFromRow(field, value, model.rowAt(0))
    return `${shown?.label ?? field}: ${value === EMPTY ? value : nameOfReference(field, value)}`
  }
  return column === undefined ? undefined : `${column.label}: ${filterText(column, value)}`
}

type ActiveProps = Pick<ToolbarProps, 'table' | 'columns'>

function ActiveFilters({ table, columns }: ActiveProps): ReactElement | null {
  const { state, setState } = table
  const entries = Object.entries(state.filters).filter(([, value]) => value !== '')
  if (entries.length === 0) return null
  const drop = (field: string): void => setState({ ...state, filters: { ...state.filters, [field]: '' } })
  return (
    <span className="filter-chips">
      {entries.map(([field, value]) => {
        const text = chipText({ table, columns }, field, value)
        if (text === undefined) return null
        return (
          <button key={field} type="button" className="filter-chip" title="Remover filtro" onClick={() => drop(field)}>
            {text}
            <Icon name="close" size={12} />
          </button>
        )
      })}
    </span>
  )
}

/** The list gathered by one of its columns, or its rows again. */
function GroupMenu({ table, columns }: Pick<ToolbarProps, 'table' | 'columns'>): ReactElement | null {
  const { state, setState } = table
  const able = columns.filter(({ groups }) => groups === true)
  if (able.length === 0) return null
  const items = [
    { label: 'Sem agrupar', checked: state.group === '', onSelect: () => setState({ ...state, group: '' }) },
    ...able.map(({ field, label, kind }) => ({
      label: kind === 'date' || kind === 'datetime' ? `${label} (mês)` : label,
      checked: state.group === field,
      onSelect: () => setState({ ...state, group: field }),
    })),
  ]
  const chosen = able.find(({ field }) => field === state.group)
  return (
    <Popover label={chosen === undefined ? 'Agrupar' : `Por ${chosen.label.toLowerCase()}`} icon="columns">
      {(close) => <MenuList label="Agrupar" close={close} items={items.map((item) => closing(item, close))} />}
    </Popover>
  )
}

function ColumnsMenu({ columns, choice }: Pick<ToolbarProps, 'columns' | 'choice'>): ReactElement {
  // The first column names the record and always stays.
  const items = columns.slice(1).map((column) => ({
    label: column.label,
    checked: choice.isShown(column.field),
    onSelect: () => choice.toggle(column.field),
  }))
  return <Menu label="" icon="columns" title="Colunas" name="Colunas" align="end" className="btn-icon" items={items} />
}

/** Title and count, search, filters, views, verbs and the one primary button. */
export function TableToolbar(props: ToolbarProps): ReactElement {
  const { table, columns, choice } = props
  const { state, setState, model } = table
  return (
    <header className="list-head">
      <h1>
        {props.title}
        {model.fresh.value ? null : (
          <small>
            <ListCount model={model} />
          </small>
        )}
      </h1>
      <div className="list-tools">
        <div className="search-box" id={props.searchId}>
          <Icon name="search" size={14} />
          <DebouncedBox
            label="Pesquisar"
            placeholder="Pesquisar"
            value={state.search}
            onChange={(search) => setState({ ...state, search })}
          />
        </div>
        <IconButton
          icon="filter"
          label="Filtros"
          hotkey="list_filter"
          pressed={props.filtersOpen}
          onClick={props.onToggleFilters}
        />
        <ViewsMenu table={table} initial={props.initial} columns={columns} openViews={props.openViews} />
        <GroupMenu table={table} columns={columns} />
        <ActiveFilters table={table} columns={columns} />
        {props.extra}
        <span className="spacer" />
        <ColumnsMenu columns={columns} choice={choice} />
        {props.verbs.length === 0 ? null : (
          <Menu label="Ações" icon="more" name="Ações" align="end" openCount={props.openVerbs} items={props.verbs} />
        )}
        {props.primary}
      </div>
    </header>
  )
}
