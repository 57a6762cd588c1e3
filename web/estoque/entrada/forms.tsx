import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import type { ModalProps } from '../../app/registry'
import { placesOf } from '../../ui/documents/places'
import { useForm } from '../../ui/form/context'
import { Field } from '../../ui/form/fields'
import { ItemForm } from '../../ui/form/item-form'
import { ProductField } from '../../ui/form/product-field'
import { ReferenceField } from '../../ui/form/reference-field'
import { formatMoney, formatQuantity, localToday } from '../../ui/format'
import { textOf, type Values } from '../../ui/row'
import { costed, DUES, ITEMS, newItem, sentEntry } from './item'

const ACTIVE: Values = { ativo: true }
const ITEM_DEFAULTS: Values = { qCom: 1, vUnCom: 0, fatorConversao: 1, qVolumes: 1, pIPI: 0 }

function Amounts(): ReactElement {
  useSignals()
  const item = costed(useForm().values.value, [])
  return (
    <dl className="amounts">
      <div>
        <dt>Entra no estoque</dt>
        <dd>{formatQuantity(item.qTrib, 4)}</dd>
      </div>
      <div>
        <dt>Produtos</dt>
        <dd>{formatMoney(item.vProd)}</dd>
      </div>
      <div>
        <dt>Total</dt>
        <dd>{formatMoney(item.vTotal)}</dd>
      </div>
      <div>
        <dt>Custo por unidade</dt>
        <dd>{formatMoney(item.vCustoUn)}</dd>
      </div>
    </dl>
  )
}

/** Every field of an item of an entry, over the entry. */
export function EntradaItemForm(modal: ModalProps): ReactElement {
  return (
    <ItemForm
      modal={modal}
      name="Item da entrada"
      title={(item) => textOf(item.xProd)}
      list={ITEMS}
      resource="entrada"
      shape={sentEntry}
      savedText="Entrada salva com sucesso."
      defaults={ITEM_DEFAULTS}
      finish={(item) => costed(item, [])}
    >
      <ProductField
        label="Mercadoria"
        required
        span={8}
        onPick={(row, form) => {
          if (row !== null) form.patch(newItem(row, Number(form.values.value.qCom) || 1))
        }}
      />
      <ReferenceField
        name="armazenamento_id"
        label="Local"
        resource="estoque/armazenamento"
        span={4}
        where={placesOf({ empresa_id: modal.query.get('empresa_id') })}
      />
      <ItemAmounts />
      <Field name="cProd" label="Código no fornecedor" span={4} maxLength={60} />
      <Field name="xProd" label="Descrição na nota" span={6} maxLength={120} />
      <Field name="qVolumes" label="Volumes" kind="integer" span={2} />
      <Amounts />
    </ItemForm>
  )
}

/** Fields that the costs follow from. */
function ItemAmounts(): ReactElement {
  const form = useForm()
  const follow = (name: string) => (): void => form.patch(costed(form.values.value, [name]))
  return (
    <>
      <Field name="qCom" label="Quantidade" kind="number" decimals={4} required span={3} onCommit={follow('qCom')} />
      <Field name="uCom" label="Unidade" span={1} maxLength={6} />
      <Field name="vUnCom" label="Preço" kind="money" decimals={4} required span={3} onCommit={follow('vUnCom')} />
      <Field name="fatorConversao" label="Fator de conversão" kind="number" decimals={6} required span={3} />
      <Field name="pIPI" label="IPI (%)" kind="percent" decimals={4} span={2} onCommit={follow('pIPI')} />
      <Field name="vFrete" label="Frete" kind="money" span={2} />
      <Field name="vSeg" label="Seguro" kind="money" span={2} />
      <Field name="vOutro" label="Outras" kind="money" span={2} />
      <Field name="vDesc" label="Desconto" kind="money" span={2} />
      <Field name="vIPI" label="IPI (R$)" kind="money" span={2} />
      <Field name="vICMSST" label="ICMS-ST" kind="money" span={2} />
    </>
  )
}

const DUE_DEFAULTS: Values = { n: 1, dVencimento: localToday() }

/** One instalment of an entry; `vSaldo` in the address is what is still missing. */
export function EntradaDuplicataForm(modal: ModalProps): ReactElement {
  const missing = modal.query.get('vSaldo')
  return (
    <ItemForm
      modal={modal}
      name="Parcela"
      title={(due) => `Parcela ${textOf(due.n)}`}
      list={DUES}
      resource="entrada"
      shape={sentEntry}
      savedText="Entrada salva com sucesso."
      defaults={missing === null ? DUE_DEFAULTS : { ...DUE_DEFAULTS, vDup: Number(missing) || 0 }}
    >
      <Field name="n" label="Parcela" kind="integer" required span={3} />
      <Field name="numero" label="Número" span={3} maxLength={60} />
      <Field name="dVencimento" label="Vencimento" kind="date" required span={3} />
      <Field name="vDup" label="Valor" kind="money" required span={3} />
      <ReferenceField
        name="pagamento_id"
        label="Forma de pagamento"
        resource="financeiro/pagamentos"
        span={12}
        where={ACTIVE}
      />
    </ItemForm>
  )
}
