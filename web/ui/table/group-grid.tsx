import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { lastDayOfMonth } from '../../../core/br/civil-date'
import { mayCreate } from '../../app/access'
import { chosenCompany, isAbort } from '../../app/api'
import { Go } from '../../app/go'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { counted, displayName } from '../format'
import { EmptyState } from '../pieces'
import { isRecord, textOf } from '../row'
import { cellText, filterName, type Column } from './columns'
import { groups, type ListGroup } from './list-api'
import { rememberName } from './reference-names'
import { sumText } from './table-footer'
import { EMPTY, type TableState } from './table-state'
import type { Table } from './use-table'

interface GroupGridProps {
  readonly table: Table
  readonly columns: readonly Column[]
  readonly onDrill: (state: TableState) => void
}

const isTime = ({ kind }: Column): boolean => kind === 'date' || kind === 'datetime'

const MONTH = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** What a group is called: its record's name, its code's word, its month. */
function nameOf(column: Column, { value, object }: ListGroup): string {
  if (value === null) return EMPTY
  if (column.reference !== undefined) return displayName(object) || `nº ${textOf(value)}`
  if (isTime(column)) return MONTH.format(new Date(`${textOf(value)}-01T00:00:00Z`))
  const word = column.options?.find((option) => String(option.value) === textOf(value))?.label
  return word ?? cellText({ ...column, field: 'v' }, { id: 0, v: value })
}

/** The filter that shows a group's rows, and nothing else. */
function filterOf(column: Column, value: unknown): string {
  if (value === null) return EMPTY
  const text = textOf(value)
  return isTime(column) ? `${text}-01..${lastDayOfMonth(`${text}-01`)}` : text
}

interface Found {
  readonly key: string
  readonly groups: readonly ListGroup[]
  readonly all: number
}

/** The groups of what the list asks for now; undefined until they are known. */
function useGroups({ model }: Table, by: string): Found | undefined {
  useSignals()
  const [found, setFound] = useState<Found>()
  // Asked anew when the question, the rows or the company change.
  const question = JSON.stringify({ query: model.query, rows: model.version.value, company: chosenCompany.value })
  useEffect(() => {
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        setFound({ key: by, ...(await groups(model.resource, JSON.parse(question).query, by, stop.signal)) })
      } catch (error) {
        if (!isAbort(error)) toast.error(error)
      }
    }
    void ask()
    return () => stop.abort()
  }, [model, by, question])
  return found?.key === by ? found : undefined
}

/** A list gathered by a column: counts and sums of each group; a group opens as the rows that it is made of. */
export function GroupGrid({ table, columns, onDrill }: GroupGridProps): ReactElement {
  const { state } = table
  const column = columns.find(({ field, groups: able }) => field === state.group && able === true)
  const found = useGroups(table, column === undefined ? '' : (column.reference?.field ?? column.field))
  if (column === undefined) return <EmptyState text="Não se agrupa por esta coluna" />
  if (found === undefined) return <div className="table group-table" aria-busy="true" />
  const summed = columns.filter(({ sum }) => sum !== undefined)
  const drill = (group: ListGroup): void => {
    const name = filterName(column)
    if (column.reference !== undefined && isRecord(group.object))
      rememberName(name, textOf(group.value), displayName(group.object))
    onDrill({ ...state, group: '', filters: { ...state.filters, [name]: filterOf(column, group.value) } })
  }
  return (
    <div className="table group-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{column.label}</th>
            <th scope="col" className="cell-end">
              Registros
            </th>
            {summed.map(({ field, label }) => (
              <th key={field} scope="col" className="cell-end">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.groups.map((group) => (
            <tr key={textOf(group.value)}>
              <th scope="row">
                <button type="button" className="link" onClick={() => drill(group)}>
                  {nameOf(column, group)}
                </button>
              </th>
              <td className="cell-end">{group.total.toLocaleString('pt-BR')}</td>
              {summed.map((one) => (
                <td key={one.field} className="cell-end">
                  {sumText(one, group.sums ?? {})}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {found.all > found.groups.length ? (
        <p className="group-more">
          Os {found.groups.length} maiores de {counted(found.all, 'grupo', 'grupos')}: filtre para ver os outros.
        </p>
      ) : null}
      {mayCreate(rights.value, 'relatorios') ? (
        <p className="group-more">
          <Go to={asReport(table, columns, column)}>Salvar como relatório</Go>
        </p>
      ) : null}
    </div>
  )
}

/** The address of a report that begins as the list stands: its columns, filters, order, group and sums. */
function asReport({ model, state }: Table, columns: readonly Column[], by: Column): string {
  const { orderBy, sortedBy, sums, ...filters } = model.query
  const mould = {
    caminho: model.resource,
    colunas: columns.map(({ field }) => field),
    filtros: filters,
    grupo: filterName(by),
    ...(state.sort === null ? {} : { ordem: { field: orderBy, descending: sortedBy === 'desc' } }),
    somas: sums?.split(',') ?? [],
  }
  return `/ui/relatorios/proprios/edit/new?${new URLSearchParams({ molde: JSON.stringify(mould) })}`
}
