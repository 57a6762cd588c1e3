import { useSignals } from '@preact/signals-react/runtime'
import type { ReactElement, ReactNode } from 'react'
import { useForm } from '../../ui/form/context'
import { formatDateTime } from '../../ui/format'
import { isRecord, isSet, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { Problems, problemsIn } from './problems'

/** What forms of all fiscal documents show of answers: what was said, what stands in the way, what became of their events. */

const MOST_EVENTS = 100

/** What the authority said of a document. */
export const Said = ({ row }: { readonly row: Values }): ReactElement | null =>
  isSet(row.xMotivo) ? (
    <p className="span-12">
      {isSet(row.cStat) ? <strong>{textOf(row.cStat)} · </strong> : null}
      {textOf(row.xMotivo)}
    </p>
  ) : null

interface CheckedProps {
  readonly resource: string
  readonly id: Row['id']
  /** The resources that the document is made of. */
  readonly watches: string
}

/** All that our check finds, asked again when what the document is made of changes. */
export function Checked({ resource, id, watches }: CheckedProps): ReactElement | null {
  const answer = useLoaded(`${resource}/${id}/confere`, `${resource} ${watches}`)
  if (!isRecord(answer)) return null
  const problems = problemsIn(answer.problemas)
  if (problems.length === 0) return <p className="field-help span-12">Nada impede a emissão.</p>
  return <Problems title="O que impede a emissão" problems={problems} />
}

interface EventsProps {
  /** The document's resource, that of its events, and the field by which they name it. */
  readonly resource: string
  readonly events: string
  readonly of: string
  /** The label of an event's field value. */
  readonly word: (name: 'tpEvento' | 'situacao', value: unknown) => string
  /** Said where there are none. */
  readonly empty: string
  /** Links to the files of an event that was registered, where there are any. */
  readonly files?: (row: Row) => ReactNode
}

/** The events of the open document, and what was answered to each. */
export function Events({ resource, events, of, word, empty, files }: EventsProps): ReactElement {
  useSignals()
  const id = useForm().record.value?.id
  const where = encodeURIComponent(JSON.stringify({ [of]: id ?? 0 }))
  const answer = useLoaded(
    `${events}?where=${where}&perPage=${MOST_EVENTS}&orderBy=id&sortedBy=asc`,
    `${events} ${resource}`,
  )
  const rows = isRecord(answer) ? rowsOf(answer.data) : []
  if (rows.length === 0) return <p className="field-help">{empty}</p>
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">Evento</th>
          <th scope="col">Enviado em</th>
          <th scope="col">Situação</th>
          <th scope="col">Texto</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              {word('tpEvento', row.tpEvento)} {textOf(row.nSeqEvento)}
            </th>
            <td>{formatDateTime(row.dhEvento)}</td>
            <td>
              {word('situacao', row.situacao)}
              {isSet(row.xMotivo) ? ` · ${textOf(row.cStat)} ${textOf(row.xMotivo)}` : ''}
              {row.situacao === 'registrado' ? files?.(row) : null}
            </td>
            <td>{textOf(row.xTexto)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
