import { useId, type ReactElement, type ReactNode } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Icon } from '../icon'
import { useForm } from './context'

export interface FieldBase {
  readonly name: string
  readonly label: string
  /** Columns of 12. */
  readonly span?: number
  readonly required?: boolean
  /** Said in place of 'Preencha este campo.' */
  readonly requiredText?: string
  readonly help?: string
  readonly disabled?: boolean
  /** What the record that it names is called by the view of its life. */
  readonly ficha?: string | undefined
}

/** What a control needs to be tied to its label, help and error. */
export interface ControlIds {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-required': true | undefined
}

interface FrameProps extends FieldBase {
  readonly children: (ids: ControlIds) => ReactNode
  /** Why it may not be changed in the state that its document is in. */
  readonly locked?: string | undefined
  /** Id of the control, where something else must know it. */
  readonly controlId?: string
  /** Label beside the control, for switches. */
  readonly inline?: boolean
}

/** Label above, help and error under, the pop-up of a missing value over it. */
export function FieldFrame({
  name,
  label,
  span = 6,
  required = false,
  help,
  inline = false,
  controlId,
  ficha,
  locked,
  children,
}: FrameProps): ReactElement {
  useSignals()
  const form = useForm()
  const own = useId()
  const id = controlId ?? own
  const error = useComputed(() => form.errors.value[name]).value
  const popup = useComputed(() => (form.popup.value?.name === name ? form.popup.value.text : undefined)).value
  const notice = useComputed(() => form.notices.value[name]).value
  const described = error !== undefined || notice !== undefined || help !== undefined
  const ids: ControlIds = {
    id,
    'aria-describedby': described ? `${id}d` : undefined,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-required': required ? true : undefined,
  }
  return (
    <div
      className={`field ${inline ? 'field-inline' : ''}`}
      style={{ '--span': span }}
      data-field={name}
      data-ficha={ficha}
    >
      <label htmlFor={id}>
        {label}
        {locked === undefined ? null : (
          <span className="field-lock" title={locked} role="img" aria-label={locked}>
            <Icon name="lock" size={12} />
          </span>
        )}
        {required ? <i className="required" title="obrigatório" /> : null}
      </label>
      {children(ids)}
      {described ? (
        <p
          id={`${id}d`}
          className={error !== undefined ? 'field-error' : notice === undefined ? 'field-help' : 'field-notice'}
          // The pop-up says it first; nothing is read twice.
          style={popup === undefined ? undefined : { visibility: 'hidden' }}
        >
          {error ?? notice ?? help}
        </p>
      ) : null}
      {popup === undefined ? null : (
        <span className="field-popup" role="alert">
          {popup}
        </span>
      )}
    </div>
  )
}
