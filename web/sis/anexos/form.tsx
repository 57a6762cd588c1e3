import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { SHOWN_TYPES } from '../../../core/fields/sis/anexo'
import type { ModalProps } from '../../app/registry'
import { Button } from '../../ui/button'
import { deleteRecords } from '../../ui/delete-records'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { displayName, formatDateTime } from '../../ui/format'
import { textOf, type Row } from '../../ui/row'
import { anexo, RESOURCE, sizeOf } from './kind'
import { download, Owner } from './owner'

const nameOf = (row: Row): string => textOf(row.nome)

/** What a file is, whose, and who brought it when. */
function About(): ReactElement {
  useSignals()
  const row = useForm().record.value
  if (row === undefined) return <></>
  return (
    <dl className="facts span-12">
      <dt>De</dt>
      <dd>
        <Owner row={row} />
      </dd>
      <dt>Arquivo</dt>
      <dd>
        {textOf(row.extensao).toUpperCase()}, {sizeOf(row.tamanho)}
      </dd>
      <dt>Enviado</dt>
      <dd>{[formatDateTime(row.criado_em), displayName(row.user)].filter((one) => one !== '').join(', por ')}</dd>
      <dt>SHA-256</dt>
      <dd className="mono">{textOf(row.hash) || '–'}</dd>
    </dl>
  )
}

/** A picture or a PDF, in a frame of its own; of other files there is nothing to see here. */
function Shown(): ReactElement {
  useSignals()
  const row = useForm().record.value
  if (row === undefined) return <></>
  const type = SHOWN_TYPES[textOf(row.extensao)]
  if (type === undefined) return <p className="empty span-12">Este tipo de arquivo não é mostrado aqui: baixe-o.</p>
  const source = `/api/${RESOURCE}/${row.id}/ver`
  if (type !== SHOWN_TYPES.pdf)
    return <iframe className="report-page span-12" title={nameOf(row)} src={source} sandbox="" />
  // Browsers show no PDF in a sandbox: their viewer is one of its own, and the answer is never anything else.
  return (
    <object className="report-page span-12" aria-label={nameOf(row)} data={source} type={type}>
      <p className="empty">Este navegador não mostra PDF aqui: baixe-o.</p>
    </object>
  )
}

function Verbs({ onGone }: { readonly onGone: () => void }): ReactElement {
  useSignals()
  const row = useForm().record.value
  if (row === undefined) return <></>
  const erase = async (): Promise<void> => {
    if (await deleteRecords({ resource: RESOURCE, rows: [row], nameOf, forGood: true })) onGone()
  }
  return (
    <>
      <Button icon="down" onClick={() => download(row)}>
        Baixar
      </Button>
      <Button icon="trash" onClick={() => void erase()}>
        Excluir
      </Button>
    </>
  )
}

/** A file: seen where that is possible, given, called otherwise, deleted. */
export function AnexoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Anexo"
      title={nameOf}
      actions={<Verbs onGone={modal.onClose} />}
    >
      <anexo.Field name="nome" span={6} />
      <anexo.Field name="descricao" span={6} />
      <About />
      <Shown />
    </ResourceForm>
  )
}
