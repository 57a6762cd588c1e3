import { useRef, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { request } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { IconButton } from '../button'
import { deleteRecords } from '../delete-records'
import { DropArea, FileButton } from '../drop-area'
import { formatQuantity } from '../format'
import { EmptyState } from '../pieces'
import { isRecord, numberOf, rowsOf, textOf, type Row } from '../row'
import { useLoaded } from '../use-loaded'
import { useForm } from './context'
import { usePastedFiles } from './pasted-files'

const RESOURCE = 'sis/anexo'
const ACCEPT = '.jpeg,.jpg,.pdf,.doc,.docx,.xls,.xlsx,.csv,.bmp,.html'

const nameOf = (row: Row): string => textOf(row.nome)

interface Owner {
  readonly type: string
  readonly id: string
}

/** Attaches files to a record, one after another; what is refused is told of each. */
export async function upload(files: readonly File[], { type, id }: Owner): Promise<void> {
  for (const file of files) {
    const body = new FormData()
    body.set('anexable_type', type)
    body.set('anexable_id', id)
    body.set('file', file)
    try {
      await request('POST', RESOURCE, { body })
    } catch (error) {
      toast.error(error, file.name)
    }
  }
  announce(RESOURCE)
}

/** Files attached to the form's record, dropped, pasted or chosen: taken and removed at once. `type` is the resource's name. */
export function Attachments({ type }: { readonly type: string }): ReactElement {
  useSignals()
  const form = useForm()
  const record = form.record.value
  if (record === undefined) return <EmptyState text="Salve o registro antes." />
  return <Files type={type} id={String(record.id)} writable={!form.readOnly.value} />
}

function Files({ type, id, writable }: Owner & { readonly writable: boolean }): ReactElement {
  const answer = useLoaded(`${RESOURCE}?anexable_type=${type}&anexable_id=${id}`, RESOURCE)
  const rows = isRecord(answer) ? rowsOf(answer.data) : []
  const take = (files: readonly File[]): void => {
    if (writable) void upload(files, { type, id })
  }
  const section = useRef<HTMLElement>(null)
  usePastedFiles(section, take)
  return (
    <DropArea text="Solte os arquivos para anexar" onFiles={take}>
      <section ref={section} className="attached" aria-label="Anexos">
        {writable ? (
          <span>
            <FileButton label="Anexar arquivos" accept={ACCEPT} onFiles={take} />
          </span>
        ) : null}
        {rows.length === 0 ? (
          <EmptyState text={writable ? 'Nenhum arquivo: solte ou cole um aqui' : 'Nenhum arquivo'} />
        ) : null}
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <a href={`/api/${RESOURCE}/${row.id}/download`} download>
                {textOf(row.nome)} ({formatQuantity((numberOf(row.tamanho) ?? 0) / 1024, 0)} kB)
              </a>
              {textOf(row.descricao) === '' ? null : <small>{textOf(row.descricao)}</small>}
              {writable ? (
                <IconButton
                  icon="trash"
                  label={`Excluir ${textOf(row.nome)}`}
                  onClick={() => void deleteRecords({ resource: RESOURCE, rows: [row], nameOf, forGood: true })}
                />
              ) : null}
            </li>
          ))}
        </ul>
      </section>
    </DropArea>
  )
}
