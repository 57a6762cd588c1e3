import { useEffect, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { REFUND, vendaDevolucaoFields } from '../../../core/fields/comercial/venda-devolucao'
import { numbersOf } from '../../../core/lifecycle/standing'
import { vendaLife } from '../../../core/lifecycle/venda'
import { tellsNote } from '../../nfe/nfe/tell'
import { screen, type ModalProps } from '../../app/registry'
import { DocumentTable } from '../../ui/documents/document-table'
import { ListTotals } from '../../ui/documents/document-totals'
import { type How, LifeBar } from '../../ui/documents/life-bar'
import { placesOf } from '../../ui/documents/places'
import { ReturnItems } from '../../ui/documents/return-items'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { COMES_IN } from '../../ui/form/operation'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { PRODUCT } from '../../ui/form/product'
import { ReferenceField } from '../../ui/form/reference-field'
import { displayName, formatMoney } from '../../ui/format'
import { isSet, numberOf, textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import {
  beginWith,
  bringItems,
  computeLine,
  itemColumns,
  ITEMS,
  KIND,
  sentReturn,
  SOUGHT,
  takeAll,
  totalOf,
} from './return'

const head = fieldsOf(vendaDevolucaoFields, KIND.life)

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'sub' }),
  head.column('criado_em', { label: 'Data', width: 150 }),
  head.column('venda_id', { width: 90 }),
  head.column('cliente.xNome', { card: 'title' }),
  head.column('geraCredito', { width: 190 }),
  head.column('motivo_devolucao.descricao', { label: 'Motivo', width: 160, hidden: true }),
  head.column('vTotal', { width: 130, card: 'value' }),
]

const EMPTY = {
  text: 'Devolva por aqui o que voltou de uma venda faturada, ou abra a venda e escolha “Devolver itens”.',
  to: { path: '/ui/comercial/venda', label: 'Abrir Vendas' },
}

const Devolucoes = (): ReactElement => (
  <DocumentTable kind={KIND} columns={columns} create="Nova devolução" empty={EMPTY} />
)

const INVOICED: Values = { status: numbersOf(vendaLife, ['faturada'])[0] }
const REASONS: Values = { ativo: true }

const saleName = (row: Row): string => `Venda ${row.id}`
const saleDetail = (row: Row): string => [displayName(row.cliente), formatMoney(row.vTotal)].filter(Boolean).join(' · ')

/** Which sale comes back: by its number, or found by who bought it and what came back. */
function SaleFields({ isNew }: { readonly isNew: boolean }): ReactElement {
  useSignals()
  const form = useForm()
  const { cliente_id, [SOUGHT]: mercadoria_id } = form.values.value
  const sale = (
    <head.ReferenceField
      name="venda_id"
      resource="venda"
      where={isSet(cliente_id) ? { ...INVOICED, cliente_id } : INVOICED}
      {...(isSet(mercadoria_id) ? { custom: { mercadoria_id } } : {})}
      display={saleName}
      detail={saleDetail}
      disabled={!isNew}
      span={4}
      onPick={(row) => {
        form.patch({ [ITEMS]: [], ...(row === null ? {} : { cliente_id: row.cliente_id, cliente: row.cliente }) })
        if (row !== null) void bringItems(form, row.id)
      }}
    />
  )
  if (!isNew)
    return (
      <>
        {sale}
        <head.ReferenceField name="cliente_id" resource="cliente" disabled span={8} />
      </>
    )
  const leaveSale = (): void => form.patch({ venda_id: null, venda: null, [ITEMS]: [] })
  return (
    <>
      <head.ReferenceField
        name="cliente_id"
        resource="cliente"
        required={false}
        minChars={1}
        span={4}
        onPick={leaveSale}
      />
      <ReferenceField
        {...PRODUCT}
        name={SOUGHT}
        label="Mercadoria que volta"
        help="Acha as vendas dela"
        span={4}
        minChars={2}
        onPick={leaveSale}
      />
      {sale}
    </>
  )
}

function InfoFields(): ReactElement {
  useSignals()
  const form = useForm()
  const values = form.values.value
  return (
    <>
      <SaleFields isNew={form.record.value === undefined} />
      <head.Field name="geraCredito" span={4} />
      {values.geraCredito === REFUND ? (
        <head.ReferenceField
          name="banco_id"
          resource="financeiro/banco"
          help="A usual da empresa, se vazia"
          where={{ ativo: true, empresa_id: values.empresa_id }}
          span={4}
        />
      ) : null}
      <head.Field name="acaoEstoque" span={4} />
      <head.Field name="geraNFe" span={4} />
      <head.ReferenceField name="motivo_devolucao_id" resource="cadastros/motivo_devolucao" where={REASONS} span={4} />
      <head.ReferenceField
        name="armazenamento_id"
        resource="estoque/armazenamento"
        help="De onde saiu, se vazio"
        where={placesOf(values)}
        span={4}
      />
      <head.ReferenceField
        name="tipo_entrada_saida_id"
        {...COMES_IN}
        label="Operação"
        help="Da nota e da entrada: a de devolução, se vazia"
        span={4}
      />
      <head.Field name="motivo" kind="textarea" />
    </>
  )
}

const BRING = { label: 'Itens da venda', run: bringItems }

const Items = (): ReactElement => (
  <ReturnItems name={ITEMS} columns={itemColumns} compute={computeLine} from="venda_id" bring={BRING} onAll={takeAll} />
)

/** A new return that was asked for from a sale begins with it. */
function FromSale({ venda_id }: { readonly venda_id: string | null }): null {
  const form = useForm()
  useEffect(() => {
    if (venda_id !== null) void beginWith(form, venda_id)
  }, [form, venda_id])
  return null
}

const NOTE = tellsNote('venda_devolucao_id', 'finaliza', 'emiteNFe')
const HOW: Readonly<Record<string, How>> = {
  ...NOTE,
  finaliza: {
    ...NOTE.finaliza,
    done: (answer) => {
      const entry = numberOf(answer.entrada_id)
      return entry === null ? 'Devolução finalizada.' : `Devolução finalizada: entrada ${entry} criada.`
    },
  },
}

function DevolucaoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={KIND.resource}
      name="Devolução"
      title={(row) => `Devolução ${row.id} · venda ${textOf(row.venda_id)} · ${displayName(row.cliente)}`}
      defaults={head.defaults}
      stay
      life={KIND.life}
      shape={sentReturn}
      actions={<LifeBar kind={KIND} how={HOW} />}
      summary={<ListTotals list={ITEMS} totalOf={totalOf} />}
      createdText="Devolução salva com sucesso."
      savedText="Devolução salva com sucesso."
    >
      <Tab label="Informações">
        <FromSale venda_id={modal.id === 'new' ? modal.query.get('venda_id') : null} />
        <InfoFields />
      </Tab>
      <Tab label="Mercadorias" joins>
        <Items />
      </Tab>
    </ResourceForm>
  )
}

export const vendaDevolucao = screen({
  path: '/ui/comercial/venda_devolucao',
  title: 'Devoluções de Venda',
  area: 'Comercial',
  right: 'venda_devolucao',
  component: Devolucoes,
  modals: { 'edit/:id': { component: DevolucaoForm, size: 'xxl' } },
})
