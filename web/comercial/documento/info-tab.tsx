import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { formatDate } from '../../../core/br/date-text'
import { showTaxId } from '../../../core/br/tax-id'
import { headFields } from '../../../core/fields/comercial/lines'
import { orcamentoFields } from '../../../core/fields/comercial/orcamento'
import { MARKETPLACE, vendaFields } from '../../../core/fields/comercial/venda'
import { ClienteForm } from '../../cadastros/cliente/cliente'
import { placesOf } from '../../ui/documents/places'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { GOES_OUT } from '../../ui/form/operation'
import type { FormModel } from '../../ui/form/form-model'
import { localToday } from '../../ui/format'
import { isSet, numberOf, textOf, type Row, type Values } from '../../ui/row'
import { priceTable } from '../tabela_preco/holding'
import type { DocumentNames } from './kind'
import { OwnGoal } from './own-goal'

const head = fieldsOf(headFields())
const sale = fieldsOf(vendaFields)
const quote = fieldsOf(orcamentoFields)

const CREATE_CUSTOMER = { component: ClienteForm, right: 'cliente', field: 'xNome' } as const
const ACTIVE = { ativo: true }
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

/** An open quote after its last day. */
const isExpired = (row: Values): boolean =>
  isSet(row.dValidade) && !isSet(row.dhFechamento) && textOf(row.dValidade).slice(0, 10) < localToday()

/** Why a sale is blocked or a document was cancelled, where anyone looks first. */
function Notice(): ReactElement | null {
  useSignals()
  const row = useForm().values.value
  if (isSet(row.dhCancelamento))
    return <p className="balance balance-off">Cancelado: {textOf(row.xMotivoCancelamento)}</p>
  if (isSet(row.dhPerda)) return <p className="balance balance-off">Perdido: {textOf(row.xMotivoPerda)}</p>
  if (isExpired(row))
    return <p className="balance balance-bad">Este orçamento valia até {formatDate(textOf(row.dValidade))}.</p>
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
      <head.ReferenceField
        name="cliente_id"
        resource="cliente"
        minChars={1}
        span={8}
        where={ACTIVE}
        detail={(row) => [showTaxId(textOf(row.CNPJ_CPF)), textOf(row.UF)].filter((text) => text !== '').join(' · ')}
        onPick={followCustomer}
        create={CREATE_CUSTOMER}
      />
      <head.ReferenceField name="tipo_entrada_saida_id" {...GOES_OUT} span={4} />
      <head.ReferenceField name="vendedor_id" resource="vendedor" span={4} />
      <head.ReferenceField name="tabela_preco_id" {...priceTable(values.tabela_preco)} span={4} />
      {isSale ? <sale.Field name="dEntrega" span={4} /> : <head.Field name="dhEntrega" span={4} />}
      {isSale ? null : (
        <>
          <quote.Field name="dValidade" span={4} />
          <quote.Field name="xContato" span={4} />
          <quote.Field name="acaoOp" span={4} />
        </>
      )}
      {isSale ? (
        <>
          <sale.ReferenceField
            name="armazenamento_id"
            resource="estoque/armazenamento"
            span={4}
            where={placesOf(values)}
          />
          <sale.Field name="geraNFe" label="Nota fiscal" span={4} />
          <sale.Field name="canal" span={4} />
          {values.canal === MARKETPLACE ? (
            <>
              <sale.Field name="CNPJ_intermed" span={4} help="Vazio: o da empresa" />
              <sale.Field name="idCadIntTran" span={4} help="Vazio: o da empresa" />
            </>
          ) : null}
        </>
      ) : null}
      {isSale ? <OwnGoal /> : null}
      <head.Field name="obs" kind="textarea" />
    </>
  )
}
