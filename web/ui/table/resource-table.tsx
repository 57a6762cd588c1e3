import {
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mayCreate, mayDelete, needOf, seenBy } from '../../app/access'
import { useKeys } from '../../app/keys'
import { lazily } from '../../app/lazy'
import { open as openPath } from '../../app/navigation'
import { mobile } from '../../app/prefs'
import { useOffered } from '../../app/offered'
import { useScreen } from '../../app/screen-context'
import { rights } from '../../app/session'
import { setSiblings, standsAt } from '../../app/siblings'
import { toast } from '../../app/toasts'
import { Button } from '../button'
import { counted, formatCount } from '../format'
import { missingFor, WhyNot } from '../why-not'
import type { Row, Values } from '../row'
import { watched } from './bulk'
import type { Column } from './columns'
import { useOwnFields } from '../custom/known'
import { ownColumns } from '../custom/own-columns'
import { FilterPanel } from './filter-panel'
import type { ListModel } from './list-model'
import { TableEmpty, type EmptyList } from './table-empty'
import { TableFooter } from './table-footer'
import { TableGrid, type GridProps } from './table-grid'
import { EMPTY_STATE, type SavedView, type Sort, type TableState } from './table-state'
import { TableToolbar } from './table-toolbar'
import { useColumns, useSelection, useTable, type ColumnChoice, type Selection, type Table } from './use-table'
import { SELECT_LIMIT, verbsOf, type VerbOptions, type Verbs } from './verbs'

export interface ResourceTableProps extends VerbOptions {
  readonly columns: readonly Column[]
  readonly views?: readonly SavedView[]
  readonly sort?: Sort
  /** Conditions of the screen itself. */
  readonly where?: Values
  /** Verb of the primary button; false when nothing is created here. */
  readonly create?: string | false
  readonly deletable?: boolean
  /** Rows asked for at once. */
  readonly pageSize?: number
  /** Address of a record; default `{screen}/edit/{id}`. False when rows do not open, undefined of one that does not. */
  readonly path?: ((row: Row) => string | undefined) | false
  readonly toolbar?: ReactNode
  /** What to do first, where there is nothing yet. */
  readonly empty?: EmptyList
}

const BulkDialog = lazily(async () => (await import('./bulk-dialog')).BulkDialog)
const Gathered = lazily(async () => (await import('./group-grid')).GroupGrid)

const NO_VIEWS: readonly SavedView[] = []

function nextSort(sort: Sort | null, field: string): Sort {
  return { field, desc: sort?.field === field ? !sort.desc : false }
}

