import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { useForm } from '../form/context'
import { formatDateTime } from '../format'
import { getPath, rowsOf, textOf } from '../row'

/** What happened to a document, who did it and when, newest first: its `logs`. */
export function EventsTab(): ReactElement {
  useSignals()
  const rows = rowsOf(useForm().values.value.logs)
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">Quando</th>
          <th scope="col">O quê</th>
          <th scope="col">Quem</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>{formatDateTime(row.created_at)}</td>
            <td>{textOf(row.evento_texto)}</td>
            <td>{textOf(getPath(row, 'user.name'))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
