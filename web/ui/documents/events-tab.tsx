import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import type { Life } from '../../../core/lifecycle/life'
import { useForm } from '../form/context'
import { ACTIONS } from '../form/audit'
import { formatDateTime } from '../format'
import { getPath, rowsOf, textOf } from '../row'
import { wordsOf } from './state'

interface EventsTabProps {
  readonly life: Life
  /** What others did to make it, by the name in its history. */
  readonly words?: Readonly<Record<string, string>>
}

/** What happened to a document, who did it and when, newest first: its `logs`. */
export function EventsTab({ life, words }: EventsTabProps): ReactElement {
  useSignals()
  const rows = rowsOf(useForm().values.value.logs)
  const said = { ...ACTIONS, ...wordsOf(life), ...words }
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
            <td>{said[textOf(row.evento)] ?? textOf(row.evento)}</td>
            <td>{textOf(getPath(row, 'user.name'))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
