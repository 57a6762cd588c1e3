import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mayCreate, mayDelete } from '../../app/access'
import { remove } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import { open as openPath } from '../../app/navigation'
import { mobile } from '../../app/prefs'
import { useScreen } from '../../app/screen-context'
import { rights } from '../../app/session'
import { setSiblings } from '../../app/siblings'
import { toast } from '../../app/toasts'
import { Button } from '../button'
import { confirm } from '../confirm'
import type { IconName } from '../icon'
import type { MenuItem } from '../menu'
import { EmptyState } from '../pieces'
import type { Row, Values } from '../row'
import type { Column } from './columns'
import { download, toCsv } from './export'
import { TableFooter } from './table-footer'
import { TableGrid } from './table-grid'
import { EMPTY_STATE, type SavedView, type Sort, type TableState } from './table-state'
import { TableToolbar } from './table-toolbar'
import { useColumns, useSelection, useTable, type Selection, type Table } from './use-table'

/** A verb of the list, on the selected rows or on the one under the focus. */
export interface TableAction {
  readonly label: string
  readonly icon?: IconName
  readonly danger?: boolean
  readonly run: (rows: readonly Row[]) => void | Promise<void>
  /** Why it cannot be done with these rows; undefined when it can. */
  readonly reason?: (rows: readonly Row[]) => string | undefined
}

export interface ResourceTableProps {
  readonly resource: string
  readonly columns: readonly Column[]
  readonly views?: readonly SavedView[]
  readonly sort?: Sort
  /** Conditions of the screen itself. */
  readonly where?: Values
  readonly actions?: readonly TableAction[]
  /** Verb of the primary button; false when nothing is created here. */
  readonly create?: string | false
  readonly deletable?: boolean
  /** Offers `d`: makes a copy, and opens it. */
  readonly duplicate?: (row: Row) => void | Promise<void>
  /** Rows asked for at once. */
  readonly pageSize?: number
  /** Address of a record; default `{screen}/edit/{id}`. False when rows do not open. */
  readonly path?: ((row: Row) => string) | false
  readonly toolbar?: ReactNode
}

const SELECT_LIMIT = 10_000
const NO_VIEWS: readonly SavedView[] = []
const NO_ACTIONS: readonly TableAction[] = []

async function deleteRows(resource: string, rows: readonly Row[]): Promise<boolean> {
  const several = rows.length > 1 ? { text: `${rows.length} registros serão excluídos.` } : {}
  if (!(await confirm({ title: 'Excluir registro?', action: 'Excluir', danger: true, ...several }))) return false
  try {
    for (const row of rows) await remove(`${resource}/${row.id}`)
    toast.success('Registro excluido com sucesso.')
  } catch (error) {
    toast.error(error, 'Não foi possível excluir')
  }
  announce(resource)
  return true
}

interface Verbs {
  readonly create: () => void | false
  readonly erase: () => void | false
  readonly duplicate: () => void | false
  readonly export: () => void
  readonly items: readonly MenuItem[]
}

interface VerbSource {
  readonly props: ResourceTableProps
  readonly table: Table
  readonly selection: Selection
  readonly columns: readonly Column[]
  readonly active: number
  readonly creatable: boolean
  readonly deletable: boolean
  readonly screenPath: string
}

async function exportAll({ props, table, columns }: VerbSource): Promise<void> {
  try {
    const rows = await table.model.everything(SELECT_LIMIT)
    download(`${props.resource.replaceAll('/', '_')}.csv`, toCsv(columns, rows))
  } catch (error) {
    toast.error(error)
  }
}

function verbsOf(source: VerbSource): Verbs {
  const { props, table, selection, active, creatable, deletable, screenPath } = source
  const under = table.model.rowAt(active)
  const rows = selection.rows.size > 0 ? [...selection.rows.values()] : under === undefined ? [] : [under]
  const nothing = rows.length === 0 ? 'Selecione um registro.' : undefined
  const erase = (): void | false => {
    if (!deletable || rows.length === 0) return false
    void deleteRows(props.resource, rows).then((done) => (done ? selection.clear() : undefined))
    return undefined
  }
  const duplicate = (): void | false => {
    if (props.duplicate === undefined || under === undefined || !creatable) return false
    void props.duplicate(under)
    return undefined
  }
  const create = (): void | false => {
    if (!creatable) return false
    return openPath(`${screenPath}/edit/new`)
  }
  const own = (props.actions ?? NO_ACTIONS).map((action): MenuItem => {
    const reason = nothing ?? action.reason?.(rows)
    return {
      label: action.label,
      onSelect: () => void action.run(rows),
      ...(action.icon ? { icon: action.icon } : {}),
      ...(action.danger ? { danger: true } : {}),
      ...(reason === undefined ? {} : { reason }),
    }
  })
  const items: MenuItem[] = [...own]
  if (props.duplicate !== undefined)
    items.push({ label: 'Duplicar', icon: 'copy', hotkey: 'list_duplicate', onSelect: duplicate })
  items.push({ label: 'Exportar', icon: 'export', hotkey: 'list_export', onSelect: () => void exportAll(source) })
  if (deletable) {
    items.push({
      label: rows.length > 1 ? `Excluir ${rows.length}` : 'Excluir',
      icon: 'trash',
      danger: true,
      hotkey: 'list_delete',
      onSelect: erase,
      ...(nothing === undefined ? {} : { reason: nothing }),
    })
  }
  return { create, erase, duplicate, export: () => void exportAll(source), items }
}

