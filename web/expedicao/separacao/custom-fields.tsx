import { useRef, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { separacaoFields } from '../../../core/fields/expedicao/separacao'
import { pickingFields } from '../../../core/settings/settings'
import { settings } from '../../app/session'
import { FieldFrame } from '../../ui/form/field'
import { useForm, useRegistered } from '../../ui/form/context'
import { isRecord, textOf, type Values } from '../../ui/row'

const LONGEST = 200
const NAME = 'custom_fields'

/** The fields that the company has of its own here (`SEPARACAO.CUSTOM_FIELDS`): texts, kept by their names. */
export function CustomFields(): ReactElement | null {
  useSignals()
  const named = pickingFields(settings.value)
  return named.length === 0 ? null : <Fields named={named} />
}

function Fields({ named }: { readonly named: readonly string[] }): ReactElement {
  useSignals()
  const form = useForm()
  const first = useRef<HTMLInputElement>(null)
  useRegistered({
    name: NAME,
    label: separacaoFields.custom_fields.meta.label,
    required: false,
    mute: true,
    focus: () => first.current?.focus(),
  })
  const kept: unknown = form.values.value[NAME]
  const values: Values = isRecord(kept) ? kept : {}
  return (
    <>
      {named.map((name, at) => (
        <FieldFrame key={name} name={`${NAME}.${name}`} label={name} span={6}>
          {(ids) => (
            <input
              {...ids}
              ref={at === 0 ? first : undefined}
              className="input"
              value={textOf(values[name])}
              maxLength={LONGEST}
              autoComplete="off"
              onChange={({ target }) => form.set(NAME, { ...values, [name]: target.value })}
            />
          )}
        </FieldFrame>
      ))}
    </>
  )
}
