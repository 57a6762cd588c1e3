import type { ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Button } from '../button'
import { isSet, type Values } from '../row'
import { useForm } from './context'
import type { FieldBase } from './field'
import { Field } from './fields'

interface SecretFieldProps extends FieldBase {
  /** The record's own word on whether there is one: the secret itself is never answered. */
  readonly given: string
}

/** A password or token: written, never read. Left empty it stays as it is; "Remover" takes it away when the record is saved. */
export function SecretField({ given, ...field }: SecretFieldProps): ReactElement {
  useSignals()
  const form = useForm()
  const kept = useComputed(() => form.record.value?.[given] === true).value
  const removed = useComputed(() => form.values.value[field.name] === '').value
  const help = removed ? 'Será removida ao salvar.' : kept ? 'Informada. Deixe em branco para mantê-la.' : field.help
  return (
    <div className="field-with-action">
      <Field {...field} kind="password" span={12} {...(help === undefined ? {} : { help })} />
      {kept && !removed && !form.readOnly.value ? (
        <Button onClick={() => form.set(field.name, '')}>Remover</Button>
      ) : null}
    </div>
  )
}

/** What is sent of a form with secrets: untouched ones are left out, removed ones are null. */
export function sentSecrets(values: Values, names: readonly string[]): Values {
  const entries = Object.entries(values).flatMap(([name, value]) => {
    if (!names.includes(name)) return [[name, value] as const]
    if (value === '') return [[name, null] as const]
    return isSet(value) ? [[name, value] as const] : []
  })
  return Object.fromEntries(entries)
}
