import type { ReactElement } from 'react'
import { vendaLife } from '../../../core/lifecycle/venda'
import { numbersOf } from '../../../core/lifecycle/standing'
import { open } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { sentLists } from '../../ui/documents/act'
import { DocumentTable } from '../../ui/documents/document-table'
import { LifeBar, type How } from '../../ui/documents/life-bar'
import { settled, type DocumentVerbs, type OpenDocument } from '../../ui/documents/use-verbs'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { displayName } from '../../ui/format'
import type { LineColumn } from '../../ui/lines/lines-state'
import { ProductLines } from '../../ui/lines/product-lines'
import type { MenuItem } from '../../ui/menu'
import { textOf, type Row, type Values } from '../../ui/row'
import { useSlips } from '../../ui/scan/use-scanned'
import type { Column } from '../../ui/table/columns'
import { goods, head, KIND, LIST, PATH, RESOURCE } from './kind'

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'sub' }),
  head.column('criado_em', { label: 'Data', width: 150 }),
  head.column('dInicioPrevisto', { width: 130, card: 'value' }),
  head.column('dFimPrevisto', { width: 130 }),
  head.column('cliente.xNome', { card: 'title' }),
  head.column('responsavel.xNome', { width: 170 }),
  head.column('planejamento_id', { label: 'Planejamento', width: 120, hidden: true }),
]

/** The list of orders; a paper that is scanned opens its order at the shop floor. */
export function Ordens(): ReactElement {
  useSlips('chao')
  return <DocumentTable kind={KIND} stateWidth={160} columns={columns} deletable={false} create="Nova ordem" />
}

const goodsColumns: readonly LineColumn[] = [
  goods.line('xProd', { label: 'Mercadoria', show: (line) => textOf(line.xProd) || displayName(line.mercadoria) }),
  goods.line('un', { label: 'Un', width: 56 }),
  goods.line('qTrib', { width: 120, editable: true }),
  goods.line('qProduzida', { width: 110 }),
  goods.line('vProduzido', { label: 'Custo', width: 120 }),
]

const newItem = (product: Row, quantity: number): Values => ({
  mercadoria_id: product.id,
  xProd: textOf(product.xProd),
  un: textOf(product.un),
  qTrib: quantity,
})

const GOODS_ROUTE = {
  route: 'ordem_producao_mercadoria',
  link: 'ordem_producao_id',
  unsaved: 'Salve a ordem para ver os insumos.',
} as const

const title = (row: Row): string => `Ordem de produção ${row.id}`

const to = (place: string) => async (doc: OpenDocument) => {
  const record = await settled(doc)
  if (record !== undefined) open(`${PATH}/edit/${record.id}/${place}`)
}

const HOW: Readonly<Record<string, How>> = { finaliza: { run: to('finalizar/new') } }
const PRINT = { name: 'ordem_producao' }

const items = ({ record, run }: DocumentVerbs): readonly MenuItem[] =>
  record === undefined ? [] : [{ label: 'Chão de fábrica', icon: 'tag', onSelect: () => run('imprime', to('chao')) }]

/** What an order does not say is as its company usually does it. */
const { tpBaixa: _tpBaixa, tipo: _tipo, ...defaults } = head.defaults
const DONE_SALES: Values = { status: numbersOf(vendaLife, ['faturada'])[0] }

/** A production order: what is made, when, and what it draws. */
export function OrdemForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Ordem de produção"
      title={title}
      defaults={defaults}
      stay
      life={KIND.life}
      shape={(values) => sentLists(values, { [LIST]: goods.sent })}
      actions={<LifeBar kind={KIND} how={HOW} print={PRINT} items={items} />}
    >
      <Tab label="Informações">
        <head.Field name="dInicioPrevisto" span={3} />
        <head.Field name="dFimPrevisto" span={3} />
        <head.Field name="tipo" span={3} emptyLabel="O usual da empresa" />
        <head.Field name="tpBaixa" span={3} emptyLabel="A usual da empresa" />
        <head.ReferenceField name="venda_id" resource="venda" where={DONE_SALES} span={6} />
        <head.ReferenceField name="cliente_id" resource="cliente" minChars={1} span={6} />
        <head.ReferenceField name="responsavel_id" resource="cadastros/colaborador" span={6} />
        <head.Field name="obs" span={12} />
      </Tab>
      <Tab label="Mercadorias" joins>
        <ProductLines
          name={LIST}
          label="Mercadorias"
          columns={goodsColumns}
          newLine={newItem}
          opens={{ ...GOODS_ROUTE, path: modal.path }}
        />
      </Tab>
    </ResourceForm>
  )
}
