import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { consumoFields, consumoMercadoriaFields } from '../../../core/fields/estoque/consumo'
import { consumoLife } from '../../../core/lifecycle/consumo'
import { screen, type ModalProps } from '../../app/registry'
import { sentLists } from '../../ui/documents/act'
import { DocumentTable } from '../../ui/documents/document-table'
import type { DocumentKind } from '../../ui/documents/kind'
import { LifeBar } from '../../ui/documents/life-bar'
import { placesOf } from '../../ui/documents/places'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import type { LineColumn } from '../../ui/lines/lines-state'
import { ProductLines } from '../../ui/lines/product-lines'
import { textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { lineOf, LOT, PLACE, PRODUCT_COLUMN } from '../goods'

const KIND: DocumentKind = { life: consumoLife, resource: 'estoque/consumo', name: 'consumo', right: 'consumo' }
const ITEMS = 'consumo_mercadoria_list'
const CENTRES = 'financeiro/centro_custo'
const ACTIVE: Values = { ativo: true }

const head = fieldsOf(consumoFields, consumoLife)
const item = fieldsOf(consumoMercadoriaFields)

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'sub' }),
  head.column('criado_em', { label: 'Data', width: 150 }),
  head.column('user.name', { width: 200, card: 'title' }),
  head.column('centro_custo.descricao', { label: 'Centro de custo', width: 200 }),
  head.column('obs'),
]

const Consumos = (): ReactElement => <DocumentTable kind={KIND} columns={columns} create="Novo consumo" />

const itemColumns: readonly LineColumn[] = [
  item.line('xProd', PRODUCT_COLUMN),
  item.line('un', { label: 'Un', width: 56 }),
  item.line('qTrib', { width: 110, editable: true }),
  item.lineTo('centro_custo_id', CENTRES, { width: 180, where: ACTIVE }),
  item.lineTo('armazenamento_id', 'estoque/armazenamento', PLACE),
  item.lineTo('lote_id', 'estoque/mercadoria_lote', LOT),
  item.line('vCusto', { width: 110, sum: true }),
]

/** The goods: a new line bears the cost centre of the head. */
function Goods(): ReactElement {
  useSignals()
  const { values } = useForm()
  const { centro_custo_id = null, centro_custo = null } = values.value
  const newLine = (product: Row, quantity: number): Values => ({
    ...lineOf(product, quantity),
    centro_custo_id,
    centro_custo,
  })
  return <ProductLines name={ITEMS} label="Mercadorias" columns={itemColumns} newLine={newLine} />
}

function HeadFields(): ReactElement {
  useSignals()
  const { values } = useForm()
  return (
    <>
      <head.ReferenceField name="centro_custo_id" resource={CENTRES} where={ACTIVE} span={4} />
      <head.ReferenceField
        name="armazenamento_id"
        resource="estoque/armazenamento"
        help="O usual da empresa, se vazio"
        where={placesOf(values.value)}
        span={4}
      />
      <head.Field name="obs" span={4} />
    </>
  )
}

function ConsumoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={KIND.resource}
      name="Consumo"
      title={(row) => `Consumo ${textOf(row.id)}`}
      stay
      life={KIND.life}
      shape={(values) => sentLists(values, { [ITEMS]: item.sent })}
      actions={<LifeBar kind={KIND} />}
      createdText="Consumo salvo com sucesso."
      savedText="Consumo salvo com sucesso."
    >
      <Tab label="Informações">
        <HeadFields />
      </Tab>
      <Tab label="Mercadorias" joins>
        <Goods />
      </Tab>
    </ResourceForm>
  )
}

export const consumos = screen({
  path: '/ui/estoque/consumos',
  title: 'Consumo de Material',
  area: 'Estoque',
  right: 'consumo',
  component: Consumos,
  modals: { 'edit/:id': { component: ConsumoForm, size: 'xl' } },
})
