import type { ReactElement } from 'react'
import { vendaLife } from '../../../core/lifecycle/venda'
import { numbersOf } from '../../../core/lifecycle/standing'
import { get } from '../../app/api'
import { open } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { sentLists } from '../../ui/documents/act'
import { DocumentTable } from '../../ui/documents/document-table'
import { LifeBar, type How } from '../../ui/documents/life-bar'
import { settled, type DocumentVerbs, type OpenDocument } from '../../ui/documents/use-verbs'
import type { FormModel } from '../../ui/form/form-model'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { displayName } from '../../ui/format'
import { linesOf, type LineColumn } from '../../ui/lines/lines-state'
import { ProductLines } from '../../ui/lines/product-lines'
import type { MenuItem } from '../../ui/menu'
import { isRecord, recordsOf, textOf, type Row, type Values } from '../../ui/row'
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

/** A sale that is chosen for an order without goods brings its customer, and what of it is still to be made. */
async function takeSale(sale: Row | null, form: FormModel): Promise<void> {
  if (sale === null || linesOf(form.values.value[LIST]).length > 0) return
  form.patch({ cliente_id: sale.cliente_id, cliente: sale.cliente })
  try {
    const answer = await get(`${RESOURCE}/itensDaVenda?venda_id=${textOf(sale.id)}`)
    const lines = recordsOf(isRecord(answer) ? answer.data : [])
    if (lines.length === 0) return toast.info('Não há itens a produzir nesta venda, ou já têm ordem de produção.')
    form.set(
      LIST,
      lines.map((line) => ({ ...line, key: crypto.randomUUID() })),
    )
  } catch (error) {
    toast.error(error)
  }
}

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
      reloads
      life={KIND.life}
      shape={(values) => sentLists(values, { [LIST]: goods.sent })}
      actions={<LifeBar kind={KIND} how={HOW} print={PRINT} items={items} />}
    >
      <Tab label="Informações">
        <head.Field name="dInicioPrevisto" span={3} />
        <head.Field name="dFimPrevisto" span={3} />
        <head.Field name="tipo" span={3} required={false} emptyLabel="O usual da empresa" />
        <head.Field name="tpBaixa" span={3} required={false} emptyLabel="A usual da empresa" />
        <head.ReferenceField
          name="venda_id"
          resource="venda"
          where={DONE_SALES}
          onPick={(sale, form) => void takeSale(sale, form)}
          span={6}
        />
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
