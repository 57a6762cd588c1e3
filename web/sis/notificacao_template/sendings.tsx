import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { documentOf } from '../../../core/notices/documents'
import { Go } from '../../app/go'
import { follow } from '../../app/navigation'
import { Chip } from '../../ui/chip'
import { useForm } from '../../ui/form/context'
import { formatDateTime } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { isSet, textOf, type Row } from '../../ui/row'
import { RowList } from '../../ui/row-list'
import { useRows } from '../../ui/use-loaded'

const MOST = 100

/** Who was told of what by the template, and what could not be told and why: the last first. */
export function Sendings(): ReactElement {
  useSignals()
  const id = useForm().record.value?.id ?? 0
  const rows = useRows('sis/aviso_envio', {
    where: { notificacao_template_id: id },
    most: MOST,
    desc: true,
    also: 'notificacao_template',
  })
  if (rows === null) return <></>
  if (rows.length === 0) return <EmptyState text="Nenhum aviso ainda" />
  return (
    <div className="span-12">
      <RowList label="Avisos">
        {rows.map((row) => (
          <Sending key={row.id} row={row} />
        ))}
      </RowList>
      {rows.length === MOST ? <p className="hint">São mostrados os últimos {MOST}.</p> : null}
    </div>
  )
}

/** To whom it went: the document's own word for it, or the address. */
function toWhom({ evento, para }: Row): string {
  const { party, seller } = documentOf(evento) ?? {}
  const person = para === 'cliente' ? party : para === 'vendedor' ? seller : undefined
  return person === undefined ? `Para ${textOf(para)}` : `Para o ${person.label.toLowerCase()}`
}

function Sending({ row }: { readonly row: Row }): ReactElement {
  const [resource, id] = [textOf(row.recurso), textOf(row.registro_id)]
  const failed = isSet(row.falha)
  return (
    <li>
      <span>
        <Go to={pathOf(resource, id)} go={follow}>
          {documentOf(row.evento)?.title ?? resource} nº {id}
        </Go>
        <small>
          {toWhom(row)}, em {formatDateTime(row.dhEnvio)}
          {failed ? `: ${textOf(row.falha)}` : ''}
        </small>
      </span>
      {isSet(row.email_id) ? (
        <Go to={pathOf('email', textOf(row.email_id))} go={follow}>
          Ver o e-mail
        </Go>
      ) : null}
      {failed ? (
        <Chip word="Não avisado" hue="vermelho" mark="lock" />
      ) : (
        <Chip word="Enviado" hue="verde" mark="check" />
      )}
    </li>
  )
}
