import { useMemo, type ReactElement } from 'react'
import { pedidoCompraFields, pedidoCompraMercadoriaFields } from '../../../core/fields/compras/pedido-compra'
import { screen, type ModalProps } from '../../app/registry'
import { CREATE_SUPPLIER } from '../../cadastros/fornecedor/fornecedor'
import { DocumentTable } from '../../ui/documents/document-table'
import { ListTotals } from '../../ui/documents/document-totals'
import { EventsTab } from '../../ui/documents/events-tab'
import { InstalmentsTab, type InstalmentsSource } from '../../ui/documents/instalments-tab'
import { fieldsOf } from '../../ui/fields-of'
import { ItemForm } from '../../ui/form/item-form'
import { PRODUCT } from '../../ui/form/product'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { displayName, localToday } from '../../ui/format'
import type { LineColumn } from '../../ui/lines/lines-state'
import { ProductLines } from '../../ui/lines/product-lines'
import { textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { KIND, PedidoActions } from './actions'
import { computeItem, DUES, ITEMS, newItem, RESOURCE, sentOrder, totalOf } from './order'
import { PricesTab } from './prices-tab'

const head = fieldsOf(pedidoCompraFields, KIND.life)
const item = fieldsOf(pedidoCompraMercadoriaFields)

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'sub' }),
  head.column('dEmissao', { width: 110 }),
  head.column('fornecedor.xNome', { card: 'title' }),
  head.column('dPrevista', { width: 150 }),
  head.column('usuario.name', { width: 160, hidden: true }),
  head.column('vTotal', { width: 130, card: 'value' }),
]

const Pedidos = (): ReactElement => (
  <DocumentTable kind={KIND} columns={columns} printed deletable={false} create="Novo pedido" />
)

const itemColumns: readonly LineColumn[] = [
  item.line('xProd', { label: 'Mercadoria', show: (line) => textOf(line.xProd) || displayName(line.mercadoria) }),
  item.line('un', { label: 'Un', width: 56 }),
  item.line('qTrib', { width: 110, editable: true }),
  item.line('vUnTrib', { label: 'Preço', kind: 'money', width: 110, editable: true, required: true }),
  item.line('vDesc', { width: 100, editable: true }),
  item.line('vSubtotal', { width: 110, sum: true }),
  item.line('dPrevista', { label: 'Entrega', width: 110, editable: true }),
]

const title = (row: Row): string => `Pedido de compra ${row.id} · ${displayName(row.fornecedor)}`

const DEFAULTS: Values = { ...head.defaults, dEmissao: localToday() }

/** A purchase order: supplier, goods, payments. */
function PedidoForm(modal: ModalProps): ReactElement {
  const source = useMemo<InstalmentsSource>(() => ({ list: DUES, totalOf }), [])
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
      summary={<ListTotals list={ITEMS} totalOf={totalOf} />}
    >
      <Tab label="Informações">
        <head.ReferenceField
          name="fornecedor_id"
          resource="fornecedor"
          minChars={1}
          span={6}
          create={CREATE_SUPPLIER}
        />
        <head.Field name="dEmissao" span={2} />
        <head.Field name="dPrevista" span={2} />
        <head.Field name="vFrete" span={2} />
        <head.Field name="obs" kind="textarea" />
      </Tab>
      <Tab label="Mercadorias" joins>
        <ProductLines
          name={ITEMS}
          label="Mercadorias"
          columns={itemColumns}
          compute={computeItem}
          newLine={newItem}
          opens={{ path: modal.path, route: 'pedido_compra_mercadoria', link: 'pedido_compra_id' }}
        />
      </Tab>
      <Tab label="Pagamentos">
        <InstalmentsTab source={source} />
      </Tab>
      <Tab label="Eventos" needsRecord>
        <EventsTab />
      </Tab>
      <Tab label="Preços" free>
        <PricesTab />
      </Tab>
    </ResourceForm>
  )
}

const ITEM: Values = { ...item.defaults, qTrib: 1 }
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
      defaults={ITEM}
      finish={(line) => computeItem(line, [])}
    >
      <item.ReferenceField
        name="mercadoria_id"
        {...PRODUCT}
        span={12}
        onPick={(row, form) => {
          if (row !== null) form.patch(newItem(row, Number(form.values.value.qTrib) || 1))
        }}
      />
      <item.Field name="qTrib" span={3} />
      <item.Field name="qVolumes" span={2} />
      <item.Field name="vUnTrib" label="Preço" kind="money" required span={3} />
      <item.Field name="vDesc" span={2} />
      <item.Field name="dPrevista" label="Entrega" span={2} />
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
    'edit/:id': { component: PedidoForm, size: 'xxl' },
    'edit/:id/pedido_compra_mercadoria/:item_id': { component: ItemOfOrder, size: 'lg' },
  },
})
