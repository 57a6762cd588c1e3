import type { ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { vendedorComissaoFields } from '../../../core/fields/cadastros/vendedor-comissao'
import { fieldsOf } from '../../ui/fields-of'
import type { ModalProps } from '../../app/registry'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { displayName, formatQuantity } from '../../ui/format'
import type { Row } from '../../ui/row'

const { Field, ReferenceField } = fieldsOf(vendedorComissaoFields)

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
      resource="cliente"
      minChars={1}
      required
      requiredText="Selecione um cliente."
      span={12}
    />
  )
}

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
      <Field name="comissionavel_type" emptyLabel="Todas as vendas" span={7} />
      <Field name="percentual" span={5} />
      <Customer />
      <Field name="obs" />
    </ResourceForm>
  )
}
