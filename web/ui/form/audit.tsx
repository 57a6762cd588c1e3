import { useEffect, useState, type ReactElement } from 'react'
import { get } from '../../app/api'
import { toast } from '../../app/toasts'
import { Dialog } from '../dialog'
import { formatDateTime } from '../format'
import { EmptyState } from '../pieces'
import { getPath, isRecord, rowsOf, textOf, type Row, type Values } from '../row'

const lower = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

const changesOf = (row: Row): readonly Values[] =>
  Array.isArray(row.campos) ? row.campos.filter((item) => isRecord(item)) : []

/** What somebody did, in the server's words; of a line, which one. */
function Entry({ row }: { readonly row: Row }): ReactElement {
  const line = textOf(row.registro_texto)
  return (
    <li>
      <p>
        <strong>{textOf(getPath(row, 'user.name')) || 'Sistema'}</strong> {lower(textOf(row.acao_texto))}
        {line === '' ? '' : ` · ${line}`}
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
