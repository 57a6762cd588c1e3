import { useState, type ReactElement, type ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mayDelete, mayEdit, needOf } from '../../app/access'
import { post, put } from '../../app/api'
import { announce } from '../../app/events'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { whyNot } from '../../app/why'
import { IconButton } from '../../ui/button'
import { deleteRecords } from '../../ui/delete-records'
import { AskDialog } from '../../ui/form/ask-dialog'
import { useForm } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { isRecord, rowsOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { KIND } from './kind'

const MOST = 100

interface Lines {
  /** The register, by its path, and its lines in this order. */
  readonly resource: string
  readonly orderBy: string
  /** A line in words. */
  readonly told: (row: Row) => string
}

/** What is known: a line is changed in the fields below, or goes. */
function Known({
  resource,
  orderBy,
  told,
  onChange,
}: Lines & { readonly onChange: (row: Row) => void }): ReactElement | null {
  useSignals()
  const form = useForm()
  const answer = useLoaded(`${resource}?perPage=${MOST}&orderBy=${orderBy}&sortedBy=desc`, resource)
  const rows = isRecord(answer) ? rowsOf(answer.data) : []
  const change = (row: Row): void => {
    form.load(row)
    onChange(row)
  }
  if (rows.length === 0) return null
  const [editable, deletable] = [mayEdit(rights.value, KIND.right), mayDelete(rights.value, KIND.right)]
  return (
    <section className="attached span-12" aria-label="Informados">
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <span>{told(row)}</span>
            {editable ? <IconButton icon="edit" label={`Alterar ${told(row)}`} onClick={() => change(row)} /> : null}
            {deletable && row.id !== form.record.value?.id ? (
              <IconButton
                icon="trash"
                label={`Excluir ${told(row)}`}
                onClick={() => void deleteRecords({ resource, rows: [row], nameOf: told })}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface LinesDialog extends Lines {
  readonly title: string
  readonly saved: string
  readonly initial: Values
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A small register in a dialog: one more line, or one that is known is changed. */
export function KnownLines({ title, saved, initial, onClose, children, ...lines }: LinesDialog): ReactElement {
  const { resource } = lines
  const [changed, setChanged] = useState<Row | null>(null)
  const missing = whyNot(needOf(KIND.right, changed === null ? 'create' : 'edit'))
  const go = async (values: Values, form: FormModel): Promise<boolean> => {
    try {
      if (changed === null) await post(resource, values)
      else await put(`${resource}/${changed.id}`, form.payload())
      announce(resource)
      toast.success(saved)
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível salvar', '', form)
      return false
    }
  }
  return (
    <AskDialog
      title={title}
      action={changed === null ? 'Incluir' : 'Salvar'}
      initial={initial}
      {...(missing === null ? {} : { reason: missing })}
      onGo={go}
      onClose={onClose}
    >
      <Known {...lines} onChange={setChanged} />
      {children}
    </AskDialog>
  )
}
