import { useMemo, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { open } from '../../app/navigation'
import { screen, type ModalProps } from '../../app/registry'
import { CREATE_SUPPLIER } from '../../cadastros/fornecedor/fornecedor'
import { DocumentTotals } from '../../ui/documents/document-totals'
import { InstalmentsTab, methodColumn, type InstalmentsSource } from '../../ui/documents/instalments-tab'
import { duplicate } from '../../ui/documents/kind'
import { placesOf } from '../../ui/documents/places'
import { printAction } from '../../ui/documents/print'
import { stateColumn, stateViews } from '../../ui/documents/state'
import { useForm } from '../../ui/form/context'
import { Field } from '../../ui/form/fields'
import { ReferenceField } from '../../ui/form/reference-field'
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

const columns: readonly Column[] = [
  { field: 'id', label: 'Número', kind: 'integer', width: 90, card: 'sub' },
  { field: 'criado_em', label: 'Data', kind: 'datetime', width: 150 },
  { field: 'nNF', label: 'Nota', kind: 'integer', width: 100 },
  { field: 'fornecedor.xNome', label: 'Fornecedor', card: 'title' },
  { field: 'tipo_entrada_saida.descricao', label: 'Operação', width: 170, card: 'none' },
  { field: 'vTotal', label: 'Total', kind: 'money', width: 130, sum: true, card: 'value' },
  stateColumn(KIND.life),
  { field: 'dhFinalizacao', label: 'Finalizada em', kind: 'datetime', width: 150, hidden: true },
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
      <ReferenceField
        name="fornecedor_id"
        label="Fornecedor"
        resource="fornecedor"
        required
        minChars={1}
        span={8}
        create={CREATE_SUPPLIER}
      />
      <ReferenceField
        name="tipo_entrada_saida_id"
        label="Tipo de operação"
        resource="tipo_entrada_saida"
        required
        where={INPUTS}
        span={4}
      />
      <ReferenceField
        name="armazenamento_id"
        label="Local de estoque"
        resource="estoque/armazenamento"
        required
        where={placesOf(values.value)}
        span={4}
      />
      <Field name="nNF" label="Número da nota" kind="serial" span={3} />
      <Field name="serie" label="Série" kind="serial" span={2} />
      <Field name="dEmissao" label="Emissão" kind="date" span={3} />
      <Field name="obs" label="Observações" kind="textarea" maxLength={2000} />
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

const dueColumns: readonly LineColumn[] = [
  { field: 'n', label: 'Parcela', kind: 'integer', width: 80 },
  { field: 'numero', label: 'Número', width: 120, editable: true },
  { field: 'prazo', label: 'Prazo (dias)', kind: 'integer', width: 110, editable: true },
  { field: 'dVencimento', label: 'Vencimento', kind: 'date', width: 130, editable: true, required: true },
  { field: 'vDup', label: 'Valor', kind: 'money', width: 130, editable: true, required: true, sum: true },
  methodColumn,
  {
    field: 'conta_pagar_id',
    label: 'Conta a pagar',
    width: 140,
    show: (row) => (textOf(row.conta_pagar_id) === '' ? 'Pendente' : `Nº ${textOf(row.conta_pagar_id)}`),
  },
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
      columns: dueColumns,
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
