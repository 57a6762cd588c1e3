import { useState, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { IconButton } from '../../ui/button'
import { useForm, useRegistered } from '../../ui/form/context'
import { filterKind } from '../../ui/table/columns'
import { DebouncedBox, FilterBox } from '../../ui/table/filter-box'
import { fields, filterNameOf, filtersOf, narrowedOf, type Choice } from './parts'

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
  const able = columns.filter((column) => filterKind(column) !== 'none')
  const isShown = (name: string): boolean => opened.includes(name) || Object.hasOwn(narrowed.filters, name)
  // Of a record that is referred to one box is enough, whatever the columns show of it.
  const once = able.filter((column, at) => able.findIndex((one) => filterNameOf(one) === filterNameOf(column)) === at)
  const change = (name: string, value: string): void => {
    const { [name]: _, ...others } = narrowed.filters
    const next = value === '' ? others : { ...others, [name]: value }
    form.set('filtros', filtersOf({ ...narrowed, filters: next }, columns, stored))
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
          onChange={(search) => form.set('filtros', filtersOf({ ...narrowed, search }, columns, stored))}
        />
      </div>
      {once
        .filter((column) => isShown(filterNameOf(column)))
        .map((column) => {
          const name = filterNameOf(column)
          return (
            <div key={name} className="own-filter">
              <span>{column.label}</span>
              <FilterBox
                column={column}
                value={narrowed.filters[name] ?? ''}
                onChange={(value) => {
                  setOpened([...opened.filter((one) => one !== name), name])
                  change(name, value)
                }}
              />
              <IconButton
                icon="close"
                label={`Tirar o filtro ${column.label}`}
                onClick={() => {
                  setOpened(opened.filter((one) => one !== name))
                  change(name, '')
                }}
              />
            </div>
          )
        })}
      <select
        className="input"
        aria-label="Incluir filtro"
        value=""
        onChange={(event) => setOpened([...opened, event.target.value])}
      >
        <option value="">Incluir filtro…</option>
        {once
          .filter((column) => !isShown(filterNameOf(column)))
          .map((column) => (
            <option key={filterNameOf(column)} value={filterNameOf(column)}>
              {column.label}
            </option>
          ))}
      </select>
      {fault === undefined ? null : (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </section>
  )
}
