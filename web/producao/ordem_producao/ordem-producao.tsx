import type { ReactElement } from 'react'
import {
  ordemProducaoFields,
  ordemProducaoMercadoriaFields,
  ordemProducaoMercadoriaInsumoFields,
} from '../../../core/fields/producao/ordem-producao'
import { ordemProducaoLife } from '../../../core/lifecycle/ordem-producao'
import { screen, type ModalProps } from '../../app/registry'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { sentLists } from '../../ui/documents/act'
import { DocumentTable } from '../../ui/documents/document-table'
import type { DocumentKind } from '../../ui/documents/kind'
import { LifeBar } from '../../ui/documents/life-bar'
import { fieldsOf } from '../../ui/fields-of'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { displayName, formatCost, formatQuantity } from '../../ui/format'
import type { LineColumn } from '../../ui/lines/lines-state'
import { ProductLines } from '../../ui/lines/product-lines'
import { EmptyState } from '../../ui/pieces'
import { getPath, isRecord, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { useLoaded } from '../../ui/use-loaded'

const RESOURCE = 'producao/ordem_producao'
const GOODS = 'ordem_producao_mercadoria_list'

const KIND: DocumentKind = {
  life: ordemProducaoLife,
  resource: RESOURCE,
  name: 'ordem_producao',
  right: 'ordem_producao',
}

const head = fieldsOf(ordemProducaoFields, ordemProducaoLife)
const supply = fieldsOf(ordemProducaoMercadoriaInsumoFields)
const goods = fieldsOf(ordemProducaoMercadoriaFields)

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'sub' }),
  head.column('criado_em', { label: 'Data', width: 150 }),
  head.column('dInicioPrevisto', { width: 130, card: 'value' }),
  head.column('dFimPrevisto', { width: 130 }),
  head.column('cliente.xNome', { card: 'title' }),
  head.column('responsavel.xNome', { width: 170 }),
  head.column('planejamento_id', { label: 'Planejamento', width: 120, hidden: true }),
]

const Ordens = (): ReactElement => <DocumentTable kind={KIND} columns={columns} deletable={false} create="Nova ordem" />

const goodsColumns: readonly LineColumn[] = [
  goods.line('xProd', { label: 'Mercadoria', show: (line) => textOf(line.xProd) || displayName(line.mercadoria) }),
  goods.line('un', { label: 'Un', width: 56 }),
  goods.line('qTrib', { width: 120, editable: true }),
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

/** A production order: what is made, when, and what it draws. */
function OrdemForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Ordem de produção"
      title={title}
      defaults={head.defaults}
      stay
      life={KIND.life}
      shape={(values) => sentLists(values, { [GOODS]: goods.sent })}
      actions={<LifeBar kind={KIND} />}
    >
      <Tab label="Informações">
        <head.Field name="dInicioPrevisto" span={3} />
        <head.Field name="dFimPrevisto" span={3} />
        <head.Field name="tipo" span={3} />
        <head.Field name="tpBaixa" span={3} />
        <head.ReferenceField name="cliente_id" resource="cliente" minChars={1} span={6} />
        <head.ReferenceField name="responsavel_id" resource="cadastros/colaborador" span={6} />
        <head.Field name="obs" span={12} />
      </Tab>
      <Tab label="Mercadorias" joins>
        <ProductLines
          name={GOODS}
          label="Mercadorias"
          columns={goodsColumns}
          newLine={newItem}
          opens={{ ...GOODS_ROUTE, path: modal.path }}
        />
      </Tab>
    </ResourceForm>
  )
}

/** What one of the goods of an order draws. */
function Insumos(modal: ModalProps): ReactElement {
  const answer = useLoaded(`producao/ordem_producao_mercadoria/${modal.id}`, 'ordem_producao_mercadoria')
  const goods = isRecord(answer) ? answer : {}
  const rows = rowsOf(goods.insumos)
  return (
    <Dialog
      title={`Insumos · ${textOf(goods.xProd)}`}
      size={modal.size}
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      footer={<Button onClick={modal.onClose}>Voltar</Button>}
    >
      <div className="dialog-text">
        {rows.length === 0 ? <EmptyState text="Este produto não tem composição." /> : <InsumoTable rows={rows} />}
      </div>
    </Dialog>
  )
}

function InsumoTable({ rows }: { readonly rows: readonly Row[] }): ReactElement {
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label="Insumos">
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">Insumo</th>
            <th scope="col">Categoria</th>
            <th scope="col" className="end">
              Por unidade
            </th>
            <th scope="col" className="end">
              Planejada
            </th>
            <th scope="col" className="end">
              Solicitada
            </th>
            <th scope="col" className="end">
              Custo
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{textOf(getPath(row, 'mercadoria.xProd'))}</td>
              <td>{supply.word('categoria', row.categoria)}</td>
              <td className="end">{formatQuantity(row.quantidade, 6)}</td>
              <td className="end">{formatQuantity(row.qPlanejada, 4)}</td>
              <td className="end">{formatQuantity(row.qSolicitada, 4)}</td>
              <td className="end">{formatCost(row.vCusto)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const ordemProducao = screen({
  path: '/ui/producao/ordem_producao',
  title: 'Ordens de produção',
  area: 'Produção',
  right: 'ordem_producao',
  component: Ordens,
  modals: {
    'edit/:id': { component: OrdemForm, size: 'xxl' },
    'edit/:id/ordem_producao_mercadoria/:item_id': { component: Insumos, size: 'lg' },
  },
})
