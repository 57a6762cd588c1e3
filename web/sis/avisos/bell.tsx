import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { chosenCompany, list, post } from '../../app/api'
import { announce, onChanged } from '../../app/events'
import { Go } from '../../app/go'
import { follow } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { formatDateTime } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { Popover } from '../../ui/popover'
import { isSet, textOf, type Row } from '../../ui/row'
import style from './bell.css' with { type: 'text' }

addStyle(style)

const RESOURCE = 'sis/aviso_usuario'
const SHOWN = 30

/** How many notices wait for the person, asked again when one comes or is read. Without an answer nothing is said: the next change asks anew. */
function useWaiting(): number {
  useSignals()
  const company = chosenCompany.value
  const [waiting, setWaiting] = useState({ company, total: 0 })
  useEffect(() => {
    let open = true
    const ask = async (): Promise<void> => {
      try {
        const { total } = await list(RESOURCE, { where: { dhLida: null }, perPage: 1 })
        if (open) setWaiting({ company, total })
      } catch {
        // Whoever is away is told when they are back.
      }
    }
    void ask()
    const quiet = onChanged(RESOURCE, () => void ask())
    return () => {
      open = false
      quiet()
    }
  }, [company])
  return waiting.company === company ? waiting.total : 0
}

async function markRead(ids?: readonly number[]): Promise<void> {
  try {
    await post(`${RESOURCE}/marcaLidos`, ids === undefined ? {} : { ids })
    announce(RESOURCE)
  } catch (error) {
    toast.error(error)
  }
}

const words = (waiting: number): string => (waiting === 1 ? '1 aviso não lido' : `${waiting} avisos não lidos`)

/** What documents told the person: how many wait, and beside it the last of them, each with the way to its document. */
export function Bell(): ReactElement {
  const waiting = useWaiting()
  const label = (
    <>
      <span className="sr-only">Avisos</span>
      {waiting === 0 ? null : (
        <b className="chat-count">
          <span aria-hidden="true">{waiting > 99 ? '99+' : waiting}</span>
          <span className="sr-only">, {words(waiting)}</span>
        </b>
      )}
    </>
  )
  return (
    <Popover label={label} icon="bell" title="Avisos" align="end" className="notice-bell">
      {(close) => <Notices waiting={waiting} close={close} />}
    </Popover>
  )
}

interface NoticesProps {
  readonly waiting: number
  readonly close: () => void
}

function Notices({ waiting, close }: NoticesProps): ReactElement {
  const [rows, setRows] = useState<readonly Row[]>([])
  useEffect(() => {
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        const { data } = await list(RESOURCE, { perPage: SHOWN, orderBy: 'id', sortedBy: 'desc' }, stop.signal)
        setRows(data)
      } catch {
        // As above: what was shown stays.
      }
    }
    void ask()
    const quiet = onChanged(RESOURCE, () => void ask())
    return () => {
      stop.abort()
      quiet()
    }
  }, [])
  return (
    <section className="notices" aria-label="Avisos">
      <div className="notices-head">
        <b>Avisos</b>
        {waiting === 0 ? null : (
          <Button kind="quiet" onClick={() => void markRead()}>
            Marcar todos como lidos
          </Button>
        )}
      </div>
      {rows.length === 0 ? <p className="notices-none hint">Nenhum aviso.</p> : null}
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Notice row={row} close={close} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Notice({ row, close }: { readonly row: Row; readonly close: () => void }): ReactElement {
  const fresh = !isSet(row.dhLida)
  const gone = (): void => {
    close()
    if (fresh) void markRead([Number(row.id)])
  }
  return (
    <Go to={pathOf(textOf(row.recurso), textOf(row.registro_id))} go={follow} onGo={gone}>
      {fresh ? (
        <b>
          {textOf(row.titulo)}
          <span className="sr-only"> (não lido)</span>
        </b>
      ) : (
        <span>{textOf(row.titulo)}</span>
      )}
      <p>{textOf(row.texto)}</p>
      <small className="hint">{formatDateTime(row.dhAviso)}</small>
    </Go>
  )
}
