import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { solicitacaoFields, solicitacaoMercadoriaFields } from '../../../core/fields/compras/solicitacao'
import { decideItem, requestItemStatus, solicitacaoLife } from '../../../core/lifecycle/solicitacao'
import { screen, type ModalProps } from '../../app/registry'
import { Button } from '../../ui/button'
import { sentLists } from '../../ui/documents/act'
import { DocumentTable } from '../../ui/documents/document-table'
import type { DocumentKind } from '../../ui/documents/kind'
import { type How, LifeBar } from '../../ui/documents/life-bar'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { displayName, localNow } from '../../ui/format'
import { linesOf, type Line, type LineColumn } from '../../ui/lines/lines-state'
import { ProductLines } from '../../ui/lines/product-lines'
import { isSet, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'

const RESOURCE = 'compras/solicitacao'
const ITEMS = 'solicitacao_mercadorias'
const date = (value: unknown): string | null => (isSet(value) ? textOf(value) : null)

const KIND: DocumentKind = {
  life: solicitacaoLife,
  resource: RESOURCE,
  name: 'solicitacao',
  right: 'solicitacao',
}

const head = fieldsOf(solicitacaoFields, solicitacaoLife)
const item = fieldsOf(solicitacaoMercadoriaFields)

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'sub' }),
  head.column('criado_em', { label: 'Data', width: 150 }),
  head.column('usuario.name', { width: 200, card: 'title' }),
  head.column('obs'),
  head.column('dNecessidade', { width: 120, card: 'value' }),
]

const Solicitacoes = (): ReactElement => (
  <DocumentTable kind={KIND} columns={columns} stateWidth={120} create="Nova solicitação" />
)

const WORDS = { pendente: 'Pendente', aprovado: 'Aprovado', reprovado: 'Reprovado' } as const
const datesOf = (line: Line) => ({ aprovado_em: date(line.aprovado_em), reprovado_em: date(line.reprovado_em) })

/** Pending, approved, refused, and pending again: the next of them. */
function decided(line: Line): Line {
  const was = datesOf(line)
  const status = requestItemStatus(was)
  const change =
    status === 'pendente'
      ? { aprovado_em: localNow() }
      : status === 'aprovado'
        ? { reprovado_em: localNow() }
        : { aprovado_em: null, reprovado_em: null }
  return { ...line, ...decideItem(was, change) }
}

function useColumns(): readonly LineColumn[] {
  const form = useForm()
  const change = (next: (line: Line) => Line, only: (line: Line) => boolean): void => {
    if (form.readOnly.value) return
    form.set(
      ITEMS,
      linesOf(form.values.value[ITEMS]).map((line) => (only(line) ? next(line) : line)),
    )
  }
  return [
    item.line('xProd', { label: 'Mercadoria', show: (line) => textOf(line.xProd) || displayName(line.mercadoria) }),
    item.line('unidade_id', { label: 'Un', kind: 'text', width: 56, show: (line) => displayName(line.unidade) }),
    item.line('quantidade', { width: 124, editable: true }),
    item.line('dPedido', { width: 110, editable: true }),
    item.line('dNecessidade', { width: 110, editable: true }),
    item.lineTo('fornecedor_id', 'fornecedor', { label: 'Fornecedor', width: 200, minChars: 1 }),
    {
      field: 'status',
      label: 'Decisão',
      width: 110,
      show: (line) =>
        isSet(line.pedido_compra_id)
          ? `Pedido ${textOf(line.pedido_compra_id)}`
          : WORDS[requestItemStatus(datesOf(line))],
      tone: (line) => (requestItemStatus(datesOf(line)) === 'reprovado' ? 'warn' : undefined),
      toggle: (line) => change(decided, (other) => other.key === line.key),
      toggleAll: () => change(decided, (line) => requestItemStatus(datesOf(line)) === 'pendente'),
    },
  ]
}

const newItem = (product: Row, quantity: number): Values => ({
  mercadoria_id: product.id,
  xProd: textOf(product.xProd),
  unidade_id: product.unidade_id ?? null,
  unidade: { un: product.un },
  quantidade: quantity,
})

function Items(): ReactElement {
  useSignals()
  const form = useForm()
  const columns = useColumns()
  const locked = form.readOnly.value
  const approveAll = (): void =>
    form.set(
      ITEMS,
      linesOf(form.values.value[ITEMS]).map((line) =>
        requestItemStatus(datesOf(line)) === 'pendente' ? decided(line) : line,
      ),
    )
  return (
    <ProductLines
      name={ITEMS}
      label="Itens"
      columns={columns}
      newLine={newItem}
      tools={
        locked ? null : (
          <>
            <span className="field-help key-hint">Espaço aprova, reprova e desfaz</span>
            <Button icon="check" onClick={approveAll}>
              Aprovar pendentes
            </Button>
          </>
        )
      }
    />
  )
}

const HOW: Readonly<Record<string, How>> = {
  gerarSolicitacao: {
    done: (answer) => {
      const orders = rowsOf(answer.pedido_compra_list).map((row) => row.id)
      return orders.length === 1
        ? `Pedido de compra ${orders[0]} gerado.`
        : `Pedidos de compra gerados: ${orders.join(', ')}.`
    },
  },
}

const title = (row: Row): string => `Solicitação ${row.id}`

/** A purchase request: what is needed, and what was decided of each item. */
function SolicitacaoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Solicitação de compra"
      title={title}
      stay
      failedText="Erro ao salvar solicitação"
      life={KIND.life}
      shape={(values) => sentLists(values, { [ITEMS]: item.sent })}
      actions={<LifeBar kind={KIND} how={HOW} />}
    >
      <Tab label="Informações">
        <head.Field name="dNecessidade" span={3} />
        <head.Field name="obs" span={9} />
      </Tab>
      <Tab label="Itens" joins>
        <Items />
      </Tab>
    </ResourceForm>
  )
}

export const solicitacao = screen({
  path: '/ui/compras/solicitacao',
  title: 'Solicitações de Compra',
  area: 'Compras',
  right: 'solicitacao',
  component: Solicitacoes,
  modals: { 'edit/:id': { component: SolicitacaoForm, size: 'xxl' } },
})
