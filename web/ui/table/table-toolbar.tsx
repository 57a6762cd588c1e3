import { useState, type ReactElement, type ReactNode } from 'react'
import { formatCount, formatDate } from '../format'
import { Button, IconButton } from '../button'
import { Icon } from '../icon'
import { Menu, MenuList, Popover, type MenuItem } from '../menu'
import { filterKind, filterOptions, type Column } from './columns'
import { DebouncedBox } from './table-header'
import { applyView, isReferenceFilter, type TableState } from './table-state'
import type { ColumnChoice, Table } from './use-table'

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

function filterText(column: Column, value: string): string {
  if (filterKind(column) === 'select')
    return filterOptions(column).find((option) => String(option.value) === value)?.label ?? value
  if (filterKind(column) !== 'date') return value
  const [ini = '', fim = ''] = value.split('..')
  return [ini === '' ? '' : `de ${formatDate(ini)}`, fim === '' ? '' : `até ${formatDate(fim)}`]
    .filter((part) => part !== '')
    .join(' ')
}

/** What a filter says of itself; undefined for one that does not apply to this list. */
function chipText(columns: readonly Column[], field: string, value: string): string | undefined {
  const column = columns.find((item) => item.field === field)
  if (column !== undefined) return `${column.label}: ${filterText(column, value)}`
  if (!isReferenceFilter(field, value)) return undefined
  const shown = columns.find((item) => item.field.startsWith(`${field.replace(/_id$/, '')}.`))
  return `${shown?.label ?? field}: nº ${value}`
}

function ActiveFilters({ table, columns }: Pick<ToolbarProps, 'table' | 'columns'>): ReactElement | null {
  const { state, setState } = table
  const entries = Object.entries(state.filters).filter(([, value]) => value !== '')
  if (entries.length === 0) return null
  const drop = (field: string): void => setState({ ...state, filters: { ...state.filters, [field]: '' } })
  return (
    <span className="filter-chips">
      {entries.map(([field, value]) => {
        const text = chipText(columns, field, value)
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

/** A choice that is done with its menu. */
function closing(item: MenuItem, close: () => void): MenuItem {
  return {
    ...item,
    onSelect: () => {
      close()
      item.onSelect()
    },
  }
}

function ViewsMenu({ table, initial, openViews }: Pick<ToolbarProps, 'table' | 'initial' | 'openViews'>): ReactElement {
  const [name, setName] = useState('')
  const { state, views } = table
  const all: MenuItem = { label: 'Todos', checked: state.view === '', onSelect: () => table.setState(initial) }
  const items = views.map((view) => ({
    label: view.name,
    checked: view.name === state.view,
    onSelect: () => table.setState(applyView(view, initial)),
  }))
  return (
    <Popover label={state.view === '' ? 'Visões' : state.view} icon="tag" openCount={openViews}>
      {(close) => (
        <div className="popover-stack">
          <MenuList label="Visões" close={close} items={[all, ...items].map((item) => closing(item, close))} />
          <form
            className="popover-form"
            onSubmit={(event) => {
              event.preventDefault()
              if (name.trim() !== '') table.saveView(name.trim())
              setName('')
              close()
            }}
          >
            <input
              className="input"
              aria-label="Nome da visão"
              placeholder="Salvar como…"
              maxLength={40}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit">Salvar</Button>
          </form>
          {table.ownViews.includes(state.view) ? (
            <Button kind="danger" icon="trash" onClick={() => table.dropView(state.view)}>
              Excluir “{state.view}”
            </Button>
          ) : null}
        </div>
      )}
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
        {model.fresh.value ? null : <small>{formatCount(model.total.value, model.capped.value)}</small>}
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
        <ViewsMenu table={table} initial={props.initial} openViews={props.openViews} />
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
