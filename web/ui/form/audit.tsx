import { useEffect, useState, type ReactElement } from 'react'
import { get } from '../../app/api'
import { toast } from '../../app/toasts'
import { Dialog } from '../dialog'
import { displayName, formatDateTime } from '../format'
import { EmptyState } from '../pieces'
import { getPath, isRecord, rowsOf, textOf, type Row } from '../row'

const ACTIONS: Readonly<Record<string, string>> = {
  create: 'Criou',
  update: 'Alterou',
  delete: 'Excluiu',
  importa: 'Importou',
  desfaz_importacao: 'Desfez a importação',
  anonimiza: 'Anonimizou',
}

interface Change {
  readonly campo: string
  readonly de: unknown
  readonly para: unknown
}

function changesOf(row: Row): readonly Change[] {
  return Array.isArray(row.campos)
    ? row.campos
        .filter((item) => isRecord(item))
        .map((item) => ({ campo: textOf(item.campo), de: item.de, para: item.para }))
    : []
}

const shown = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '–'
    : (displayName(value) || JSON.stringify(value)).slice(0, 200)

function Entry({ row, labelOf }: { readonly row: Row; readonly labelOf: (name: string) => string }): ReactElement {
  const action = textOf(row.acao)
  return (
    <li>
      <p>
        <strong>{textOf(getPath(row, 'user.name')) || 'Sistema'}</strong> {(ACTIONS[action] ?? action).toLowerCase()}
        <time>{formatDateTime(row.dh)}</time>
      </p>
      <ul>
        {changesOf(row).map((change) => (
          <li key={change.campo}>
            <b>{labelOf(change.campo)}</b>: <del>{shown(change.de)}</del> → <ins>{shown(change.para)}</ins>
          </li>
        ))}
      </ul>
    </li>
  )
}

interface AuditProps {
  readonly resource: string
  readonly id: number | string
  readonly labelOf: (name: string) => string
  readonly onClose: () => void
}

/** Who changed which field from what to what, and when. */
export function AuditDialog({ resource, id, labelOf, onClose }: AuditProps): ReactElement {
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
            <Entry key={row.id} row={row} labelOf={labelOf} />
          ))}
        </ol>
      </div>
    </Dialog>
  )
}
