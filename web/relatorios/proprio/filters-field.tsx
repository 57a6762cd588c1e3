import { useState, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { IconButton } from '../../ui/button'
import { useForm, useRegistered } from '../../ui/form/context'
import { filterKind, filterName, type Column } from '../../ui/table/columns'
import { DebouncedBox, FilterBox } from '../../ui/table/filter-box'
import { fields, filtersOf, narrowedOf, type Choice, type Narrowed } from './parts'

interface BoxProps {
  readonly column: Column
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onRemove: () => void
}

/** One filter, in the box that lists have for it. */
function Box({ column, value, onChange, onRemove }: BoxProps): ReactElement {
  return (
    <div className="own-filter">
      <span>{column.label}</span>
      <FilterBox column={column} value={value} onChange={onChange} />
      <IconButton icon="close" label={`Tirar o filtro ${column.label}`} onClick={onRemove} />
    </div>
  )
}

interface MoreProps {
  readonly columns: readonly Column[]
  readonly onOpen: (name: string) => void
}

function More({ columns, onOpen }: MoreProps): ReactElement {
  return (
    <select className="input" aria-label="Incluir filtro" value="" onChange={(event) => onOpen(event.target.value)}>
      <option value="">Incluir filtro…</option>
      {columns.map((column) => (
        <option key={filterName(column)} value={filterName(column)}>
          {column.label}
        </option>
      ))}
    </select>
  )
}

/** Of a record that is referred to one box is enough, whatever the columns show of it. */
const boxed = (columns: readonly Column[]): readonly Column[] =>
  columns.filter(
    (column, at) =>
      filterKind(column) !== 'none' &&
      columns.findIndex((one) => filterKind(one) !== 'none' && filterName(one) === filterName(column)) === at,
  )

/** Of which records the report is: the same boxes as over a list, those that are chosen. */
export function FiltersField({ choices }: { readonly choices: readonly Choice[] }): ReactElement {
  useSignals()
  const form = useForm()
  const [opened, setOpened] = useState<readonly string[]>([])
  const stored = useComputed(() => form.values.value.filtros).value
  const fault = useComputed(() => form.errors.value.filtros).value
  useRegistered({
    name: 'filtros',
    label: fields.label('filtros'),
    required: false,
    focus: () => document.querySelector<HTMLElement>('.own-filters select')?.focus(),
  })
  const columns = choices.map(({ column }) => column)
  const narrowed = narrowedOf(stored)
  const isShown = (column: Column): boolean =>
    opened.includes(filterName(column)) || Object.hasOwn(narrowed.filters, filterName(column))
  const narrow = (next: Narrowed): void => form.set('filtros', filtersOf(next, columns, stored))
  const change = (name: string, value: string): void => {
    const { [name]: _, ...others } = narrowed.filters
    narrow({ ...narrowed, filters: value === '' ? others : { ...others, [name]: value } })
  }
  const open = (name: string): void => setOpened([...opened.filter((one) => one !== name), name])
  const remove = (name: string): void => {
    setOpened(opened.filter((one) => one !== name))
    change(name, '')
  }
  return (
    <section className="own-part own-filters" aria-label="Filtros">
      <h3 className="group-title">Filtros</h3>
      <div className="own-filter">
        <span>Pesquisa</span>
        <DebouncedBox
          label="Pesquisa do relatório"
          placeholder="Palavras"
          value={narrowed.search}
          onChange={(search) => narrow({ ...narrowed, search })}
        />
      </div>
      {boxed(columns.filter(isShown)).map((column) => (
        <Box
          key={filterName(column)}
          column={column}
          value={narrowed.filters[filterName(column)] ?? ''}
          onChange={(value) => {
            open(filterName(column))
            change(filterName(column), value)
          }}
          onRemove={() => remove(filterName(column))}
        />
      ))}
      <More columns={boxed(columns).filter((column) => !isShown(column))} onOpen={open} />
      {fault === undefined ? null : (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </section>
  )
}
