import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { conciliacaoVendaFields } from '../../../core/fields/financeiro/conciliacao'
import { mayEdit } from '../../app/access'
import { post } from '../../app/api'
import { useKeys } from '../../app/keys'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { reloadForm } from '../../ui/form/save'
import { formatMoney } from '../../ui/format'
import { isSet, textOf, type Row } from '../../ui/row'
import { tell } from './ask'
import { ChooseTitle } from './choose-title'

const RESOURCE = 'financeiro/conciliacao_venda'
const row = fieldsOf(conciliacaoVendaFields)

/** F10 links the row, or takes it off again. */
function Link(): ReactElement | null {
  useSignals()
  const form = useForm()
  const record = form.record.value
  const [choosing, setChoosing] = useState(false)
  const linked = isSet(record?.conta_receber_id)
  const free = async (): Promise<void> => {
    if (record === undefined) return
    try {
      await post(`${RESOURCE}/${record.id}/desvincularRegistro`)
      tell()
      await reloadForm(form, RESOURCE)
    } catch (error) {
      toast.error(error, 'Não foi possível efetuar esta operação')
    }
  }
  const go = (): void => (linked ? void free() : setChoosing(true))
  useKeys({ dispatch: go })
  if (record === undefined) return null
  const close = (): void => {
    setChoosing(false)
    void reloadForm(form, RESOURCE)
  }
  return (
    <>
      <Button kind={linked ? 'plain' : 'primary'} hotkey="dispatch" onClick={go}>
        {linked ? 'Desvincular' : 'Vincular a uma parcela'}
      </Button>
      {choosing ? <ChooseTitle row={record} onClose={close} /> : null}
    </>
  )
}

/** What the acquirer told: of a file it stays so. */
function Told(): ReactElement {
  useSignals()
  const { Field } = row
  const disabled = isSet(useForm().record.value?.chave)
  return (
    <>
      <Field name="kind" span={3} disabled={disabled} />
      <Field name="sale_date" span={3} disabled={disabled} />
      <Field name="nsu" span={3} disabled={disabled} />
      <Field name="authorization_code" span={3} disabled={disabled} />
      <Field name="brand" span={3} disabled={disabled} />
      <Field name="mode" span={3} disabled={disabled} />
      <Field name="installment" span={3} disabled={disabled} />
      <Field name="installments" span={3} disabled={disabled} />
      <Field name="batch_gross_amount" span={3} disabled={disabled} />
      <Field name="fee_amount" span={3} />
      <Field name="net_amount" span={3} disabled={disabled} />
      <Field name="payment_date" span={3} disabled={disabled} />
      <Field name="card_number" span={6} disabled={disabled} />
      <Field name="tid" span={6} disabled={disabled} />
    </>
  )
}

const titleOf = (record: Row): string =>
  [
    row.word('kind', record.kind),
    textOf(record.nsu) === '' ? '' : `NSU ${textOf(record.nsu)}`,
    formatMoney(record.batch_gross_amount),
  ]
    .filter(Boolean)
    .join(' · ')

export function CardRowForm(modal: ModalProps): ReactElement {
  const { Field, ReferenceField, defaults } = row
  const writable = mayEdit(rights.value, modal.right)
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Registro"
      title={titleOf}
      defaults={defaults}
      stay
      actions={writable ? <Link /> : null}
    >
      <Told />
      <ReferenceField
        name="conta_receber_id"
        resource="financeiro/contas_receber"
        display={(title) => textOf(title.numero)}
        disabled
        span={6}
      />
      <ReferenceField
        name="plano_conta_id"
        resource="financeiro/plano_contas"
        minChars={0}
        where={{ ativo: true }}
        display={(account) => `${textOf(account.codigo)} ${textOf(account.descricao)}`}
        help="Do que não é de uma conta a receber: a venda não está aqui, um ajuste, um aluguel"
        span={6}
      />
      <Field name="linked_by" span={4} />
      <Field name="description" span={12} />
    </ResourceForm>
  )
}
