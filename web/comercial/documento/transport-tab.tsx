import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { useForm } from '../../ui/form/context'
import { Field } from '../../ui/form/fields'
import { ReferenceField } from '../../ui/form/reference-field'
import { textOf, type Row } from '../../ui/row'
import type { DocumentNames } from './kind'

/** The NF-e's own table of who pays the freight (modFrete). */
const TP_FRETE = [
  { value: 0, label: 'Remetente (CIF)' },
  { value: 1, label: 'Destinatário (FOB)' },
  { value: 2, label: 'Terceiros' },
  { value: 3, label: 'Próprio, remetente' },
  { value: 4, label: 'Próprio, destinatário' },
  { value: 9, label: 'Sem frete' },
]

const addressText = (row: Row): string =>
  [row.descricao, row.xLgr, row.nro, row.xBairro, row.UF]
    .map((part) => textOf(part))
    .filter((part) => part !== '')
    .join(', ')

export function TransportTab({ names }: { readonly names: DocumentNames }): ReactElement {
  useSignals()
  const form = useForm()
  const customer = textOf(form.values.value.cliente_id)
  const isSale = names.kind === 'venda'
  return (
    <>
      <ReferenceField name="transportadora_id" label="Transportadora" resource="transportadora" span={6} />
      {isSale ? <Field name="tpFrete" label="Frete por conta" kind="select" options={TP_FRETE} span={3} /> : null}
      <Field name="vFrete" label="Frete (R$)" kind="money" span={3} />
      {isSale ? (
        <>
          <ReferenceField
            name="endereco_id"
            label="Endereço de entrega"
            resource="cadastros/cliente_endereco"
            span={6}
            disabled={customer === ''}
            where={{ cliente_id: Number(customer) }}
            display={addressText}
          />
          <Field name="volumes" label="Volumes" kind="integer" span={2} />
          <Field name="rastreio" label="Código de rastreio" span={4} maxLength={60} />
        </>
      ) : null}
    </>
  )
}
