import type { ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { ModalProps } from '../../app/registry'
import { useForm } from '../../ui/form/context'
import { Field } from '../../ui/form/fields'
import { ReferenceField } from '../../ui/form/reference-field'
import { ResourceForm } from '../../ui/form/resource-form'
import { displayName, formatQuantity } from '../../ui/format'
import type { Row } from '../../ui/row'

/** A commission in one line of its salesperson's list. */
export function describeCommission(row: Row): string {
  const of = row.comissionavel_type === 'cliente' ? displayName(row.comissionavel) : 'todas as vendas'
  return `${formatQuantity(row.percentual, 4)} % de ${of}`
}

/** The customer, where the commission is of one. */
function Customer(): ReactElement | null {
  useSignals()
  const form = useForm()
  const ofCustomer = useComputed(() => form.values.value.comissionavel_type === 'cliente').value
  if (!ofCustomer) return null
  return (
    <ReferenceField
      name="comissionavel_id"
      object="comissionavel"
      label="Cliente"
      resource="cliente"
      minChars={1}
      required
      requiredText="Selecione um cliente."
      span={12}
    />
  )
}

const OF = [{ value: 'cliente', label: 'Um cliente' }]

export function ComissaoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="cadastros/vendedor_comissao"
      name="Comissão"
      title={describeCommission}
      defaults={{ vendedor_id: Number(modal.params.id) }}
      createdText="Comissão adicionada com sucesso."
    >
      <Field name="comissionavel_type" label="De" kind="select" options={OF} emptyLabel="Todas as vendas" span={7} />
      <Field
        name="percentual"
        label="Percentual"
        kind="percent"
        decimals={4}
        required
        requiredText="Informe o percentual."
        span={5}
      />
      <Customer />
      <Field name="obs" label="Observações" kind="textarea" maxLength={500} />
    </ResourceForm>
  )
}
