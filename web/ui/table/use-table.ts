import { useEffect, useMemo, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { chosenCompany } from '../../app/api'
import { onChanged } from '../../app/events'
import { leftLists } from '../../app/left-lists'
import { readStored, writeStored } from '../../app/storage'
import { useScreen } from '../../app/screen-context'
import { isRecord, numberOf, textOf, type Row, type Values } from '../row'
import { ownName } from '../custom/flat'
import type { Column } from './columns'
import { ListModel } from './list-model'
import { readState, toQuery, writeState, type SavedView, type TableState } from './table-state'

interface Source {
  readonly resource: string
  readonly columns: readonly Column[]
  readonly views: readonly SavedView[]
  readonly where?: Values
  readonly pageSize: number
  readonly initial: TableState
}

export interface Table {
  readonly model: ListModel
  readonly state: TableState
  readonly setState: (state: TableState) => void
  readonly views: readonly SavedView[]
  /** Conditions of the screen itself. */
  readonly where: Values
  readonly saveView: (name: string) => void
  readonly dropView: (name: string) => void
  /** Views that this person kept, not shipped ones. */
  readonly ownViews: readonly string[]
}

function readViews(key: string): readonly SavedView[] {
  const stored = readStored(key)
  if (!Array.isArray(stored)) return []
  return stored
    .filter((item) => isRecord(item))
    .map((item) => {
      const query = new URLSearchParams(textOf(item.query))
      const { search, sort, filters } = readState(query)
      return { name: textOf(item.name), search, filters, ...(sort === null ? {} : { sort }) }
    })
}

function writeViews(key: string, views: readonly SavedView[]): void {
  const items = views.map(({ name, search = '', sort = null, filters = {} }) => ({
    name,
    query: writeState({ search, sort, filters, view: '', group: '' }),
  }))
  writeStored(key, items)
}

/** The state that the address tells; where it tells none, the one this list was left in. */
function startState(path: string, initial: TableState): TableState {
  const told = location.pathname === path ? location.search : ''
  return readState(new URLSearchParams(told === '' ? (leftLists.get(path) ?? '') : told), initial)
}

/** State of a list and the rows it asks for. The state follows the address while the list itself is what the address shows. */
export function useTable({ resource, columns, views: shipped, where, pageSize, initial }: Source): Table {
  useSignals()
  const { path, record } = useScreen()
  const place = record === undefined ? path : `${path}/${record}`
  const viewsKey = `visoes.${path}`
  const [own, setOwn] = useState(() => readViews(viewsKey))
  const [state, keep] = useState(() => startState(place, initial))
  const model = useMemo(() => new ListModel(resource, pageSize), [resource, pageSize])
  const views = [...shipped, ...own]
  const company = chosenCompany.value
  const query = JSON.stringify(toQuery({ state, columns, views, ...(where === undefined ? {} : { where }) }))
  useEffect(() => model.ask(JSON.parse(query), company), [model, query, company])
  useEffect(() => onChanged(resource, () => model.reload()), [resource, model])
  useEffect(() => {
    const text = leftLists.get(place) ?? ''
    if (text !== '' && location.pathname === path && location.search === '')
      history.replaceState(history.state, '', `${path}?${text}`)
  }, [path, place])
  const setState = (next: TableState): void => {
    keep(next)
    const text = writeState(next, initial)
    leftLists.set(place, text)
    if (location.pathname === path) history.replaceState(history.state, '', text === '' ? path : `${path}?${text}`)
  }
  const store = (next: readonly SavedView[]): void => {
    setOwn(next)
    writeViews(viewsKey, next)
  }
  return {
    model,
    state,
    setState,
    views,
    where: where ?? {},
    ownViews: own.map(({ name }) => name),
    saveView: (name) => {
      const { search, sort, filters } = state
      store([
        ...own.filter((view) => view.name !== name),
        { name, search, filters, ...(sort === null ? {} : { sort }) },
      ])
      setState({ ...state, view: name })
    },
    dropView: (name) => {
      store(own.filter((view) => view.name !== name))
      if (state.view === name) setState({ ...state, view: '' })
    },
  }
}

export interface ColumnChoice {
  readonly shown: readonly Column[]
  readonly widths: Readonly<Record<string, number>>
  readonly toggle: (field: string) => void
  readonly resize: (field: string, width: number) => void
  readonly isShown: (field: string) => boolean
}

/** Which columns are shown and how wide, kept for this person on this screen. */
export function useColumns(columns: readonly Column[]): ColumnChoice {
  const { path } = useScreen()
  const key = `colunas.${path}`
  const [choice, setChoice] = useState(() => {
    const stored = readStored(key)
    const kept = isRecord(stored) ? stored : {}
    const hidden = Array.isArray(kept.hidden)
      ? kept.hidden.map((item) => textOf(item))
      : columns.filter((column) => column.hidden).map((column) => column.field)
    const widths = isRecord(kept.widths)
      ? Object.entries(kept.widths).flatMap(([field, width]) =>
          numberOf(width) === null ? [] : [[field, numberOf(width) ?? 0] as const],
        )
      : []
    const added = Array.isArray(kept.added) ? kept.added.map((item) => textOf(item)) : []
    return { hidden, added, widths: Object.fromEntries(widths) }
  })
  const change = (next: typeof choice): void => {
    setChoice(next)
    writeStored(key, next)
  }
  // What a company added is shown to whoever chose it.
  const isShown = (field: string): boolean =>
    field.startsWith(ownName('')) ? choice.added.includes(field) : !choice.hidden.includes(field)
  return {
    shown: columns.filter((column) => isShown(column.field)),
    widths: choice.widths,
    isShown,
    toggle: (field) => {
      const list = field.startsWith(ownName('')) ? 'added' : 'hidden'
      const others = choice[list].filter((other) => other !== field)
      change({ ...choice, [list]: others.length === choice[list].length ? [...others, field] : others })
    },
    resize: (field, width) =>
      change({ ...choice, widths: { ...choice.widths, [field]: Math.max(48, Math.round(width)) } }),
  }
}

export interface Selection {
  readonly rows: ReadonlyMap<string, Row>
  readonly has: (row: Row) => boolean
  readonly toggle: (row: Row) => void
  readonly add: (rows: readonly Row[]) => void
  readonly clear: () => void
}

export function useSelection(): Selection {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map())
  return {
    rows,
    has: (row) => rows.has(String(row.id)),
    toggle: (row) => {
      const next = new Map(rows)
      if (!next.delete(String(row.id))) next.set(String(row.id), row)
      setRows(next)
    },
    add: (more) => setRows(new Map([...rows, ...more.map((row) => [String(row.id), row] as const)])),
    clear: () => setRows(new Map()),
  }
}
