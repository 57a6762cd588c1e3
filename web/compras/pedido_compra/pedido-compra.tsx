import { useMemo, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { open } from '../../app/navigation'
import { screen, type ModalProps } from '../../app/registry'
import { CREATE_SUPPLIER } from '../../cadastros/fornecedor/fornecedor'
import { DocumentTotals } from '../../ui/documents/document-totals'
import { EventsTab } from '../../ui/documents/events-tab'
import { InstalmentsTab, methodColumn, type InstalmentsSource } from '../../ui/documents/instalments-tab'
import { duplicate } from '../../ui/documents/kind'
import { printAction } from '../../ui/documents/print'
import { stateColumn, stateViews } from '../../ui/documents/state'
import { useForm } from '../../ui/form/context'
import { Field } from '../../ui/form/fields'
import { ItemForm } from '../../ui/form/item-form'
import { ProductField } from '../../ui/form/product-field'
import { ReferenceField } from '../../ui/form/reference-field'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { displayName, localToday } from '../../ui/format'
import { linesOf, type Line, type LineColumn } from '../../ui/lines/lines-state'
import { ProductLines } from '../../ui/lines/product-lines'
import { textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { KIND, PedidoActions } from './actions'
import { computeItem, DUES, ITEMS, newItem, RESOURCE, sentOrder, totalOf } from './order'

const columns: readonly Column[] = [
  { field: 'id', label: 'Número', kind: 'integer', width: 90, card: 'sub' },
  { field: 'dEmissao', label: 'Emissão', kind: 'date', width: 110 },
  { field: 'fornecedor.xNome', label: 'Fornecedor', card: 'title' },
  { field: 'dPrevista', label: 'Entrega prevista', kind: 'date', width: 150 },
  { field: 'usuario.name', label: 'Comprador', width: 160, hidden: true },
  { field: 'vTotal', label: 'Total', kind: 'money', width: 130, sum: true, card: 'value' },
  stateColumn(KIND.life),
]
const views = stateViews(KIND.life)
const tableActions = [printAction('pedido_compra')]

function Pedidos(): ReactElement {
  return (
    <ResourceTable
      resource={RESOURCE}
      columns={columns}
      views={views}
      actions={tableActions}
      deletable={false}
      create="Novo pedido"
      duplicate={(row) => duplicate(KIND, row.id)}
    />
  )
}

const itemColumns: readonly LineColumn[] = [
  { field: 'xProd', label: 'Mercadoria', show: (line) => textOf(line.xProd) || displayName(line.mercadoria) },
  { field: 'un', label: 'Un', width: 56 },
  { field: 'qTrib', label: 'Quantidade', kind: 'number', decimals: 4, width: 110, editable: true, required: true },
  { field: 'vUnTrib', label: 'Preço', kind: 'money', decimals: 4, width: 110, editable: true, required: true },
  { field: 'vDesc', label: 'Desconto', kind: 'money', width: 100, editable: true },
  { field: 'vSubtotal', label: 'Subtotal', kind: 'money', width: 110, sum: true },
  { field: 'dPrevista', label: 'Entrega', kind: 'date', width: 110, editable: true },
]

function Items({ path }: { readonly path: string | undefined }): ReactElement {
  useSignals()
  const form = useForm()
  const openItem = (line: Line): void => {
    if (path === undefined) return
    const query = new URLSearchParams({ pedido_compra_id: textOf(form.values.value.id) })
    open(`${path}/pedido_compra_mercadoria/${textOf(line.id) || line.key}?${query.toString()}`)
  }
  return (
    <ProductLines
      name={ITEMS}
      label="Mercadorias"
      columns={itemColumns}
      compute={computeItem}
      newLine={newItem}
      onOpen={openItem}
    />
  )
}

const dueColumns: readonly LineColumn[] = [
  { field: 'n', label: 'Parcela', kind: 'integer', width: 80 },
  { field: 'dVencimento', label: 'Vencimento', kind: 'date', width: 130, editable: true, required: true },
  { field: 'vDup', label: 'Valor', kind: 'money', width: 130, editable: true, required: true, sum: true },
  methodColumn,
]

function Totals(): ReactElement {
  useSignals()
  const { values } = useForm()
  return <DocumentTotals count={linesOf(values.value[ITEMS]).length} total={totalOf(values.value)} />
}

const title = (row: Row): string => `Pedido de compra ${row.id} · ${displayName(row.fornecedor)}`

const MADE = { executarAcoes: 'Criou pelo planejamento', gerarSolicitacao: 'Criou por solicitação' }
const DEFAULTS: Values = { dEmissao: localToday(), vFrete: 0 }

/** A purchase order: supplier, goods, payments. */
function PedidoForm(modal: ModalProps): ReactElement {
  const source = useMemo<InstalmentsSource>(() => ({ list: DUES, columns: dueColumns, totalOf }), [])
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Pedido de compra"
      title={title}
      defaults={DEFAULTS}
      stay
      life={KIND.life}
      shape={sentOrder}
      actions={<PedidoActions />}
      summary={<Totals />}
    >
      <Tab label="Informações">
        <ReferenceField
          name="fornecedor_id"
          label="Fornecedor"
          resource="fornecedor"
          required
          minChars={1}
          span={6}
          create={CREATE_SUPPLIER}
        />
        <Field name="dEmissao" label="Emissão" kind="date" span={2} />
        <Field name="dPrevista" label="Entrega prevista" kind="date" span={2} />
        <Field name="vFrete" label="Frete" kind="money" span={2} />
        <Field name="obs" label="Observações" kind="textarea" maxLength={2000} />
      </Tab>
      <Tab label="Mercadorias">
        <Items path={modal.path} />
      </Tab>
      <Tab label="Pagamentos">
        <InstalmentsTab source={source} />
      </Tab>
      <Tab label="Eventos" needsRecord>
        <EventsTab life={KIND.life} words={MADE} />
      </Tab>
    </ResourceForm>
  )
}

const ITEM_DEFAULTS: Values = { qTrib: 1, qVolumes: 1, vUnTrib: 0, vDesc: 0 }
/** An item of an order in a form of its own. */
function ItemOfOrder(modal: ModalProps): ReactElement {
  return (
    <ItemForm
      modal={modal}
      name="Item do pedido"
      title={(line) => textOf(line.xProd)}
      list={ITEMS}
      resource={RESOURCE}
      shape={sentOrder}
      defaults={ITEM_DEFAULTS}
      finish={(line) => computeItem(line, [])}
    >
      <ProductField
        label="Mercadoria"
        required
        span={12}
        onPick={(row, form) => {
          if (row !== null) form.patch(newItem(row, Number(form.values.value.qTrib) || 1))
        }}
      />
      <Field name="qTrib" label="Quantidade" kind="number" decimals={4} required span={3} />
      <Field name="qVolumes" label="Volumes" kind="number" decimals={4} span={2} />
      <Field name="vUnTrib" label="Preço" kind="money" decimals={4} required span={3} />
      <Field name="vDesc" label="Desconto" kind="money" span={2} />
      <Field name="dPrevista" label="Entrega" kind="date" span={2} />
    </ItemForm>
  )
}

export const pedidoCompra = screen({
  path: '/ui/compras/pedido_compra',
  title: 'Pedidos de compra',
  area: 'Compras',
  right: 'pedido_compra',
  component: Pedidos,
  modals: {
    'edit/:id': { component: PedidoForm, size: 'xl' },
    'edit/:id/pedido_compra_mercadoria/:item_id': { component: ItemOfOrder, size: 'lg' },
  },
})
