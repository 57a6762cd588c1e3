import type { ReactElement } from 'react'
import type { ModalProps } from '../../app/registry'
import { Field } from '../../ui/form/fields'
import { ReferenceField } from '../../ui/form/reference-field'
import { ResourceForm } from '../../ui/form/resource-form'
import { formatDate, formatMoney } from '../../ui/format'
import { isSet, textOf, type Row } from '../../ui/row'

/** A credit in one line of its customer's list. */
export function describeCashback(row: Row): string {
  const end = isSet(row.dValidade) ? ` até ${formatDate(row.dValidade)}` : ''
  return `${formatMoney(row.vCashback)}${end}${isSet(row.dhUso) ? ' · usado' : ''}`
}

export function CashbackForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="cliente_cashback"
      name="Cashback"
      title={describeCashback}
      defaults={{ cliente_id: Number(modal.params.cliente_id) }}
    >
      <Field name="vCashback" label="Valor" kind="money" required span={4} />
      <Field name="dValidade" label="Válido até" kind="date" span={4} />
      <Field name="dhUso" label="Usado em" kind="datetime" span={4} />
      <ReferenceField
        name="venda_id"
        label="Venda de origem"
        resource="venda"
        where={{ cliente_id: Number(modal.params.cliente_id) }}
        display={(row) => `Venda ${textOf(row.id)}`}
        span={6}
      />
      <Field name="obs" label="Observações" span={6} maxLength={200} />
    </ResourceForm>
  )
}
