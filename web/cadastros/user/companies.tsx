import type { ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { userBeside } from '../../../core/fields/sis/user'
import { session } from '../../app/session'
import { fieldsOf } from '../../ui/fields-of'
import { useForm, useRegistered } from '../../ui/form/context'
import { displayName } from '../../ui/format'
import { rowsOf } from '../../ui/row'

const { label } = fieldsOf(userBeside)

/** The companies that a user works in, beside the main one; nothing where there is one company alone. */
export function CompaniesField(): ReactElement | null {
  useSignals()
  const now = session.value
  const mine = now.status === 'in' ? now.empresas : []
  return mine.length > 1 ? <Companies mine={mine} /> : null
}

function Companies({ mine }: { readonly mine: readonly { readonly id: number }[] }): ReactElement {
  useSignals()
  const form = useForm()
  const [chosen, main] = [
    rowsOf(useComputed(() => form.values.value.empresas).value),
    useComputed(() => form.values.value.empresa_id).value,
  ]
  useRegistered({ name: 'empresas', label: label('empresas'), required: false, mute: true, focus: () => undefined })
  const toggle = (company: { readonly id: number }, on: boolean): void =>
    form.set('empresas', on ? [...chosen, company] : chosen.filter((one) => one.id !== company.id))
  return (
    <fieldset className="choices">
      <legend>Empresas em que trabalha</legend>
      {mine.map((company) => (
        <label key={company.id}>
          <input
            type="checkbox"
            checked={company.id === main || chosen.some((one) => one.id === company.id)}
            disabled={company.id === main}
            onChange={(event) => toggle(company, event.target.checked)}
          />
          {displayName(company)}
        </label>
      ))}
    </fieldset>
  )
}
