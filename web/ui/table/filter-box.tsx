import { useEffect, useState, type ReactElement } from 'react'
import { tryDate } from '../../../core/br/date-text'
import { tryNumber } from '../../../core/br/number'
import { displayName, formatDate, formatQuantity, localToday } from '../format'
import { RowCombobox } from '../form/row-combobox'
import { textOf } from '../row'
import { filterKind, filterOptions, type Column } from './columns'
import { nameOfReference, rememberName } from './reference-names'

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

/** The box of a column's filter: words, a choice, a record, dates or amounts from one to another. */
export function FilterBox({ column, value, onChange }: FilterBoxProps): ReactElement | null {
  const kind = filterKind(column)
  const label = `Filtrar ${column.label}`
  if (kind === 'none') return null
  if (kind === 'text') return <DebouncedBox value={value} label={label} onChange={onChange} />
  if (kind === 'reference') return <ReferenceBox column={column} value={value} onChange={onChange} />
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
  return <RangeBox label={label} value={value} onChange={onChange} {...(kind === 'date' ? DATES : AMOUNTS)} />
}

/** A record of what the column refers to. */
function ReferenceBox({ column, value, onChange }: FilterBoxProps): ReactElement | null {
  const { reference } = column
  if (reference === undefined) return null
  const { field, resource } = reference
  return (
    <RowCombobox
      label={`Filtrar ${column.label}`}
      resource={resource}
      current={value === '' ? null : { id: value, told: nameOfReference(field, value) }}
      show={(row) => (row === null ? '' : textOf(row.told) || displayName(row))}
      onPick={(row) => {
        if (row !== null) rememberName(field, String(row.id), displayName(row))
        onChange(row === null ? '' : String(row.id))
      }}
    />
  )
}

interface Range {
  readonly placeholder: string
  /** What was typed, as it is asked for; '' where it is nothing. */
  readonly read: (text: string) => string
  readonly show: (value: string) => string
  readonly above: (one: string, other: string) => boolean
}

const DATES: Range = {
  placeholder: 'dia ou de a até',
  read: (text) => tryDate(text, localToday()) ?? '',
  show: formatDate,
  above: (one, other) => one > other,
}

const AMOUNTS: Range = {
  placeholder: 'valor ou de a até',
  read: (text) => tryNumber(text)?.toString() ?? '',
  show: (value) => formatQuantity(value, 4),
  above: (one, other) => Number(one) > Number(other),
}

/** A range as its filter says it: `de 100 até 500`, one value alone where both ends are it. */
export function rangeText(column: Column, value: string): string {
  const { show } = filterKind(column) === 'date' ? DATES : AMOUNTS
  const [ini = '', fim = ''] = value.split('..')
  if (ini === fim) return show(ini)
  return [ini === '' ? '' : `de ${show(ini)}`, fim === '' ? '' : `até ${show(fim)}`].filter(Boolean).join(' ')
}

/** `1/3 a 15/3`, `h`, `-7 a h`; `100 a 500`, `100 a`: a range in one box; one value alone is that one. */
function RangeBox({
  label,
  value,
  onChange,
  placeholder,
  read,
  show,
  above,
}: Omit<FilterBoxProps, 'column'> & Range & { readonly label: string }): ReactElement {
  const [typed, setTyped] = useState<string | null>(null)
  const [ini = '', fim = ''] = value.split('..')
  const shown = value === '' ? '' : ini === fim ? show(ini) : `${show(ini)} a ${show(fim)}`
  const commit = (): void => {
    if (typed === null) return
    const [from = '', to = from] = typed.trim().split(/\s*\ba\b\s*|\.\./)
    const [first, last] = [read(from), read(to)]
    const turned = first !== '' && last !== '' && above(first, last)
    onChange(first === '' && last === '' ? '' : `${first}..${turned ? first : last}`)
    setTyped(null)
  }
  return (
    <input
      className="input"
      aria-label={label}
      placeholder={placeholder}
      value={typed ?? shown}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
