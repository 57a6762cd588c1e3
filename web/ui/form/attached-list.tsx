import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { ApiError, get } from '../../app/api'
import { toast } from '../../app/toasts'
import { IconButton } from '../button'
import { confirm } from '../confirm'
import { EmptyState } from '../pieces'
import { rowsOf, textOf, type Row } from '../row'
import { useForm } from './context'
import { RowCombobox } from './row-combobox'

export interface AttachedListProps {
  /** Where the record keeps what is attached: `roles`, `permissions`. */
  readonly name: string
  readonly label: string
  /** Resource of the record, and of what can be attached. */
  readonly owner: string
  readonly resource: string
  readonly attach: string
  readonly detach: string
  /** Name of the id in the call: `role_id`. */
  readonly param: string
  readonly texts: {
    readonly attach: (name: string) => string
    readonly detach: (name: string) => string
    readonly duplicate: string
    readonly detachFailed?: string
  }
}

/** What people call what is attached: its description, where it has one. */
const called = (row: Row): string => textOf(row.descricao) || textOf(row.name)

interface Attached {
  readonly rows: readonly Row[]
  readonly change: (action: string, row: Row) => Promise<void>
}

function useAttached(props: AttachedListProps): Attached {
  useSignals()
  const record = useForm().record.value
  const [changed, setChanged] = useState<{ readonly of: unknown; readonly rows: readonly Row[] } | null>(null)
  const rows = changed !== null && changed.of === record?.id ? changed.rows : rowsOf(record?.[props.name])
  const change = async (action: string, row: Row): Promise<void> => {
    await get(`${props.owner}/${record?.id}/${action}`, { query: { [props.param]: String(row.id) } })
    const next = action === props.attach ? [...rows, row] : rows.filter((other) => other.id !== row.id)
    setChanged({ of: record?.id, rows: next })
  }
  return { rows, change }
}

/** Things attached to a record one by one, each confirmed and done at once. */
export function AttachedList(props: AttachedListProps): ReactElement {
  const { texts } = props
  const { rows, change } = useAttached(props)
  const attach = async (row: Row | null): Promise<void> => {
    if (row === null) return
    if (rows.some((other) => other.id === row.id)) return toast.danger(texts.duplicate)
    if (!(await confirm({ title: texts.attach(called(row)), action: 'Adicionar' }))) return undefined
    try {
      await change(props.attach, row)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) toast.danger(texts.duplicate)
      else toast.error(error)
    }
    return undefined
  }
  const detach = async (row: Row): Promise<void> => {
    if (!(await confirm({ title: texts.detach(called(row)), action: 'Remover', danger: true }))) return
    try {
      await change(props.detach, row)
    } catch (error) {
      if (texts.detachFailed === undefined) toast.error(error)
      else toast.danger(texts.detachFailed)
    }
  }
  return (
    <section className="attached">
      <h3>{props.label}</h3>
      <RowCombobox
        resource={props.resource}
        label={`Adicionar: ${props.label}`}
        current={null}
        show={(row) => (row === null ? '' : called(row))}
        onPick={(row) => void attach(row)}
      />
      {rows.length === 0 ? <EmptyState text="Nenhum registro encontrado" /> : null}
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <span>{called(row)}</span>
            <IconButton icon="trash" label={`Remover ${called(row)}`} onClick={() => void detach(row)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
