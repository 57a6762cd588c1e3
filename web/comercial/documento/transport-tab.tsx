import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { vendaFields } from '../../../core/fields/comercial/venda'
import { Tracking } from '../../expedicao/edi/tracking'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { textOf, type Row } from '../../ui/row'
import type { DocumentNames } from './kind'

const { Field, ReferenceField } = fieldsOf(vendaFields)

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
  const saved = form.record.value
  return (
    <>
      <ReferenceField name="transportadora_id" resource="transportadora" span={6} />
      {isSale ? <Field name="tpFrete" span={3} /> : null}
      <Field name="vFrete" label="Frete (R$)" span={3} />
      {isSale ? (
        <>
          <ReferenceField
            name="endereco_id"
            resource="cadastros/cliente_endereco"
            span={6}
            disabled={customer === ''}
            where={{ cliente_id: Number(customer) }}
            display={addressText}
          />
          <ReferenceField name="veiculo_id" resource="veiculo" span={4} />
          <Field name="volumes" span={2} />
          <Field name="rastreio" label="Código de rastreio" span={4} />
          {saved === undefined ? null : (
            <div className="span-12">
              <Tracking id={Number(saved.id)} />
            </div>
          )}
        </>
      ) : null}
    </>
  )
}
