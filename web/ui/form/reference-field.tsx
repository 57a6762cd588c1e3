import { useId, useState, type ComponentType, type ReactElement } from 'react'
import { createPortal } from 'react-dom'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { fichaMark } from '../../app/ficha-target'
import type { ModalProps } from '../../app/registry'
import { displayName } from '../format'
import { isRow, textOf, type Row, type Values } from '../row'
import { useForm, useRegistered } from './context'
import { FieldFrame, type FieldBase } from './field'
import { RowCombobox } from './row-combobox'
import type { FormModel } from './form-model'

export interface ReferenceProps extends FieldBase {
  readonly resource: string
  /** Where the display object is kept: `cliente` for `cliente_id`. */
  readonly object?: string
  /** Characters before it asks; 0 lists at once. */
  readonly minChars?: number
  /** Exact filters of what may be chosen. */
  readonly where?: Values
  /** Filters that the resource names itself. */
  readonly custom?: Values
  readonly display?: (row: Row) => string
  /** A second line in the list: number, tax id, city. */
  readonly detail?: (row: Row) => string
  readonly onPick?: (row: Row | null, form: FormModel) => void
  /** The form that creates one in place, and what it asks. */
  readonly create?: { readonly component: ComponentType<ModalProps>; readonly right: string; readonly field: string }
}

function useCurrent(form: FormModel, props: ReferenceProps): Row | null {
  const object = props.object ?? props.name.replace(/_id$/, '')
  const id = useComputed(() => form.values.value[props.name]).value
  const shown = useComputed(() => form.values.value[object]).value
  if (id === null || id === undefined || id === '') return null
  if (isRow(shown) && String(shown.id) === textOf(id)) return shown
  return { id: textOf(id) }
}

/** A box that chooses a record of another resource by searching it on the server. */
export function ReferenceField(given: ReferenceProps): ReactElement {
  useSignals()
  const form = useForm()
  const locked = form.whyNotField(given.name)
  const props = locked === undefined ? given : { ...given, disabled: true }
  const inputId = useId()
  const object = props.object ?? props.name.replace(/_id$/, '')
  const current = useCurrent(form, props)
  const show = (row: Row | null): string => (row === null ? '' : (props.display ?? displayName)(row))
  const [creating, setCreating] = useState<string | null>(null)
  useRegistered({
    name: props.name,
    label: props.label,
    required: props.required ?? false,
    requiredText: props.requiredText,
    focus: () => document.getElementById(inputId)?.focus(),
  })
  const pick = (row: Row | null): void => {
    form.patch({ [props.name]: row === null ? null : row.id, [object]: row })
    props.onPick?.(row, form)
  }
  return (
    <>
      <FieldFrame {...props} controlId={inputId} ficha={fichaMark(props.resource, current?.id)} locked={locked}>
        {(ids) => (
          <RowCombobox
            {...props}
            ids={ids}
            current={current}
            show={show}
            onPick={pick}
            {...(props.create === undefined ? {} : { onCreate: setCreating })}
          />
        )}
      </FieldFrame>
      {creating === null || props.create === undefined ? null : (
        <CreateInPlace create={props.create} text={creating} onClose={() => setCreating(null)} onSaved={pick} />
      )}
    </>
  )
}

interface CreateProps {
  readonly create: NonNullable<ReferenceProps['create']>
  readonly text: string
  readonly onClose: () => void
  readonly onSaved: (row: Row) => void
}

/** The other resource's own form over this one. It stands beside the page, because a form cannot lie inside another. */
function CreateInPlace({ create, text, onClose, onSaved }: CreateProps): ReactElement {
  const { component: Form, right, field } = create
  return createPortal(
    <Form
      id="new"
      size="lg"
      right={right}
      params={{}}
      query={new URLSearchParams()}
      initial={{ [field]: text }}
      onClose={onClose}
      onSaved={onSaved}
    />,
    document.body,
  )
}
