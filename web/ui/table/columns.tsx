import type { ReactElement, ReactNode } from 'react'
import { showCep, showNcm, showPhone } from '../../../core/br/fields'
import { showTaxId } from '../../../core/br/tax-id'
import { yesNo } from '../../../core/fields/field'
import { Chip, type ChipState } from '../chip'
import { lookClass, lookOf } from '../column-look'
import { displayName, formatAmount, formatDate, formatDateTime, formatGridAmount, formatQuantity } from '../format'
import type { Option } from '../form/fields'
import { getPath, isSet, textOf, type Row } from '../row'

export type ColumnKind =
  | 'text'
  | 'code'
  | 'money'
  | 'number'
  | 'integer'
  | 'percent'
  | 'date'
  | 'datetime'
  | 'bool'
  | 'taxid'
  | 'phone'
  | 'cep'
  | 'ncm'
  | 'option'
  | 'chip'
export type FilterKind = 'text' | 'select' | 'date' | 'range' | 'reference' | 'none'

export interface Column {
  /** A right that it asks beside that on its list: without it, there is no such column. */
  readonly right?: string
  /** Field to show, also of a display object: `cliente.xNome`. */
  readonly field: string
  readonly label: string
  readonly kind?: ColumnKind
  /** Pixels; without it the column shares what is left. */
  readonly width?: number
  readonly decimals?: number
  /** Field the server sorts by; false when it cannot. Default: `field` unless it goes into an object. */
  readonly sort?: string | false
  readonly filter?: FilterKind
  /** Field the server filters by, when it is another one. */
  readonly filterField?: string
  /** What it shows is of a record that this field of the list refers to. */
  readonly reference?: { readonly field: string; readonly resource: string }
  /** The list can be gathered by it. */
  readonly groups?: boolean
  /** Words of a coded field (`kind: 'option'`), and choices of its filter. */
  readonly options?: readonly Option[]
  readonly chip?: (row: Row) => ChipState | null
  readonly render?: (row: Row) => ReactNode
  /** Text for copying and export where `render` draws something else. */
  readonly text?: (row: Row) => string
  /** Summed in the footer: as the field says it adds up. `unit`: a quantity, whose units are never added to each other. */
  readonly sum?: 'amount' | 'unit'
  /** Not shown until chosen. */
  readonly hidden?: boolean
  /** Place on a card of the narrow layout; the first column is the title. */
  readonly card?: 'title' | 'sub' | 'value' | 'chip' | 'none'
}

const NUMERIC = new Set<ColumnKind>(['money', 'number', 'integer', 'percent'])
const MONO = new Set<ColumnKind>(['code', 'taxid', 'ncm'])

export function isNumeric(column: Column): boolean {
  return NUMERIC.has(column.kind ?? 'text')
}

export function sortField(column: Column): string | null {
  if (column.sort === false) return null
  if (column.sort !== undefined) return column.sort
  return column.field.includes('.') || column.kind === 'chip' ? null : column.field
}

/** How a column can be filtered: said, or what its kind allows. */
export function filterKind(column: Column): FilterKind {
  if (column.filter !== undefined) return column.filter
  if (column.reference !== undefined) return 'reference'
  switch (column.kind ?? 'text') {
    case 'text':
    case 'code':
    case 'taxid':
      return column.field.includes('.') ? 'none' : 'text'
    case 'bool':
    case 'option':
      return 'select'
    case 'date':
    case 'datetime':
      return 'date'
    case 'money':
    case 'number':
    case 'percent':
      return column.sort === false ? 'none' : 'range'
    default:
      return 'none'
  }
}

/** The name of a column's filter in the state of its list. */
export const filterName = ({ field, reference }: Column): string => reference?.field ?? field

export const YES_NO: readonly Option[] = [true, false].map((value) => ({ value, label: yesNo(value) }))

export function filterOptions(column: Column): readonly Option[] {
  return column.options ?? (column.kind === 'bool' ? YES_NO : [])
}

function optionLabel(column: Column, value: unknown): string {
  return column.options?.find((option) => String(option.value) === textOf(value))?.label ?? textOf(value)
}

/** `dd/MM/yyyy HH:mm`: seconds only take room in a list. */
const DATE_AND_MINUTES = 16

/** What a cell says. */
export function cellText(column: Column, row: Row): string {
  if (column.text !== undefined) return column.text(row)
  const value = getPath(row, column.field)
  switch (column.kind ?? 'text') {
    case 'money':
      return formatGridAmount(value, column.decimals ?? 2)
    case 'number':
      return formatQuantity(value, column.decimals ?? 3)
    case 'percent':
      return formatAmount(value, column.decimals ?? 2)
    case 'date':
      return formatDate(value)
    case 'datetime':
      return formatDateTime(value).slice(0, DATE_AND_MINUTES)
    case 'bool':
      return yesNo(isSet(value) && value !== 0)
    case 'taxid':
      return showTaxId(textOf(value))
    case 'phone':
      return showPhone(textOf(value))
    case 'cep':
      return showCep(textOf(value))
    case 'ncm':
      return showNcm(textOf(value))
    case 'option':
      return optionLabel(column, value)
    case 'chip':
      return column.chip?.(row)?.word ?? ''
    default:
      return displayName(value)
  }
}

export function CellContent({ column, row }: { readonly column: Column; readonly row: Row }): ReactElement {
  if (column.render !== undefined) return <>{column.render(row)}</>
  if (column.kind === 'chip') {
    const state = column.chip?.(row) ?? null
    return state === null ? <></> : <Chip {...state} />
  }
  const text = cellText(column, row)
  return <span className={text.startsWith('-') && isNumeric(column) ? 'negative' : undefined}>{text}</span>
}

export function cellClass(column: Column): string {
  return `cell ${isNumeric(column) ? 'cell-end' : ''} ${MONO.has(column.kind ?? 'text') ? 'mono' : ''} ${lookClass(column.field)}`
}

/** The grid's column tracks: the check, then each column. */
export function tracks(columns: readonly Column[], widths: Readonly<Record<string, number>>): string {
  return ['32px', ...columns.map((column) => track(column, widths[column.field]))].join(' ')
}

const FLEXIBLE = 160

/** Width under which the grid scrolls sideways instead of shrinking. */
export function minWidth(columns: readonly Column[], widths: Readonly<Record<string, number>>): number {
  return columns.reduce((sum, column) => sum + (widths[column.field] ?? column.width ?? FLEXIBLE), 32)
}

/** A name takes its part of what is left over its width; other columns keep theirs. */
function track(column: Column, resized: number | undefined): string {
  const width = resized ?? column.width
  if (width === undefined) return `minmax(${FLEXIBLE}px, 1fr)`
  if (resized !== undefined || lookOf(column.field) !== 'name') return `${width}px`
  return `minmax(${width}px, ${(width / (2 * FLEXIBLE)).toFixed(2)}fr)`
}
