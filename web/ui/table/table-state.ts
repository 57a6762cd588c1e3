import type { ListQuery } from '../../app/api'
import type { Values } from '../row'
import { filterKind, filterOptions, type Column } from './columns'

export interface Sort {
  readonly field: string
  readonly desc: boolean
}

/** What a list shows, whole: it lives in the address, so a link shares it. */
export interface TableState {
  readonly search: string
  readonly sort: Sort | null
  /** By column field; dates as `ini..fim`. */
  readonly filters: Readonly<Record<string, string>>
  /** Name of the view in use. */
  readonly view: string
  /** The column, by field, that the list is gathered by; '' when it shows its rows. */
  readonly group: string
}

/** A view shipped with the screen, or kept by the person. */
export interface SavedView {
  readonly name: string
  readonly sort?: Sort
  readonly search?: string
  readonly filters?: Readonly<Record<string, string>>
  /** Conditions that only a view can set. */
  readonly where?: Values
  readonly custom?: Values
  readonly between?: ListQuery['between']
}

export const EMPTY_STATE: TableState = { search: '', sort: null, filters: {}, view: '', group: '' }

export function readSort(text: string): Sort | null {
  if (text === '' || text === '-') return null
  return text.startsWith('-') ? { field: text.slice(1), desc: true } : { field: text, desc: false }
}

export function readState(query: URLSearchParams, initial: TableState = EMPTY_STATE): TableState {
  const filters = [...query]
    .filter(([key, value]) => key.startsWith('f.') && value !== '')
    .map(([key, value]) => [key.slice(2), value] as const)
  const touched = ['busca', 'ordem', 'visao', 'grupo'].some((key) => query.has(key)) || filters.length > 0
  if (!touched) return initial
  return {
    search: query.get('busca') ?? '',
    sort: readSort(query.get('ordem') ?? '') ?? initial.sort,
    filters: Object.fromEntries(filters),
    view: query.get('visao') ?? '',
    group: query.get('grupo') ?? '',
  }
}

/** The address's query of a state; '' for the state a screen starts with. */
export function writeState(state: TableState, initial: TableState = EMPTY_STATE): string {
  const query = new URLSearchParams()
  if (state.search !== '') query.set('busca', state.search)
  if (state.sort !== null && (state.sort.field !== initial.sort?.field || state.sort.desc !== initial.sort.desc)) {
    query.set('ordem', `${state.sort.desc ? '-' : ''}${state.sort.field}`)
  }
  if (state.view !== '') query.set('visao', state.view)
  if (state.group !== '') query.set('grupo', state.group)
  for (const [field, value] of Object.entries(state.filters)) if (value !== '') query.set(`f.${field}`, value)
  return query.toString()
}

export function applyView(view: SavedView, initial: TableState): TableState {
  const { search = '', sort = initial.sort, filters = {}, name } = view
  return { search, sort, filters, view: name, group: '' }
}

/** Characters that part `field:value` pairs cannot stand in a value. */
const bare = (text: string): string => text.replace(/[;:]/g, ' ').trim()

interface Parts {
  readonly search: string[]
  readonly where: Record<string, unknown>
  readonly between: Record<string, { ini?: string; fim?: string }>
}

/** What a filter says of rows that have no value there. */
export const EMPTY = '(vazio)'

function addFilter(parts: Parts, column: Column, value: string): void {
  const field = column.filterField ?? column.field
  const kind = filterKind(column)
  if (value === EMPTY) {
    parts.where[field] = null
    return
  }
  if (kind === 'text') parts.search.push(`${field}:${bare(value)}`)
  if (kind === 'select') {
    // One choice, or several that an address names.
    const asked = value.split(',')
    const options = filterOptions(column).filter((item) => asked.includes(String(item.value)))
    const [only] = options
    if (only !== undefined) parts.where[field] = options.length === 1 ? only.value : options.map((one) => one.value)
  }
  if (kind === 'date' || kind === 'range') {
    const [ini = '', fim = ''] = value.split('..')
    const time = column.kind === 'datetime'
    parts.between[field] = {
      ...(ini === '' ? {} : { ini: time ? `${ini} 00:00:00` : ini }),
      ...(fim === '' ? {} : { fim: time ? `${fim} 23:59:59` : fim }),
    }
  }
}

/** A filter by the number of what a row refers to, that an address may carry: `f.vendedor_id=3`. It needs no column of its own. */
export const isReferenceFilter = (field: string, value: string): boolean =>
  /^[a-z_]{1,40}_id$/.test(field) && (value === EMPTY || /^\d{1,9}$/.test(value))

/** The sums that a list's columns ask for. */
export function sumsOf(columns: readonly Column[]): { readonly sums?: string } {
  const summed = columns.flatMap(({ sum, field }) => (sum === undefined ? [] : [field]))
  return summed.length === 0 ? {} : { sums: summed.join(',') }
}

interface QuerySource {
  readonly state: TableState
  readonly columns: readonly Column[]
  readonly views: readonly SavedView[]
  /** Conditions of the screen itself. */
  readonly where?: Values
}

/** The list request of a state, without its page. */
export function toQuery({ state, columns, views, where = {} }: QuerySource): ListQuery {
  const view = views.find(({ name }) => name === state.view)
  const parts: Parts = { search: [], where: { ...view?.where, ...where }, between: { ...view?.between } }
  if (state.search.trim() !== '') parts.search.push(bare(state.search))
  for (const column of columns) {
    const value = column.reference === undefined ? state.filters[column.field] : undefined
    if (value !== undefined && value !== '') addFilter(parts, column, value)
  }
  for (const [field, value] of Object.entries(state.filters))
    if (isReferenceFilter(field, value)) parts.where[field] = value === EMPTY ? null : Number(value)
  return {
    ...(state.sort === null ? {} : { orderBy: state.sort.field, sortedBy: state.sort.desc ? 'desc' : 'asc' }),
    ...(parts.search.length === 0 ? {} : { search: parts.search.join(';') }),
    where: parts.where,
    between: parts.between,
    ...(view?.custom === undefined ? {} : { custom: view.custom }),
    ...sumsOf(columns),
  }
}
