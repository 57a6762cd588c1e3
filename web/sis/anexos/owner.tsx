import type { ReactElement } from 'react'
import { hasScreen, pathOf } from '../../../core/access'
import { Go } from '../../app/go'
import { follow } from '../../app/navigation'
import { textOf, type Row } from '../../ui/row'
import { RESOURCE } from './kind'

/** The record that a file belongs to, which opens where it has a screen. */
export function Owner({ row }: { readonly row: Row }): ReactElement {
  const [type, id, name] = [textOf(row.anexable_type), textOf(row.anexable_id), textOf(row.registro)]
  return hasScreen(type) ? (
    <Go to={pathOf(type, id)} go={follow}>
      {name}
    </Go>
  ) : (
    <>{name}</>
  )
}

/** Gives a file to whoever asks for it. */
export function download(row: Row): void {
  const link = document.createElement('a')
  link.href = `/api/${RESOURCE}/${row.id}/download`
  link.download = ''
  link.click()
}
