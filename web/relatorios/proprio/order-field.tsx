import type { ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useForm, useRegistered } from '../../ui/form/context'
import { FieldFrame } from '../../ui/form/field'
import { isRecord, textOf } from '../../ui/row'
import { fields, type Choice } from './parts'

const LABEL = fields.label('ordem')

/** What the rows are ordered by; as the list is, where nothing is chosen. */
export function OrderField({ choices }: { readonly choices: readonly Choice[] }): ReactElement {
  useSignals()
  const form = useForm()
  const stored = useComputed(() => form.values.value.ordem).value
  const order = isRecord(stored) ? stored : {}
  const down = order.descending === true
  useRegistered({ name: 'ordem', label: LABEL, required: false, focus: () => undefined })
  const set = (field: string, descending: boolean): void =>
    form.set('ordem', field === '' ? null : { field, descending })
  return (
    <FieldFrame name="ordem" label={LABEL} span={6}>
      {(ids) => (
        <span className="own-order">
          <select
            {...ids}
            className="input"
            value={textOf(order.field)}
            onChange={(event) => set(event.target.value, down)}
          >
            <option value="">A da lista</option>
            {choices
              .filter(({ orders }) => orders)
              .map(({ field, label }) => (
                <option key={field} value={field}>
                  {label}
                </option>
              ))}
          </select>
          <select
            className="input"
            aria-label="Sentido da ordem"
            disabled={textOf(order.field) === ''}
            value={down ? 'desc' : 'asc'}
            onChange={(event) => set(textOf(order.field), event.target.value === 'desc')}
          >
            <option value="asc">Crescente</option>
            <option value="desc">Decrescente</option>
          </select>
        </span>
      )}
    </FieldFrame>
  )
}
