import type { ReactElement } from 'react'
import { counted } from '../../ui/format'
import { isRecord, numberOf, textOf } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { type Batch, RESOURCE } from './batch'

const SHOWN = 200

/** The records that stayed as they are when a batch was undone, each with who changed or uses it. */
export function Kept({ batch }: { readonly batch: Batch }): ReactElement {
  const answer = useLoaded(`${RESOURCE}/${batch.id}/mantidos?quantas=${SHOWN}`, RESOURCE)
  const told = isRecord(answer) ? answer : {}
  const rows = Array.isArray(told.data) ? told.data.filter((one) => isRecord(one)) : []
  const more = (numberOf(told.total) ?? 0) - rows.length
  return (
    <section>
      <h3 className="group-title">Ficaram como estão</h3>
      <ul className="import-kept">
        {rows.map((row) => (
          <li key={textOf(row.registro_id)}>
            <b>{textOf(row.nome)}</b> {textOf(row.motivo)}
          </li>
        ))}
        {more > 0 && rows.length > 0 ? <li>e mais {counted(more, 'registro', 'registros')}.</li> : null}
      </ul>
    </section>
  )
}
