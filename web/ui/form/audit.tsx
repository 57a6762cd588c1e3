import { useEffect, useState, type ReactElement, type ReactNode } from 'react'
import { get } from '../../app/api'
import { toast } from '../../app/toasts'
import { Dialog } from '../dialog'
import { formatDateTime } from '../format'
import { EmptyState } from '../pieces'
import { getPath, isRecord, recordsOf, rowsOf, textOf, type Row, type Values } from '../row'

const lower = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

const changesOf = (row: Row): readonly Values[] =>
  Array.isArray(row.campos) ? row.campos.filter((item) => isRecord(item)) : []

interface EntryProps {
  readonly row: Row
  /** Which record it was, where more than one is told of. */
  readonly about?: ReactNode
}

/** What somebody did, in the server's words; of a line, which one. */
export function Entry({ row, about }: EntryProps): ReactElement {
  const line = about === undefined ? textOf(row.registro_texto) : ''
  return (
    <li>
      <p>
        <strong>{textOf(getPath(row, 'user.name')) || 'Sistema'}</strong> {lower(textOf(row.acao_texto))}
        {line === '' ? '' : ` · ${line}`}
        {about === undefined ? null : <> · {about}</>}
        <time>{formatDateTime(row.dh)}</time>
      </p>
      <ul>
        {changesOf(row).map((change) => (
          <li key={textOf(change.campo)}>
            <b>{textOf(change.rotulo)}</b>: <del>{textOf(change.de_texto)}</del> →{' '}
            <ins>{textOf(change.para_texto)}</ins>
          </li>
        ))}
      </ul>
    </li>
  )
}

interface AuditProps {
  readonly resource: string
  readonly id: number | string
  readonly onClose: () => void
}

/** Who changed which field from what to what, and when. */
export function AuditDialog({ resource, id, onClose }: AuditProps): ReactElement {
  const [rows, setRows] = useState<readonly Row[] | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      try {
        const answer = await get(`${resource}/${id}/auditoria`, { signal: stop.signal })
        setRows(rowsOf(isRecord(answer) ? answer.data : answer))
      } catch (error) {
        toast.error(error)
      }
    }
    void load()
    return () => stop.abort()
  }, [resource, id])
  return (
    <Dialog title="Histórico" size="md" onClose={onClose}>
      <div className="dialog-body" tabIndex={0} role="region" aria-label="Alterações">
        <AsItStood resource={resource} id={id} />
        {rows === null ? <p className="empty">Carregando…</p> : null}
        {rows?.length === 0 ? <EmptyState text="Nenhum registro encontrado" /> : null}
        <ol className="audit">
          {rows?.map((row) => (
            <Entry key={row.id} row={row} />
          ))}
        </ol>
      </div>
    </Dialog>
  )
}

/** The record as it stood at the end of a day that is chosen. */
function AsItStood({ resource, id }: Pick<AuditProps, 'resource' | 'id'>): ReactElement {
  const [day, setDay] = useState('')
  const [told, setTold] = useState<Values | null>(null)
  const ask = (dia: string): void => {
    setDay(dia)
    setTold(null)
    if (dia === '') return
    const load = async (): Promise<void> => {
      try {
        const answer = await get(`${resource}/${id}/em?dia=${dia}`)
        setTold(isRecord(answer) ? answer : null)
      } catch (error) {
        toast.error(error)
      }
    }
    void load()
  }
  const lists = recordsOf(told?.linhas)
  return (
    <>
      <label className="audit-day">
        Como estava no fim do dia{' '}
        <input className="input" type="date" value={day} onChange={({ target }) => ask(target.value)} />
      </label>
      {told === null ? null : told.existia === false ? (
        <p className="empty">Este registro ainda não existia.</p>
      ) : (
        <div className="audit-stood">
          <Stood fields={told.campos} />
          {lists.map((list) => (
            <section key={textOf(list.titulo)}>
              <h3>{textOf(list.titulo)}</h3>
              {rowsOf(list.registros).map((line) => (
                <Stood key={line.id} fields={line.campos} />
              ))}
            </section>
          ))}
        </div>
      )}
    </>
  )
}

const Stood = ({ fields }: { readonly fields: unknown }): ReactElement => (
  <p>
    {recordsOf(fields).map((one) => (
      <span key={textOf(one.campo)}>
        <b>{textOf(one.rotulo)}</b>: {textOf(one.texto)} ·{' '}
      </span>
    ))}
  </p>
)
