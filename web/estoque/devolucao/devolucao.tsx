import { useEffect, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { devolucaoFields } from '../../../core/fields/estoque/devolucao'
import { entradaLife } from '../../../core/lifecycle/entrada'
import { numbersOf } from '../../../core/lifecycle/standing'
import { tellsNote } from '../../nfe/nfe/tell'
import { screen, type ModalProps } from '../../app/registry'
import { DocumentTable } from '../../ui/documents/document-table'
import { ListTotals } from '../../ui/documents/document-totals'
import { ReturnItems } from '../../ui/documents/return-items'
import { LifeBar } from '../../ui/documents/life-bar'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { GOES_OUT } from '../../ui/form/operation'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { displayName } from '../../ui/format'
import { isSet, textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { beginWith, bringItems, computeLine, itemColumns, ITEMS, KIND, sentReturn, takeAll, totalOf } from './return'

const head = fieldsOf(devolucaoFields, KIND.life)

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'sub' }),
  head.column('criado_em', { label: 'Data', width: 150 }),
  head.column('entrada_id', { width: 100 }),
  head.column('fornecedor.xNome', { card: 'title' }),
  head.column('motivo', { hidden: true }),
  head.column('vCredito', { width: 130, hidden: true }),
  head.column('vTotal', { width: 130, card: 'value' }),
]

const EMPTY = {
  text: 'Devolva por aqui o que veio de um fornecedor, ou abra a entrada e escolha “Devolver ao fornecedor”.',
  to: { path: '/ui/estoque/entrada', label: 'Abrir Entradas' },
}

const Devolucoes = (): ReactElement => (
  <DocumentTable kind={KIND} columns={columns} create="Nova devolução" empty={EMPTY} />
)

const FINISHED: Values = { status: numbersOf(entradaLife, ['finalizada'])[0] }
const entryName = (row: Row): string => `Entrada ${row.id}${isSet(row.nNF) ? ` · NF ${textOf(row.nNF)}` : ''}`

function InfoFields(): ReactElement {
  useSignals()
  const form = useForm()
  const isNew = form.record.value === undefined
  return (
    <>
      <head.ReferenceField
        name="entrada_id"
        resource="entrada"
        where={FINISHED}
        display={entryName}
        detail={(row) => displayName(row.fornecedor)}
        disabled={!isNew}
        span={6}
        onPick={(row) => {
          form.patch({
            [ITEMS]: [],
            fornecedor_id: row?.fornecedor_id ?? null,
            fornecedor: row?.fornecedor ?? null,
          })
          if (row !== null) void bringItems(form, row.id)
        }}
      />
      <head.ReferenceField name="fornecedor_id" resource="fornecedor" required={false} disabled span={6} />
      <head.Field name="geraNFe" span={6} />
      <head.ReferenceField name="tipo_entrada_saida_id" {...GOES_OUT} help="A de devolução, se vazia" span={6} />
      <head.Field name="geraCredito" span={6} />
      <head.Field name="tpFrete" span={6} />
      <head.ReferenceField name="transportadora_id" resource="transportadora" span={6} />
      <head.Field name="motivo" kind="textarea" />
    </>
  )
}

const HOW = tellsNote('devolucao_id', 'finaliza', 'emiteNFe')
const BRING = { label: 'Itens da entrada', run: bringItems }

function Items(): ReactElement {
  useSignals()
  const columns = itemColumns(useForm())
  return (
    <ReturnItems name={ITEMS} columns={columns} compute={computeLine} from="entrada_id" bring={BRING} onAll={takeAll} />
  )
}

/** A new return that was asked for from an entry begins with it. */
function FromEntry({ entrada_id }: { readonly entrada_id: string | null }): null {
  const form = useForm()
  useEffect(() => {
    if (entrada_id !== null) void beginWith(form, entrada_id)
  }, [form, entrada_id])
  return null
}

function DevolucaoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={KIND.resource}
      name="Devolução"
      title={(row) =>
        `Devolução ${textOf(row.id)} · entrada ${textOf(row.entrada_id)} · ${displayName(row.fornecedor)}`
      }
      defaults={head.defaults}
      stay
      life={KIND.life}
      shape={sentReturn}
      actions={<LifeBar kind={KIND} how={HOW} />}
      summary={<ListTotals list={ITEMS} totalOf={totalOf} />}
      createdText="Devolução salva com sucesso."
      savedText="Devolução salva com sucesso."
    >
      <Tab label="Informações">
        <FromEntry entrada_id={modal.id === 'new' ? modal.query.get('entrada_id') : null} />
        <InfoFields />
      </Tab>
      <Tab label="Mercadorias" joins>
        <Items />
      </Tab>
    </ResourceForm>
  )
}

export const devolucao = screen({
  path: '/ui/estoque/devolucao',
  title: 'Devoluções de Compra',
  area: 'Estoque',
  right: 'devolucao_compra',
  component: Devolucoes,
  modals: { 'edit/:id': { component: DevolucaoForm, size: 'xl' } },
})
