import { useEffect, useState, type ReactElement } from 'react'
import { get } from '../../app/api'
import { toast } from '../../app/toasts'
import { Dialog } from '../dialog'
import { displayName, formatDateTime } from '../format'
import { EmptyState } from '../pieces'
import { getPath, isRecord, rowsOf, textOf, type Row } from '../row'

/** What everybody can do to any record, as its history says it. */
export const ACTIONS: Readonly<Record<string, string>> = {
  create: 'Criou',
  update: 'Alterou',
  delete: 'Excluiu',
  importa: 'Importou',
  desfaz_importacao: 'Desfez a importação',
  anonimiza: 'Anonimizou',
}

const lower = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

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

function Entry({ row, labelOf, words }: Pick<AuditProps, 'labelOf' | 'words'> & { readonly row: Row }): ReactElement {
  const action = textOf(row.acao)
  return (
    <li>
      <p>
        <strong>{textOf(getPath(row, 'user.name')) || 'Sistema'}</strong>{' '}
        {lower(words?.[action] ?? ACTIONS[action] ?? action)}
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
  /** What further actions are called: `Fechou`. */
  readonly words?: Readonly<Record<string, string>> | undefined
  readonly onClose: () => void
}

/** Who changed which field from what to what, and when. */
export function AuditDialog({ resource, id, labelOf, words, onClose }: AuditProps): ReactElement {
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
            <Entry key={row.id} row={row} labelOf={labelOf} words={words} />
          ))}
        </ol>
      </div>
    </Dialog>
  )
}
