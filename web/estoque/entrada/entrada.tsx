import { useMemo, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { entradaDuplicataFields, entradaFields } from '../../../core/fields/estoque/entrada'
import { open } from '../../app/navigation'
import { screen, type ModalProps } from '../../app/registry'
import { CREATE_SUPPLIER } from '../../cadastros/fornecedor/fornecedor'
import { DocumentTotals } from '../../ui/documents/document-totals'
import { InstalmentsTab, dueColumns, type InstalmentsSource } from '../../ui/documents/instalments-tab'
import { duplicate } from '../../ui/documents/kind'
import { placesOf } from '../../ui/documents/places'
import { printAction } from '../../ui/documents/print'
import { stateColumn, stateViews } from '../../ui/documents/state'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { displayName, groupedCode } from '../../ui/format'
import { linesOf, type Line, type LineColumn } from '../../ui/lines/lines-state'
import { ProductLines } from '../../ui/lines/product-lines'
import { isSet, textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { EntradaActions, KIND } from './actions'
import { EntradaDuplicataForm, EntradaItemForm } from './forms'
import { computeItem, DUES, itemColumns, ITEMS, newItem, sentEntry, totalOf } from './item'
import { useUsualEntry } from './usual'

const head = fieldsOf(entradaFields, KIND.life)
const due = fieldsOf(entradaDuplicataFields)

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'sub' }),
  head.column('criado_em', { label: 'Data', width: 150 }),
  head.column('nNF', { label: 'Nota', width: 100 }),
  head.column('fornecedor.xNome', { card: 'title' }),
  head.column('tipo_entrada_saida.descricao', { label: 'Operação', width: 170, card: 'none' }),
  head.column('vTotal', { width: 130, sum: true, card: 'value' }),
  stateColumn(KIND.life),
  head.column('dhFinalizacao', { width: 150, hidden: true }),
]

const views = stateViews(KIND.life)

const tableActions = [printAction('entrada')]

function Entradas(): ReactElement {
  return (
    <ResourceTable
      resource="entrada"
      columns={columns}
      views={views}
      actions={tableActions}
      deletable={false}
      create="Nova entrada"
      duplicate={(row) => duplicate(KIND, row.id)}
    />
  )
}

function entryTitle(row: Row): string {
  const note = isSet(row.nNF) ? ` · NF ${textOf(row.nNF)}` : ''
  return `Entrada ${row.id}${note} · ${displayName(row.fornecedor)}`
}

const INPUTS: Values = { tipo: 0, ativo: true }

function InfoFields(): ReactElement {
  useSignals()
  const { values } = useForm()
  const key = textOf(values.value.chNFe)
  return (
    <>
      <head.ReferenceField name="fornecedor_id" resource="fornecedor" minChars={1} span={8} create={CREATE_SUPPLIER} />
      <head.ReferenceField name="tipo_entrada_saida_id" resource="tipo_entrada_saida" where={INPUTS} span={4} />
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

function ItemsTab({ path }: { readonly path: string | undefined }): ReactElement {
  useSignals()
  const form = useForm()
  const { values } = form
  const openItem = (line: Line): void => {
    if (path === undefined) return
    const query = new URLSearchParams({
      entrada_id: textOf(values.value.id),
      empresa_id: textOf(values.value.empresa_id),
      decimal_preco: '4',
    })
    open(`${path}/entrada_item/${line.id === undefined ? line.key : textOf(line.id)}?${query.toString()}`)
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

const columnsOfDues: readonly LineColumn[] = [
  ...dueColumns.toSpliced(1, 0, due.line('numero', { width: 120, editable: true })),
  due.line('conta_pagar_id', {
    width: 140,
    show: (row) => (textOf(row.conta_pagar_id) === '' ? 'Pendente' : `Nº ${textOf(row.conta_pagar_id)}`),
  }),
]

function EntryTotals(): ReactElement {
  useSignals()
  const { values } = useForm()
  return <DocumentTotals count={linesOf(values.value[ITEMS]).length} total={totalOf(values.value)} />
}

function Usual({ isNew }: { readonly isNew: boolean }): null {
  useUsualEntry(useForm(), isNew)
  return null
}

const DEFAULTS: Values = { geraNFe: 0 }

/** A goods entry: head, items with their cost, instalments. */
function EntradaForm(modal: ModalProps): ReactElement {
  const { path } = modal
  const source = useMemo<InstalmentsSource>(
    () => ({
      list: DUES,
      columns: columnsOfDues,
      totalOf,
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
      defaults={DEFAULTS}
      stay
      life={KIND.life}
      shape={sentEntry}
      actions={<EntradaActions />}
      summary={<EntryTotals />}
      createdText="Entrada salva com sucesso."
      savedText="Entrada salva com sucesso."
    >
      <Tab label="Informações">
        <Usual isNew={modal.id === 'new'} />
        <InfoFields />
      </Tab>
      <Tab label="Mercadorias">
        <ItemsTab path={path} />
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
    'edit/:id': { component: EntradaForm, size: 'xl' },
    'edit/:id/entrada_item/:item_id': { component: EntradaItemForm, size: 'lg' },
    'edit/:id/entrada_duplicata/:item_id': { component: EntradaDuplicataForm, size: 'md' },
  },
})
