import { useEffect, useId, useMemo, useRef, useState, type ComponentType, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mayEdit, needOf, seenBy } from '../../app/access'
import { onChanged } from '../../app/events'
import { useKeys } from '../../app/keys'
import { mobile } from '../../app/prefs'
import { useScreen } from '../../app/screen-context'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { useWork } from '../../app/work'
import { Button } from '../button'
import { confirmDiscard } from '../confirm'
import { counted } from '../format'
import type { MenuItem } from '../menu'
import type { Values } from '../row'
import { WhyNot } from '../why-not'
import { EditGrid, nameIn, type EditColumn } from './edit-grid'
import { Edits, type Edit, type EditRules, type Sent } from './edits'
import { FilterPanel } from './filter-panel'
import { ListCount } from './list-count'
import { EMPTY_STATE, type SavedView, type Sort, type TableState } from './table-state'
import { TableToolbar } from './table-toolbar'
import { useColumns, useTable, type Table } from './use-table'

/** Rows asked for at once. */
const PAGE = 100

export interface EditTableProps {
  /** Where its rows are listed. */
  readonly resource: string
  /** Whose changes elsewhere are seen at once. */
  readonly follows: readonly string[]
  readonly columns: readonly EditColumn[]
  readonly views: readonly SavedView[]
  readonly sort: Sort
  readonly where: Values
  /** Filters that are never without a value. */
  readonly keeps: readonly string[]
  readonly rules: EditRules
  /** Sends changes: what was taken, and what was not. Throws ApiError where nothing was. */
  readonly send: (edits: readonly Edit[]) => Promise<Sent & { readonly undo?: () => void }>
  /** What one and many of what is changed are called: `preço`, `preços`. */
  readonly nouns: readonly [string, string]
  readonly verbs: (table: Table) => readonly MenuItem[]
  readonly toolbar?: ComponentType<{ readonly table: Table }>
}

/** Sends all changes at once, tells what became of them, and keeps those that were not taken. */
function useSave({ send, nouns: [one, many] }: EditTableProps, { model }: Table, edits: Edits) {
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    const staged = [...edits.staged.peek().values()]
    if (busy || staged.length === 0) return
    setBusy(true)
    try {
      const sent = await send(staged)
      edits.settle(sent)
      model.renew(sent.saved)
      model.renew(new Map([...sent.refused].map(([id, { now }]) => [id, now])))
      const { undo } = sent
      if (sent.saved.size > 0)
        toast.success(`${counted(sent.saved.size, `${one} gravado`, `${many} gravados`)}.`, undo ? { undo } : {})
      if (sent.refused.size > 0)
        toast.alert(`${counted(sent.refused.size, `${one} não foi gravado`, `${many} não foram gravados`)}.`)
    } catch (error) {
      toast.error(error, 'Não foi possível salvar')
    } finally {
      setBusy(false)
    }
  }
  return { busy, save: () => void save() }
}

function useRows({ resource, follows, columns, views, sort, where, keeps }: EditTableProps, edits: Edits): Table {
  const [initial] = useState<TableState>(() => ({ ...EMPTY_STATE, sort }))
  const table = useTable({ resource, columns, views, pageSize: PAGE, initial, where })
  const { model } = table
  useEffect(() => {
    const stops = follows.map((name) => onChanged(name, () => model.reload()))
    return () => stops.forEach((stop) => stop())
  }, [follows, model])
  // Another question may find none of the rows that are changed: they stay, and are saved all the same. Other records are other rows.
  const references = (of: TableState): string =>
    JSON.stringify(Object.entries(of.filters).filter(([name]) => name.endsWith('_id')))
  const setState = async (asked: TableState): Promise<void> => {
    const kept = keeps.map((name) => [name, asked.filters[name] || (table.state.filters[name] ?? '')])
    const next = { ...asked, filters: { ...asked.filters, ...Object.fromEntries(kept) } }
    const isOther = references(next) !== references(table.state)
    if (isOther && edits.staged.peek().size > 0 && !(await confirmDiscard())) return
    if (isOther) edits.clear()
    table.setState(next)
  }
  return { ...table, setState: (next) => void setState(next) }
}

function Footer({
  table,
  edits,
  nouns,
}: {
  readonly table: Table
  readonly edits: Edits
  readonly nouns: readonly [string, string]
}): ReactElement {
  useSignals()
  const count = edits.staged.value.size
  const [one, many] = nouns
  return (
    <footer className="list-foot">
      <span>
        <ListCount model={table.model} noun="registros" />
      </span>
      {count === 0 ? null : (
        <>
          <strong role="status">{counted(count, `${one} alterado`, `${many} alterados`)}</strong>
          <Button kind="quiet" onClick={() => edits.undo()}>
            Desfazer
          </Button>
          <Button kind="quiet" onClick={() => void confirmDiscard().then((yes) => (yes ? edits.clear() : undefined))}>
            Descartar
          </Button>
        </>
      )}
    </footer>
  )
}

