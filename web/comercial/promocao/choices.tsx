import type { ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useForm, useRegistered } from '../../ui/form/context'
import { displayName } from '../../ui/format'
import type { Row } from '../../ui/row'

/** Records that the record holds for, as the list of their numbers; none chosen is all of them. */
export function Choices({
  name,
  label,
  of,
}: {
  readonly name: string
  readonly label: string
  readonly of: readonly (Row | { readonly id: number })[]
}): ReactElement | null {
  useSignals()
  const form = useForm()
  const value = useComputed(() => form.values.value[name]).value
  const chosen = new Set(Array.isArray(value) ? value.map(Number) : [])
  useRegistered({ name, label, required: false, focus: () => undefined })
  const toggle = (id: number, on: boolean): void => {
    const next = [...chosen].filter((one) => one !== id)
    const ids = on ? [...next, id] : next
    form.set(name, ids.length === 0 ? null : ids)
  }
  if (of.length === 0) return null
  return (
    <fieldset className="choices">
      <legend>{label}</legend>
      {of.map((one) => (
        <label key={one.id}>
          <input
            type="checkbox"
            checked={chosen.has(Number(one.id))}
            disabled={form.readOnly.value}
            onChange={(event) => toggle(Number(one.id), event.target.checked)}
          />
          {displayName(one)}
        </label>
      ))}
    </fieldset>
  )
}