function nextSort(sort: Sort | null, field: string): Sort {
  return { field, desc: sort?.field === field ? !sort.desc : false }
}

function useSelectAll(table: Table, selection: Selection): () => void {
  return () => {
    if (selection.rows.size > 0 && selection.rows.size >= table.model.total.value) {
      selection.clear()
      return
    }
    const all = async (): Promise<void> => {
      try {
        const rows = await table.model.everything(SELECT_LIMIT)
        selection.add(rows)
        if (table.model.total.value > rows.length)
          toast.info(`Só os primeiros ${rows.length} registros foram selecionados.`)
      } catch (error) {
        toast.error(error)
      }
    }
    void all()
  }
}

/** Tells open forms the order of the list, so that Alt+↑ and Alt+↓ go through it. */
function useSiblings(table: Table, path: string): void {
  const version = table.model.version.value
  useEffect(() => {
    setSiblings(
      path,
      table.model.loaded().map((row) => row.id),
    )
  }, [table.model, path, version])
}

/** Keys of a list, while no dialog is over it. */
function useListKeys(
  verbs: Verbs,
  table: Table,
  more: {
    readonly focusSearch: () => void
    readonly toggleFilters: () => void
    readonly openViews: () => void
    readonly openVerbs: () => void
  },
): void {
  useKeys({
    list_new: verbs.create,
    list_delete: verbs.erase,
    list_duplicate: verbs.duplicate,
    list_export: verbs.export,
    list_refresh: () => table.model.reload(),
    list_search: more.focusSearch,
    list_filter: more.toggleFilters,
    list_views: more.openViews,
    list_verbs: more.openVerbs,
  })
}

/** A list screen: everything a list does, told by its columns, views and verbs. */
export function ResourceTable(props: ResourceTableProps): ReactElement {
  useSignals()
  const { columns, views = NO_VIEWS, create } = props
  const screen = useScreen()
  const [initial] = useState<TableState>(() => ({ ...EMPTY_STATE, sort: props.sort ?? { field: 'id', desc: true } }))
  const table = useTable({
    resource: props.resource,
    columns,
    views,
    pageSize: props.pageSize ?? 50,
    initial,
    ...(props.where === undefined ? {} : { where: props.where }),
  })
  const choice = useColumns(columns)
  const selection = useSelection()
  const [active, setActive] = useState(0)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const [opened, setOpened] = useState({ views: 0, verbs: 0 })
  const grid = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLDivElement>(null)
  const creatable = mayCreate(rights.value, screen.right) && create !== false
  const deletable = mayDelete(rights.value, screen.right) && props.deletable !== false
  const verbs = verbsOf({
    props,
    table,
    selection,
    columns: choice.shown,
    active,
    creatable,
    deletable,
    screenPath: screen.path,
  })
  const selectAll = useSelectAll(table, selection)
  const { state, setState, model } = table
  useSiblings(table, screen.path)
  useListKeys(verbs, table, {
    focusSearch: () => search.current?.querySelector('input')?.focus(),
    toggleFilters: () => setFiltersOpen((now) => !now),
    openViews: () => setOpened((now) => ({ ...now, views: now.views + 1 })),
    openVerbs: () => setOpened((now) => ({ ...now, verbs: now.verbs + 1 })),
  })
  useEffect(() => {
    if (!mobile.value) grid.current?.focus({ preventScroll: true })
  }, [])
  const openRow = (row: Row, newTab: boolean): void => {
    if (props.path === false) return
    const address = props.path === undefined ? `${screen.path}/edit/${row.id}` : props.path(row)
    if (newTab) window.open(address, '_blank', 'noopener')
    else openPath(address)
    grid.current?.focus({ preventScroll: true })
  }
  const primary = !creatable ? null : (
    <Button kind="primary" icon="add" hotkey="list_new" onClick={() => void verbs.create()}>
      {create ?? 'Criar'}
    </Button>
  )
  const filter = (field: string, value: string): void =>
    setState({ ...state, filters: { ...state.filters, [field]: value } })
  const empty = !model.fresh.value && !model.stale.value && model.count() === 0
  return (
    <section className="list">
      <TableToolbar
        title={screen.title}
        table={table}
        initial={initial}
        columns={columns}
        choice={choice}
        verbs={verbs.items}
        filtersOpen={filtersOpen}
        onToggleFilters={() => setFiltersOpen(!filtersOpen)}
        searchRef={search}
        openViews={opened.views}
        openVerbs={opened.verbs}
        primary={primary}
        extra={props.toolbar}
      />
      <TableGrid
        model={model}
        choice={choice}
        selection={selection}
        label={screen.title}
        active={active}
        onActive={setActive}
        onOpen={openRow}
        onSelectAll={selectAll}
        gridRef={grid}
        sort={state.sort}
        onSort={(field) => setState({ ...state, sort: nextSort(state.sort, field) })}
        allSelected={selection.rows.size > 0 && selection.rows.size >= model.total.value}
        onToggleAll={selectAll}
        filtersOpen={filtersOpen}
        filters={state.filters}
        onFilter={filter}
      />
      {empty ? (
        <EmptyState
          text="Nenhum registro encontrado"
          {...(primary === null ? {} : { hotkey: 'N', hint: 'para criar' })}
        />
      ) : null}
      <TableFooter model={model} columns={choice.shown} selection={selection} />
    </section>
  )
}
