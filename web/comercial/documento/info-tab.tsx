import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { showTaxId } from '../../../core/br/tax-id'
import { ClienteForm } from '../../cadastros/cliente/cliente'
import { placesOf } from '../../ui/documents/places'
import { useForm } from '../../ui/form/context'
import { Field } from '../../ui/form/fields'
import type { FormModel } from '../../ui/form/form-model'
import { ReferenceField } from '../../ui/form/reference-field'
import { isSet, numberOf, textOf, type Row } from '../../ui/row'
import type { DocumentNames } from './kind'

const CREATE_CUSTOMER = { component: ClienteForm, right: 'cliente', field: 'xNome' } as const
const ACTIVE = { ativo: true }
const OUTPUTS = { tipo: 1, ativo: true }

/** The sale to nobody in particular (customer 1) is billed without NF-e. */
const COUNTER_CUSTOMER = 1
const NO_NFE = 3

/** What the customer's register says fills what the document leaves open; another customer's address goes. */
function followCustomer(customer: Row | null, form: FormModel): void {
  if (customer === null) return
  if (isSet(form.values.value.endereco_id) && form.record.value?.cliente_id !== customer.id)
    form.patch({ endereco_id: null, endereco: null })
  const names = ['vendedor', 'tabela_preco', 'transportadora'] as const
  const follows = names.flatMap((name) =>
    numberOf(customer[`${name}_id`]) === null
      ? []
      : [
          [`${name}_id`, customer[`${name}_id`]],
          [name, customer[name]],
        ],
  )
  form.patch(Object.fromEntries(follows))
  if (customer.id === COUNTER_CUSTOMER && 'geraNFe' in form.values.value) form.set('geraNFe', NO_NFE)
}

const GERA_NFE = [
  { value: 0, label: 'Não gera' },
  { value: 1, label: 'NF-e' },
  { value: 2, label: 'NFC-e' },
  { value: NO_NFE, label: 'Sem nota' },
]

/** Why a sale is blocked or a document was cancelled, where anyone looks first. */
function Notice(): ReactElement | null {
  useSignals()
  const row = useForm().values.value
  if (isSet(row.dhCancelamento))
    return <p className="balance balance-off">Cancelado: {textOf(row.xMotivoCancelamento)}</p>
  if (isSet(row.dhBloqueio))
    return <p className="balance balance-bad">Pedido bloqueado: {textOf(row.xMotivoBloqueio)}</p>
  return null
}

export function InfoTab({ names }: { readonly names: DocumentNames }): ReactElement {
  useSignals()
  const values = useForm().values.value
  const isSale = names.kind === 'venda'
  return (
    <>
      <Notice />
      <ReferenceField
        name="cliente_id"
        label="Cliente"
        resource="cliente"
        required
        minChars={1}
        span={8}
        where={ACTIVE}
        detail={(row) => [showTaxId(textOf(row.CNPJ_CPF)), textOf(row.UF)].filter((text) => text !== '').join(' · ')}
        onPick={followCustomer}
        create={CREATE_CUSTOMER}
      />
      <ReferenceField
        name="tipo_entrada_saida_id"
        label="Tipo de operação"
        resource="tipo_entrada_saida"
        required
        span={4}
        where={OUTPUTS}
      />
      <ReferenceField name="vendedor_id" label="Vendedor" resource="vendedor" span={4} />
      <ReferenceField
        name="tabela_preco_id"
        label="Tabela de preço"
        resource="comercial/tabela_preco"
        span={4}
        where={ACTIVE}
      />
      {isSale ? (
        <Field name="dEntrega" label="Data de entrega" kind="date" span={4} />
      ) : (
        <Field name="dhEntrega" label="Entrega" kind="datetime" span={4} />
      )}
      {isSale ? (
        <>
          <ReferenceField
            name="armazenamento_id"
            label="Local de saída"
            resource="estoque/armazenamento"
            span={4}
            where={placesOf(values)}
          />
          <Field name="geraNFe" label="Nota fiscal" kind="select" options={GERA_NFE} span={4} />
        </>
      ) : null}
      <Field name="obs" label="Observações" kind="textarea" maxLength={2000} />
    </>
  )
}
