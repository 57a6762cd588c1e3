import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import type { NoticeDocument } from '../../../core/notices/documents'
import { ApiError, isAbort, post } from '../../app/api'
import { useForm } from '../../ui/form/context'
import { RowCombobox } from '../../ui/form/row-combobox'
import { displayName } from '../../ui/format'
import { isRecord, textOf, type Row, type Values } from '../../ui/row'
import { RESOURCE } from './kind'

const REST_MS = 300

/** What the message comes to for a record, as it is written now; why it comes to nothing where it was refused. */
function usePreview(id: Row['id'] | undefined, row: Row | null, { assunto, body }: Values): Values | null {
  const [shown, setShown] = useState<Values | null>(null)
  const registro_id = row?.id
  useEffect(() => {
    if (id === undefined || registro_id === undefined) return undefined
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        const texts = { assunto: textOf(assunto), body: textOf(body) }
        const answer = await post(`${RESOURCE}/${id}/previa`, { registro_id, ...texts }, { signal: stop.signal })
        setShown(isRecord(answer) ? answer : null)
      } catch (error) {
        if (!isAbort(error)) setShown({ refused: error instanceof ApiError ? error.message : String(error) })
      }
    }
    const timer = setTimeout(() => void ask(), REST_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [id, registro_id, assunto, body])
  return registro_id === undefined ? null : shown
}

/** The message as it would go out for a record that is chosen here, in a page that can do nothing. */
export function Preview({ document }: { readonly document: NoticeDocument }): ReactElement {
  useSignals()
  const form = useForm()
  const [row, setRow] = useState<Row | null>(null)
  const values = form.values.value
  const record = form.record.value
  const shown = usePreview(record?.id, row, values)
  if (record === undefined || record.evento !== values.evento)
    return <p className="notice-preview hint">Salve o modelo para ver a mensagem de um registro.</p>
  const name = (one: Row | null): string => (one === null ? '' : nameOf(document, one))
  return (
    <section className="notice-preview" aria-label="Prévia">
      <RowCombobox
        resource={document.resource}
        label={`Prévia com: ${document.title}`}
        current={row}
        show={name}
        nameOf={name}
        onPick={setRow}
      />
      {shown === null ? (
        <p className="empty">Escolha um registro: a mensagem aparece como sairia para ele.</p>
      ) : 'refused' in shown ? (
        <p className="empty">{textOf(shown.refused)}</p>
      ) : (
        <>
          {values.canal === 'whatsapp' ? null : <b className="notice-subject">{textOf(shown.subject)}</b>}
          <iframe className="report-page" title="Mensagem" sandbox="" srcDoc={textOf(shown.html)} />
        </>
      )}
    </section>
  )
}

/** A record in the picker: its number, and whose it is. */
function nameOf({ party, seller }: NoticeDocument, row: Row): string {
  const who = [party, seller].map((one) => displayName(row[one?.column.replace(/_id$/, '') ?? '']))
  return [`nº ${row.id}`, who.find((one) => one !== '')].filter(Boolean).join(' · ')
}