const FAULTS_TOLD = 50

/** The rows that were not taken, each with its reason. */
function Faults({
  edits,
  columns,
}: {
  readonly edits: Edits
  readonly columns: readonly EditColumn[]
}): ReactElement | null {
  useSignals()
  const faults = [...edits.staged.value.values()].filter(({ fault }) => fault !== undefined)
  if (faults.length === 0) return null
  return (
    <section className="edit-faults" role="alert" aria-label="O que não foi gravado">
      <strong>{counted(faults.length, 'alteração não foi gravada', 'alterações não foram gravadas')}</strong>; o que foi
      digitado continua aqui: salvar de novo grava por cima do que há agora.
      <ul>
        {faults.slice(0, FAULTS_TOLD).map(({ row, fault }) => (
          <li key={row.id}>
            {nameIn(columns, row)}: {fault}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Its rows are written, not gathered. */
const ungrouped = (column: EditColumn): EditColumn => ({ ...column, groups: false })

const without = (filters: TableState['filters'], names: readonly string[]): TableState['filters'] =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name)))

/**
 * A list whose cells are written as in a spreadsheet and sent together: only what changed, each as it was seen. What was not taken stays and says why;
 * whoever leaves with changes is asked.
 */
export function EditTable(props: EditTableProps): ReactElement {
  useSignals()
  const { rules, toolbar: Extra } = props
  const screen = useScreen()
  const edits = useMemo(() => new Edits(rules), [rules])
  const table = useRows(props, edits)
  const every = seenBy(rights.value, props.columns).map(ungrouped)
  const choice = useColumns(every)
  const columns = choice.shown.flatMap((one) => every.filter(({ field }) => field === one.field))
  const shown = mobile.value ? columns.filter(({ card }) => card === 'title' || card === 'value') : columns
  const disabled = !mayEdit(rights.value, screen.right)
  const { busy, save } = useSave(props, table, edits)
  const box = useRef<HTMLDivElement>(null)
  const searchId = useId()
  const [filtersOpen, setFilters] = useState(false)
  const [openVerbs, setVerbs] = useState(0)
  useWork(() => edits.staged.peek().size > 0)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  useKeys(
    {
      save: disabled ? undefined : save,
      list_search: () => document.getElementById(searchId)?.querySelector('input')?.focus(),
      list_refresh: () => table.model.reload(),
      list_verbs: () => setVerbs((now) => now + 1),
    },
    { local: disabled ? ['line_move', 'list_copy'] : ['line_move', 'line_fill', 'line_paste', 'list_copy', 'undo'] },
  )
  const { state, setState } = table
  const nothing = edits.staged.value.size === 0 ? { reason: 'Nada mudou.' } : {}
  const primary = disabled ? (
    <WhyNot need={needOf(screen.right, 'edit')} what="Somente consulta" />
  ) : (
    <Button {...{ kind: 'primary', hotkey: 'save', busy, onClick: save, children: 'Salvar', ...nothing }} />
  )
  const filtering = {
    filtersOpen,
    filters: state.filters,
    onFilter: (field: string, value: string) => setState({ ...state, filters: { ...state.filters, [field]: value } }),
  }
  const onSort = (field: string): void =>
    setState({ ...state, sort: { field, desc: state.sort?.field === field ? !state.sort.desc : false } })
  return (
    <section className="list">
      <TableToolbar
        title={screen.title}
        table={{ ...table, state: { ...state, filters: without(state.filters, props.keeps) } }}
        initial={{ ...EMPTY_STATE, sort: props.sort }}
        columns={every}
        choice={choice}
        verbs={props.verbs(table)}
        filtersOpen={filtersOpen}
        onToggleFilters={() => setFilters(!filtersOpen)}
        searchId={searchId}
        openViews={0}
        openVerbs={openVerbs}
        primary={primary}
        extra={Extra === undefined ? null : <Extra table={table} />}
      />
      <FilterPanel {...filtering} columns={every.filter((one) => !shown.includes(one))} />
      <EditGrid
        {...{ ...filtering, label: screen.title, model: table.model, edits, choice, columns: shown, disabled, box }}
        sort={state.sort}
        onSort={onSort}
      />
      <Faults edits={edits} columns={every} />
      <Footer table={table} edits={edits} nouns={props.nouns} />
    </section>
  )
}
