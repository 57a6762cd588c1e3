import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { useForm } from '../../ui/form/context'
import { rowsOf, textOf } from '../../ui/row'

/** What a user may, by the roles held and of their own: only shown, roles are what changes it. */
export function Permissions(): ReactElement | null {
  useSignals()
  const names = rowsOf(useForm().record.value?.permissions).map((row) => textOf(row.name))
  if (names.length === 0) return null
  return (
    <section className="attached">
      <h3>Permissões que resultam</h3>
      <p className="field-help">{names.join(' · ')}</p>
    </section>
  )
}
