import { useMemo, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { entradaDuplicataFields, entradaFields } from '../../../core/fields/estoque/entrada'
import { open } from '../../app/navigation'
import { screen, type ModalProps } from '../../app/registry'
import { CREATE_SUPPLIER } from '../../cadastros/fornecedor/fornecedor'
import { DocumentTable } from '../../ui/documents/document-table'
import { stateViews } from '../../ui/documents/state'
import { ListTotals } from '../../ui/documents/document-totals'
import { InstalmentsTab, dueColumns, type InstalmentsSource } from '../../ui/documents/instalments-tab'
import { placesOf } from '../../ui/documents/places'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { COMES_IN } from '../../ui/form/operation'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { displayName, groupedCode } from '../../ui/format'
import type { LineColumn } from '../../ui/lines/lines-state'
import { ProductLines } from '../../ui/lines/product-lines'
import { isSet, textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { EntradaActions, ENTRY_ACTIONS, KIND } from './actions'
import { EntradaDuplicataForm, EntradaItemForm } from './forms'
import { computeItem, DUES, itemColumns, ITEMS, newItem, owedOf, sentEntry, totalOf } from './item'
import { useUsualEntry } from './usual'

const head = fieldsOf(entradaFields, KIND.life)
const due = fieldsOf(entradaDuplicataFields)

/** Who sent the goods, as lists and titles name them. */
const senderOf = (row: Row): string => displayName(row.fornecedor) || displayName(row.cliente) || textOf(row.xOrigem)

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'sub' }),
  head.column('criado_em', { label: 'Data', width: 150 }),
  head.column('nNF', { label: 'Nota', width: 100 }),
  head.column('fornecedor.xNome', {
    card: 'title',
    render: senderOf,
    text: senderOf,
  }),
  head.column('tipo_entrada_saida.descricao', { label: 'Operação', width: 170, card: 'none' }),
  head.column('vTotal', { width: 130, card: 'value' }),
  head.column('dhFinalizacao', { width: 150, hidden: true }),
]

const EMPTY = {
  text: 'Entradas vêm das notas recebidas. Sem nota, crie uma à mão.',
  to: { path: '/ui/compras/nfe_compra', label: 'Receber o XML de uma nota' },
}

const views = [...stateViews(KIND.life), { name: 'Sem o XML', custom: { sem_xml: true } }]

const Entradas = (): ReactElement => (
  <DocumentTable
    kind={KIND}
    columns={columns}
    views={views}
    actions={ENTRY_ACTIONS}
    printed
    deletable={false}
    create="Nova entrada"
    empty={EMPTY}
  />
)

function entryTitle(row: Row): string {
  const note = isSet(row.nNF) ? ` · NF ${textOf(row.nNF)}` : ''
  return `Entrada ${row.id}${note} · ${senderOf(row)}`
}

/** From whom goods come: a supplier, a customer who gives them back, another company of the house. */
function Sender({ values }: { readonly values: Values }): ReactElement {
  if (isSet(values.empresa_origem_id)) return <head.Field name="xOrigem" disabled span={8} />
  if (isSet(values.cliente_id)) return <head.ReferenceField name="cliente_id" resource="cliente" disabled span={8} />
  return (
    <head.ReferenceField
      name="fornecedor_id"
      resource="fornecedor"
      required
      minChars={1}
      span={8}
      create={CREATE_SUPPLIER}
    />
  )
}

function InfoFields(): ReactElement {
  useSignals()
  const { values } = useForm()
  const key = textOf(values.value.chNFe)
  return (
    <>
      <Sender values={values.value} />
      <head.ReferenceField name="tipo_entrada_saida_id" {...COMES_IN} span={4} />
      <head.ReferenceField
        name="armazenamento_id"
        resource="estoque/armazenamento"
        required
        where={placesOf(values.value)}
        span={4}
      />
      <head.Field name="nNF" kind="serial" span={3} />
      <head.Field name="serie" kind="serial" span={2} />
      <head.Field name="dEmissao" span={3} />
      <head.Field name="obs" kind="textarea" />
      {key === '' ? null : (
        <p className="field-help">
          Chave <span className="mono">{groupedCode(key)}</span>
        </p>
      )}
    </>
  )
}

const columnsOfDues: readonly LineColumn[] = [
  ...dueColumns.toSpliced(1, 0, due.line('numero', { width: 120, editable: true })),
  due.line('conta_pagar_id', {
    width: 140,
    show: (row) => (textOf(row.conta_pagar_id) === '' ? 'Pendente' : `Nº ${textOf(row.conta_pagar_id)}`),
  }),
]

function Usual({ isNew }: { readonly isNew: boolean }): null {
  useUsualEntry(useForm(), isNew)
  return null
}

const toldOfEntry = ({ empresa_id }: Values): Values => ({ empresa_id, decimal_preco: 4 })

/** A goods entry: head, items with their cost, instalments. */
function EntradaForm(modal: ModalProps): ReactElement {
  const { path } = modal
  const source = useMemo<InstalmentsSource>(
    () => ({
      list: DUES,
      columns: columnsOfDues,
      totalOf: owedOf,
      server: { resource: 'entrada', link: 'entrada_id' },
      ...(path === undefined
        ? {}
        : {
            onOpen: (line) => open(`${path}/entrada_duplicata/${line.id === undefined ? line.key : textOf(line.id)}`),
          }),
    }),
    [path],
  )
  return (
    <ResourceForm
      modal={modal}
      resource="entrada"
      name="Entrada"
      title={entryTitle}
      defaults={head.defaults}
      stay
      life={KIND.life}
      shape={sentEntry}
      actions={<EntradaActions />}
      summary={<ListTotals list={ITEMS} totalOf={totalOf} />}
      createdText="Entrada salva com sucesso."
      savedText="Entrada salva com sucesso."
    >
      <Tab label="Informações">
        <Usual isNew={modal.id === 'new'} />
        <InfoFields />
      </Tab>
      <Tab label="Mercadorias" joins>
        <ProductLines
          name={ITEMS}
          label="Mercadorias"
          columns={itemColumns}
          compute={computeItem}
          newLine={newItem}
          opens={{ path, route: 'entrada_item', link: 'entrada_id', tells: toldOfEntry }}
        />
      </Tab>
      <Tab label="Financeiro">
        <InstalmentsTab source={source} />
      </Tab>
    </ResourceForm>
  )
}

export const entrada = screen({
  path: '/ui/estoque/entrada',
  title: 'Entradas',
  area: 'Estoque',
  right: 'entrada',
  component: Entradas,
  modals: {
    'edit/:id': { component: EntradaForm, size: 'xxl' },
    'edit/:id/entrada_item/:item_id': { component: EntradaItemForm, size: 'lg' },
    'edit/:id/entrada_duplicata/:item_id': { component: EntradaDuplicataForm, size: 'md' },
  },
})
