import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { retornoFields } from '../../../core/fields/financeiro/boleto'
import { mayEdit } from '../../app/access'
import { onChanged } from '../../app/events'
import { useKeys } from '../../app/keys'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { FileNotices } from '../../ui/file-notices'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { reloadForm } from '../../ui/form/save'
import { Tab } from '../../ui/form/tab'
import { counted, formatDate, formatMoney } from '../../ui/format'
import { numberOf, textOf, type Row } from '../../ui/row'
import { download, RETORNO } from './ask'
import { settleFile } from './line-verbs'
import { Lines } from './lines'
import { RETORNO_LOOKS } from './looks'
import { Stands } from './told-of'

const { Field, ReferenceField, chip } = fieldsOf(retornoFields)

const stateOf = chip('status', RETORNO_LOOKS)

const waiting = (row: Row | undefined): number => numberOf(row?.qBaixar) ?? 0

/** F10 settles all that the file says was paid. */
function Verbs({ id, writable }: { readonly id: string; readonly writable: boolean }): ReactElement {
  useSignals()
  const form = useForm()
  const [busy, setBusy] = useState(false)
  const count = waiting(form.record.value)
  const reason = count === 0 ? 'Não há o que baixar neste retorno.' : undefined
  const settle = async (): Promise<void> => {
    if (reason !== undefined) return toast.alert(reason)
    setBusy(true)
    const done = await settleFile(id)
    setBusy(false)
    if (done) await reloadForm(form, RETORNO)
  }
  useKeys({ dispatch: writable && !busy ? () => void settle() : undefined })
  return (
    <>
      <Button onClick={() => download(RETORNO, id)}>Baixar arquivo</Button>
      {writable ? (
        <Button
          kind="primary"
          hotkey="dispatch"
          busy={busy}
          onClick={() => void settle()}
          {...(reason === undefined ? {} : { reason })}
        >
          {count > 1 ? `Dar baixa em ${count}` : 'Dar baixa'}
        </Button>
      ) : null}
    </>
  )
}

/** What the file adds up to; asked again when a line of it is settled or told of. */
function Head(): ReactElement | null {
  useSignals()
  const form = useForm()
  const row = form.record.value
  useEffect(() => onChanged('retorno', () => void reloadForm(form, RETORNO)), [form])
  if (row === undefined) return null
  const lost = numberOf(row.qSemBoleto) ?? 0
  return (
    <Stands
      chip={stateOf(row)}
      texts={[
        textOf(row.data) === '' ? '' : `de ${formatDate(row.data)}`,
        counted(numberOf(row.qLinhas) ?? 0, 'ocorrência', 'ocorrências'),
        waiting(row) === 0 ? '' : `${waiting(row)} a baixar`,
        lost === 0 ? '' : `${lost} sem boleto`,
        `pago ${formatMoney(row.vPago)}`,
        `tarifas ${formatMoney(row.vTarifa)}`,
      ]}
    />
  )
}

/** A file of the bank: what it says line by line, what is settled of it, and what could not be read. */
export function RetornoForm(modal: ModalProps): ReactElement {
  useSignals()
  const writable = mayEdit(rights.value, modal.right)
  return (
    <ResourceForm
      modal={modal}
      resource={RETORNO}
      name="Retorno"
      title={(row) => `Retorno · ${textOf(row.arquivo)}`}
      shown
      actions={<Verbs id={modal.id} writable={writable} />}
    >
      <Tab label="Ocorrências" free>
        <Head />
        <div className="span-12">
          <Lines id={modal.id} path={modal.path ?? ''} />
        </div>
      </Tab>
      <Tab label="Avisos" needsRecord free>
        <div className="span-12">
          <FileNotices />
        </div>
      </Tab>
      <Tab label="Arquivo" needsRecord free>
        <ReferenceField name="banco_id" resource="financeiro/banco" disabled span={6} />
        <ReferenceField name="banco_cnab_id" resource="financeiro/banco_cnab" disabled span={6} />
        <Field name="codigo" span={2} />
        <Field name="layout" span={4} />
        <Field name="sequencia" span={3} />
        <Field name="data" span={3} />
        <Field name="arquivo" span={12} />
        <Field name="sha256" span={12} />
      </Tab>
    </ResourceForm>
  )
}
