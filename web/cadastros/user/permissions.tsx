import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { useForm } from '../../ui/form/context'
import { rowsOf, textOf } from '../../ui/row'
import { PermissionMatrix } from '../role/permission-matrix'

/** What a user may, by the roles held and of their own: only shown, roles are what changes it. */
export function Permissions(): ReactElement | null {
  useSignals()
  const known = rowsOf(useForm().record.value?.permissions).map(({ id, name }) => ({ id, name: textOf(name) }))
  if (known.length === 0) return null
  return (
    <section className="attached">
      <h3>Permissões que resultam</h3>
      <PermissionMatrix known={known} held={new Set(known.map(({ name }) => name))} />
    </section>
  )
}