/** Selects all that the list finds; when that is so already, nothing. */
function allOf(table: Table, selection: Selection): () => void {
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

/** Ctrl+A selects the first page, a second time all that the list finds. */
function selectMore({ model }: Table, selection: Selection, all: () => void): () => void {
  return () => {
    const page = model.loaded().slice(0, model.pageSize)
    if (page.length === model.total.value || page.every((row) => selection.has(row))) return all()
    selection.add(page)
    const total = formatCount(model.total.value, model.capped.value)
    return toast.info(
      `Na seleção: ${counted(page.length, 'registro', 'registros')}. Ctrl+A de novo seleciona todos os ${total} do filtro.`,
    )
  }
}

type Selecting = Pick<GridProps, 'selection' | 'allSelected' | 'onToggleAll' | 'onSelectAll'>

function selectingOf(table: Table, selection: Selection): Selecting {
  const all = allOf(table, selection)
  const allSelected = selection.rows.size > 0 && selection.rows.size >= table.model.total.value
  return { selection, allSelected, onToggleAll: all, onSelectAll: selectMore(table, selection, all) }
}

/** Goes with the records that are opened over the list: forms are told its order, for Alt+↑ and Alt+↓, and it stands on the one that was open or made last. */
function useOpened(model: ListModel, path: string, stand: (index: number) => void): void {
  useSignals()
  const found = useEffectEvent(stand)
  useEffect(
    () =>
      setSiblings({
        path,
        neighbour: async (id, step) => {
          const next = await model.neighbour(id, step)
          if (next !== undefined) found(next.index)
          return next?.row
        },
      }),
    [model, path],
  )
  const wanted = standsAt.value
  const isHere = wanted?.list === path && model.version.value > 0 && !model.stale.value
  useEffect(() => {
    if (wanted === null || !isHere) return
    const seek = async (): Promise<void> => {
      const index = await model.place(wanted.id).catch(() => undefined)
      // Another was opened meanwhile, one has moved on by hand, or the list is asked anew: then it is sought there.
      if (standsAt.peek() !== wanted || model.stale.peek()) return
      standsAt.value = null
      if (index !== undefined) found(index)
    }
    void seek()
  }, [wanted, isHere, model])
}

/** The row that the list stands on, and the way to stand on another. */
function useStanding(model: ListModel, path: string): [number, (index: number) => void] {
  const [active, setActive] = useState(0)
  useOpened(model, path, setActive)
  const stand = (index: number): void => {
    standsAt.value = null
    setActive(index)
  }
  return [active, stand]
}

function focusSearch(searchId: string): void {
  document.getElementById(searchId)?.querySelector('input')?.focus()
}

interface Opened {
  readonly filters: boolean
  readonly views: number
  readonly verbs: number
}

/** What the grid does with keys by itself. */
const GRID_KEYS = ['list_move', 'list_select', 'list_all', 'list_copy'] as const
const OPEN_KEYS = ['list_open', 'list_open_tab'] as const

interface ListKeys {
  readonly verbs: Verbs
  readonly model: ListModel
  readonly searchId: string
  /** Do rows open? */
  readonly opens: boolean
}

/** Keys of a list, while no dialog is over it, and what they open. */
function useListKeys({ verbs, model, searchId, opens }: ListKeys): [Opened, (next: Partial<Opened>) => void] {
  const [opened, setOpened] = useState<Opened>({ filters: false, views: 0, verbs: 0 })
  const change = (next: Partial<Opened>): void => setOpened((now) => ({ ...now, ...next }))
  useKeys(
    {
      list_new: verbs.create,
      list_delete: verbs.erase,
      list_duplicate: verbs.duplicate,
      list_export: verbs.export,
      list_refresh: () => model.reload(),
      list_search: () => focusSearch(searchId),
      list_filter: () => change({ filters: !opened.filters }),
      list_views: () => change({ views: opened.views + 1 }),
      list_verbs: () => change({ verbs: opened.verbs + 1 }),
    },
    { local: opens ? [...GRID_KEYS, ...OPEN_KEYS] : GRID_KEYS },
  )
  return [opened, change]
}

interface Setup {
  readonly initial: TableState
  readonly table: Table
  readonly choice: ColumnChoice
  readonly selection: Selection
}

function useSetup({ resource, columns, views = NO_VIEWS, pageSize = 50, sort, where }: ResourceTableProps): Setup {
  const [initial] = useState<TableState>(() => ({ ...EMPTY_STATE, sort: sort ?? { field: 'id', desc: true } }))
  const table = useTable({ resource, columns, views, pageSize, initial, ...(where === undefined ? {} : { where }) })
  return { initial, table, choice: useColumns(columns), selection: useSelection() }
}

/** Opens a record, here or in another tab, and leaves the focus on the list to come back to. */
function useOpen(
  { path }: ResourceTableProps,
  grid: RefObject<HTMLDivElement | null>,
): (row: Row, newTab: boolean) => void {
  const screen = useScreen()
  return (row, newTab) => {
    if (path === false) return
    const address = path === undefined ? `${screen.path}/edit/${row.id}` : path(row)
    if (address === undefined) return
    grid.current?.focus({ preventScroll: true })
    if (newTab) window.open(address, '_blank', 'noopener')
    else openPath(address)
  }
}

interface CreateProps {
  readonly create: string | false | undefined
  readonly onCreate: (() => void) | undefined
}

/** The one primary button, or why there is none; nothing where nothing is created. */
function Create({ create, onCreate }: CreateProps): ReactElement | null {
  useSignals()
  const { right } = useScreen()
  if (create === false) return null
  if (!mayCreate(rights.value, right)) return <WhyNot need={needOf(right, 'create')} what="Somente consulta" />
  return (
    <Button kind="primary" icon="add" hotkey="list_new" onClick={() => onCreate?.()}>
      {create ?? 'Criar'}
    </Button>
  )
}

/** A list screen: everything a list does, told by its columns, views and verbs. */
export function ResourceTable({ columns: every, ...rest }: ResourceTableProps): ReactElement {
  useSignals()
  const own = useOwnFields(rest.resource)
  const columns = [...seenBy(rights.value, every), ...useMemo(() => ownColumns(own), [own])]
  const props = { ...rest, columns }
  const { create } = props
  const screen = useScreen()
  const setup = useSetup(props)
  const { initial, table, choice, selection } = setup
  const [active, stand] = useStanding(table.model, screen.path)
  const grid = useRef<HTMLDivElement>(null)
  const searchId = useId()
  const creatable = mayCreate(rights.value, screen.right) && create !== false
  const deletable = mayDelete(rights.value, screen.right) && props.deletable !== false
  const undeletable = props.deletable === false ? undefined : missingFor(needOf(screen.right, 'delete'))
  const verbs = verbsOf({
    ...setup,
    props,
    columns: choice.shown,
    active,
    creatable,
    deletable,
    undeletable,
    screenPath: screen.path,
  })
  useOffered(selection.rows.size, verbs.items)
  const { state, model } = table
  const [opened, change] = useListKeys({ verbs, model, searchId, opens: props.path !== false })
  const openRow = useOpen(props, grid)
  useEffect(() => {
    if (!mobile.value) grid.current?.focus({ preventScroll: true })
  }, [])
  const setState = (next: TableState): void => {
    stand(0)
    table.setState(next)
  }
  const primary = <Create create={create} onCreate={verbs.create} />
  const head = { title: screen.title, table: { ...table, setState }, initial, columns, choice, searchId, primary }
  const onSort = (field: string): void => setState({ ...state, sort: nextSort(state.sort, field) })
  const onFilter = (field: string, value: string): void =>
    setState({ ...state, filters: { ...state.filters, [field]: value } })
  const filtering = { filtersOpen: opened.filters, filters: state.filters, onFilter }
  const selecting = selectingOf(table, selection)
  const rows = { model, choice, active, onActive: stand, onOpen: openRow, label: screen.title, gridRef: grid }
  const panels = {
    openViews: opened.views,
    openVerbs: opened.verbs,
    onToggleFilters: () => change({ filters: !opened.filters }),
  }
  return (
    <section className="list" data-ficha-of={props.resource}>
      <TableToolbar {...head} {...panels} filtersOpen={opened.filters} verbs={verbs.items} extra={props.toolbar} />
      <FilterPanel
        {...filtering}
        columns={mobile.value ? columns : columns.filter((one) => !choice.shown.includes(one))}
      />
      {state.group === '' ? (
        <TableGrid {...rows} sort={state.sort} onSort={onSort} {...filtering} {...selecting} />
      ) : (
        <Gathered table={table} columns={columns} onDrill={setState} />
      )}
      <TableEmpty model={model} state={state} onState={setState} creatable={creatable} list={props} />
      <TableFooter model={model} columns={choice.shown} selection={selection} />
      {watched.value === null ? null : <BulkDialog key={watched.value.task} task={watched.value} />}
    </section>
  )
}
