import type { ReactElement } from 'react'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { formatDateTime } from '../../ui/format'
import { isRecord, rowsOf, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { act, paperChip, PAPERS } from './parts'

/** The newest papers that are shown. */
const SHOWN = 20
const OPEN = new Set(['aguarda', 'enviada'])

function Verb({ row }: { readonly row: Row }): ReactElement {
  const isOpen = OPEN.has(textOf(row.situacao))
  const [verb, word, done, failed] = isOpen
    ? (['cancela', 'Cancelar', 'Impressão cancelada.', 'Não foi possível cancelar'] as const)
    : (['reimprime', 'Reimprimir', 'A impressão vai de novo.', 'Não foi possível reimprimir'] as const)
  return (
    <Button kind="quiet" onClick={() => void act(`${PAPERS}/${row.id}/${verb}`, {}, done, failed)}>
      {word}
    </Button>
  )
}

function Line({ row }: { readonly row: Row }): ReactElement {
  const state = paperChip(row)
  return (
    <li className="device">
      <strong>{textOf(row.arquivo) || textOf(row.chave)}</strong>
      <span>
        {state === null ? null : <Chip {...state} />} {textOf(row.motivo)}
      </span>
      <span className="hint">
        {textOf(row.impressora)}, {formatDateTime(row.criado_em)}
      </span>
      <Verb row={row} />
    </li>
  )
}

/** What was asked of an agent last, and where each paper stands. */
export function Papers({ agent }: { readonly agent: Row }): ReactElement {
  const where = encodeURIComponent(JSON.stringify({ agente_id: agent.id }))
  const answer = useLoaded(`${PAPERS}?where=${where}&perPage=${SHOWN}&orderBy=id&sortedBy=desc`, PAPERS)
  const rows = isRecord(answer) ? rowsOf(answer.data) : []
  return (
    <section aria-label="Últimas impressões">
      <h3 className="group-title">Últimas impressões</h3>
      {rows.length === 0 ? (
        <p className="hint">Nada foi impresso por este agente nos últimos 30 dias.</p>
      ) : (
        <ul className="devices">
          {rows.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </ul>
      )}
    </section>
  )
}
