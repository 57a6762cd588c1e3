import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pickingFields } from '../../../core/settings/settings'
import { settings } from '../../app/session'
import { FieldFrame } from '../../ui/form/field'
import { useForm } from '../../ui/form/context'
import { isRecord, textOf, type Values } from '../../ui/row'

const LONGEST = 200

/** The fields that the company has of its own here (`SEPARACAO.CUSTOM_FIELDS`): texts, kept by their names. */
export function CustomFields(): ReactElement | null {
  useSignals()
  const form = useForm()
  const named = pickingFields(settings.value)
  const kept: unknown = form.values.value.custom_fields
  const values: Values = isRecord(kept) ? kept : {}
  return named.length === 0 ? null : (
    <>
      {named.map((name) => (
        <FieldFrame key={name} name={`custom_fields.${name}`} label={name} span={6}>
          {(ids) => (
            <input
              {...ids}
              className="input"
              value={textOf(values[name])}
              maxLength={LONGEST}
              autoComplete="off"
              onChange={({ target }) => form.set('custom_fields', { ...values, [name]: target.value })}
            />
          )}
        </FieldFrame>
      ))}
    </>
  )
}
