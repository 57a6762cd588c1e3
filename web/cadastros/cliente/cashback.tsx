import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { clienteCashbackFields } from '../../../core/fields/cadastros/cliente-cashback'
import { fieldsOf } from '../../ui/fields-of'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { reloadForm } from '../../ui/form/save'
import { formatDate, formatMoney, localToday } from '../../ui/format'
import { isRecord, isSet, textOf, type Row } from '../../ui/row'

const { Field, ReferenceField } = fieldsOf(clienteCashbackFields)

/** A credit in one line of its customer's list. */
export function describeCashback(row: Row): string {
  const end = isSet(row.dValidade) ? ` até ${formatDate(row.dValidade)}` : ''
  return `${formatMoney(row.vCashback)}${end}${standing(row)}`
}

function standing({ dhCredito, dhUso, dhCancelamento, dValidade }: Row): string {
  if (isSet(dhCancelamento)) return ' · cancelado'
  if (isSet(dhCredito)) return ' · virou crédito'
  if (isSet(dhUso)) return ' · usado'
  return isSet(dValidade) && textOf(dValidade) < localToday() ? ' · vencido' : ''
}

/** Tells the customer; a second time only when that is confirmed. */
async function tell(id: string, already: boolean): Promise<string> {
  const confirma =
    already &&
    (await confirm({
      title: 'Enviar a mensagem de novo?',
      text: 'Este cliente já foi avisado deste cashback.',
      action: 'Enviar de novo',
    }))
  if (already && !confirma) return ''
  const answer = await post(`cliente_cashback/${id}/enviaMensagemCashback`, { confirma })
  return textOf(isRecord(answer) ? answer.message : '')
}

/** A button that does something to the saved record, once at a time. */
function RecordButton({ label, onGo }: { readonly label: string; readonly onGo: () => Promise<void> }): ReactElement {
  const [busy, setBusy] = useState(false)
  const go = async (): Promise<void> => {
    setBusy(true)
    try {
      await onGo()
      announce('cliente_cashback')
    } catch (error) {
      toast.error(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} onClick={() => void go()}>
      {label}
    </Button>
  )
}

function TellCustomer(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  const [sent, setSent] = useState(false)
  if (record === undefined) return null
  const send = async (): Promise<void> => {
    const message = await tell(String(record.id), sent || isSet(record.dhMensagem))
    if (message === '') return
    setSent(true)
    toast.success(message)
  }
  return <RecordButton label="Avisar cliente" onGo={send} />
}

/** Turns it into credit, or takes that back. */
function UseIt(): ReactElement | null {
  useSignals()
  const form = useForm()
  const record = form.record.value
  if (record === undefined || isSet(record.dhCancelamento) || (isSet(record.dhUso) && !isSet(record.dhCredito)))
    return null
  const isUsed = isSet(record.dhCredito)
  const run = async (): Promise<void> => {
    await post(`cliente_cashback/${record.id}/${isUsed ? 'desfazUso' : 'usa'}`)
    await reloadForm(form, 'cliente_cashback')
    toast.success(isUsed ? 'O crédito foi cancelado.' : `${formatMoney(record.vCashback)} viraram crédito do cliente.`)
  }
  return <RecordButton label={isUsed ? 'Desfazer uso' : 'Usar como crédito'} onGo={run} />
}

export function CashbackForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="cliente_cashback"
      name="Cashback"
      title={describeCashback}
      defaults={{ cliente_id: Number(modal.params.cliente_id) }}
      actions={
        <>
          <UseIt />
          <TellCustomer />
        </>
      }
    >
      <Field name="vCashback" span={4} />
      <Field name="dValidade" span={4} />
      <Field name="dhUso" span={4} />
      <ReferenceField
        name="venda_id"
        resource="venda"
        where={{ cliente_id: Number(modal.params.cliente_id) }}
        display={(row) => `Venda ${textOf(row.id)}`}
        span={6}
      />
      <Field name="obs" span={6} />
    </ResourceForm>
  )
}
