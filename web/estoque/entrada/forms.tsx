import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { entradaDuplicataFields, entradaMercadoriaFields } from '../../../core/fields/estoque/entrada'
import { fieldsOf } from '../../ui/fields-of'
import type { ModalProps } from '../../app/registry'
import { placesOf } from '../../ui/documents/places'
import { useForm } from '../../ui/form/context'
import { documentOf, ItemForm } from '../../ui/form/item-form'
import { PRODUCT } from '../../ui/form/product'
import { displayName, formatCost, formatMoney, formatQuantity, localToday } from '../../ui/format'
import { getPath, isRecord, isSet, textOf, type Values } from '../../ui/row'
import { LateLot, Lots } from './lots'
import { Volumes } from './volumes'
import { costed, DUES, ITEMS, newItem, sentEntry, unitOf } from './item'

const { Field, ReferenceField, defaults } = fieldsOf(entradaMercadoriaFields)
const due = fieldsOf(entradaDuplicataFields)

const ACTIVE: Values = { ativo: true }
const ITEM: Values = { ...defaults, qCom: 1, vUnCom: 0 }

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
        <dd>{formatCost(item.vCustoUn)}</dd>
      </div>
    </dl>
  )
}

/** Every field of an item of an entry, over the entry. */
export function EntradaItemForm(modal: ModalProps): ReactElement {
  useSignals()
  const entry = documentOf(modal)
  return (
    <ItemForm
      modal={modal}
      name="Item da entrada"
      title={(item) => textOf(item.xProd) || displayName(item.mercadoria)}
      list={ITEMS}
      resource="entrada"
      shape={sentEntry}
      savedText="Entrada salva com sucesso."
      defaults={ITEM}
      finish={(item) => costed(item, [])}
      after={
        isSet(entry?.record.value?.dhCancelamento) ? null : (
          <Volumes>
            <LateLot entry={entry} onTold={modal.onClose} />
          </Volumes>
        )
      }
    >
      <ReferenceField
        name="mercadoria_id"
        {...PRODUCT}
        span={8}
        onPick={(row, form) => {
          if (row !== null) form.patch(newItem(row, Number(form.values.value.qCom) || 1))
        }}
      />
      <ReferenceField
        name="armazenamento_id"
        resource="estoque/armazenamento"
        span={4}
        where={placesOf({ empresa_id: modal.query.get('empresa_id') })}
      />
      <Places />
      <ItemAmounts />
      <Field name="cProd" span={4} />
      <Field name="xProd" span={6} />
      <Field name="qVolumes" span={2} />
      <Amounts />
      <Lots entry={entry} />
    </ItemForm>
  )
}

/** Where there is of the goods already. */
function Places(): ReactElement | null {
  useSignals()
  const places = useForm().values.value.armazenamento_list
  const told = Array.isArray(places) ? places.filter((one) => isRecord(one)) : []
  if (told.length === 0) return null
  const texts = told.map(
    (one) => `${textOf(one.codigo) || textOf(one.xArmazenamento)} (${formatQuantity(one.qDisp, 4)})`,
  )
  return <p className="field-help span-12">{`Já há em ${texts.join(', ')}`}</p>
}

/** The quantity in another unit of the product: a box. Writing it writes the invoice's. */
function Auxiliary(): ReactElement | null {
  useSignals()
  const form = useForm()
  const item = form.values.value
  const follow = (name: string) => (): void => form.patch(costed(form.values.value, [name]))
  if (!isSet(item.unidade_auxiliar_id) && !isSet(getPath(item, 'mercadoria.unidade_auxiliar'))) return null
  return (
    <>
      <ReferenceField
        name="unidade_auxiliar_id"
        resource="estoque/unidade_auxiliar"
        where={{ mercadoria_id: item.mercadoria_id }}
        display={(row) => textOf(row.un) || textOf(item.unAuxiliar)}
        detail={(row) => formatQuantity(row.fator_conversao, 10)}
        onPick={(row) => form.patch(costed({ ...form.values.value, ...unitOf(row) }, []))}
        span={3}
      />
      {isSet(item.unidade_auxiliar_id) ? (
        <Field
          name="qAuxiliar"
          label={`Quantidade (${textOf(item.unAuxiliar)})`}
          span={3}
          onCommit={follow('qAuxiliar')}
        />
      ) : null}
    </>
  )
}

/** Fields that the costs follow from. */
function ItemAmounts(): ReactElement {
  const form = useForm()
  const follow = (name: string) => (): void => form.patch(costed(form.values.value, [name]))
  return (
    <>
      <Field name="qCom" label="Quantidade" weighs="mercadoria_id" span={3} onCommit={follow('qCom')} />
      <Field name="uCom" label="Unidade" span={1} />
      <Field name="vUnCom" label="Preço" kind="money" decimals={4} span={3} onCommit={follow('vUnCom')} />
      <Field name="fatorConversao" required span={3} onCommit={follow('fatorConversao')} />
      <Field name="pIPI" kind="percent" span={2} onCommit={follow('pIPI')} />
      <Field name="vFrete" span={2} />
      <Field name="vSeg" span={2} />
      <Field name="vOutro" label="Outras" span={2} />
      <Field name="vDesc" span={2} />
      <Field name="vIPI" label="IPI (R$)" span={2} />
      <Field name="vICMSST" label="ICMS-ST" span={2} />
      <Auxiliary />
    </>
  )
}

const DUE: Values = { ...due.defaults, dVencimento: localToday() }

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
      defaults={missing === null ? DUE : { ...DUE, vDup: Number(missing) || 0 }}
    >
      <due.Field name="n" required span={3} />
      <due.Field name="numero" span={3} />
      <due.Field name="dVencimento" span={3} />
      <due.Field name="vDup" span={3} />
      <due.ReferenceField name="pagamento_id" resource="financeiro/pagamentos" span={12} where={ACTIVE} />
    </ItemForm>
  )
}
