import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mayEdit } from '../../app/access'
import { open } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button, IconButton } from '../button'
import { deleteRecords } from '../delete-records'
import { EmptyState } from '../pieces'
import { isRecord, rowsOf, type Row } from '../row'
import { useLoaded } from '../use-loaded'
import { useForm } from './context'

export interface ChildListProps {
  readonly modal: ModalProps
  readonly label: string
  /** Resource of the records that belong to this one, and their field that says so. */
  readonly resource: string
  readonly field: string
  /** Their forms lie at `{this form}/{segment}/{id}`. */
  readonly segment: string
  /** One of them, in words. */
  readonly describe: (row: Row) => string
  /** Said when one is added before this record is saved. */
  readonly unsaved?: string
}

/** Records that belong to this one and are saved apart, each in a form of its own over it. */
export function ChildList(props: ChildListProps): ReactElement {
  useSignals()
  const { modal, label, segment, unsaved = 'Salve o registro antes.' } = props
  const record = useForm().record.value
  const writable = mayEdit(rights.value, modal.right)
  const add = (): void => {
    if (record === undefined) toast.alert(unsaved)
    else if (modal.path !== undefined) open(`${modal.path}/${segment}/new`)
  }
  return (
    <section className="attached" aria-label={label}>
      <h3>{label}</h3>
      {writable ? (
        <span>
          <Button icon="add" onClick={add}>
            Adicionar
          </Button>
        </span>
      ) : null}
      {record === undefined ? (
        <EmptyState text={unsaved} />
      ) : (
        <Children {...props} owner={String(record.id)} writable={writable} />
      )}
    </section>
  )
}

const MOST = 200

function Children({
  modal,
  resource,
  field,
  segment,
  describe,
  owner,
  writable,
}: ChildListProps & { readonly owner: string; readonly writable: boolean }): ReactElement {
  const where = encodeURIComponent(JSON.stringify({ [field]: Number(owner) }))
  const answer = useLoaded(`${resource}?where=${where}&perPage=${MOST}`, resource)
  const rows = isRecord(answer) ? rowsOf(answer.data) : []
  if (rows.length === 0) return <EmptyState text="Nenhum registro encontrado" />
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id}>
          <Button kind="quiet" onClick={() => modal.path !== undefined && open(`${modal.path}/${segment}/${row.id}`)}>
            {describe(row)}
          </Button>
          {writable ? (
            <IconButton
              icon="trash"
              label={`Excluir ${describe(row)}`}
              onClick={() => void deleteRecords({ resource, rows: [row], nameOf: describe })}
            />
          ) : null}
        </li>
      ))}
    </ul>
  )
}
