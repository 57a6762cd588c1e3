import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import {
  RECIPIENT_COLUMNS,
  type Recipient,
  RECIPIENTS,
  saidaFields,
  saidaMercadoriaFields,
} from '../../../core/fields/estoque/saida'
import { saidaLife } from '../../../core/lifecycle/saida'
import { decimal, sum } from '../../../core/money/decimal'
import { tellsNote } from '../../nfe/nfe/tell'
import { screen, type ModalProps } from '../../app/registry'
import { sentLists } from '../../ui/documents/act'
import { DocumentTable } from '../../ui/documents/document-table'
import { ListTotals } from '../../ui/documents/document-totals'
import type { DocumentKind } from '../../ui/documents/kind'
import { LifeBar } from '../../ui/documents/life-bar'
import { placesOf } from '../../ui/documents/places'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { GOES_OUT } from '../../ui/form/operation'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { amountOf, displayName } from '../../ui/format'
import { linesOf, type Compute, type LineColumn } from '../../ui/lines/lines-state'
import { ProductLines } from '../../ui/lines/product-lines'
import { textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { lineOf, LOT, PLACE, PRODUCT_COLUMN } from '../goods'

const KIND: DocumentKind = { life: saidaLife, resource: 'estoque/saida', name: 'saida', right: 'saida' }
const ITEMS = 'saida_mercadoria_list'

const head = fieldsOf(saidaFields, saidaLife)
const item = fieldsOf(saidaMercadoriaFields)

/** Where a record keeps the recipient of each kind, and which register it is of. */
const RECIPIENT: Readonly<Record<Recipient, { readonly object: string; readonly resource: string }>> = {
  cliente: { object: 'cliente', resource: 'cliente' },
  fornecedor: { object: 'fornecedor', resource: 'fornecedor' },
  colaborador: { object: 'colaborador', resource: 'cadastros/colaborador' },
  empresa: { object: 'empresa_destino', resource: 'empresa' },
}

const isRecipient = (type: unknown): type is Recipient => typeof type === 'string' && Object.hasOwn(RECIPIENTS, type)
const recipientOf = (row: Values): string =>
  isRecipient(row.destinatario_type) ? displayName(row[RECIPIENT[row.destinatario_type].object]) : ''

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'sub' }),
  head.column('criado_em', { label: 'Data', width: 150 }),
  head.column('destinatario_type', { width: 120 }),
  head.column('cliente.xNome', { label: 'Para', card: 'title', render: recipientOf, text: recipientOf }),
  head.column('obs', { hidden: true }),
  head.column('vTotal', { width: 130, card: 'value' }),
]

const EMPTY = { text: 'Saídas que não são vendas: brindes, amostras, empréstimos, uso de outra empresa.' }

const Saidas = (): ReactElement => <DocumentTable kind={KIND} columns={columns} create="Nova saída" empty={EMPTY} />

const HOW = tellsNote('saida_id', 'finalizar', 'emiteNFe')
function InfoFields(): ReactElement {
  useSignals()
  const { values } = useForm()
  const type = isRecipient(values.value.destinatario_type) ? values.value.destinatario_type : 'cliente'
  return (
    <>
      <head.Field name="destinatario_type" span={4} />
      <head.ReferenceField
        key={type}
        name={RECIPIENT_COLUMNS[type]}
        label={RECIPIENTS[type]}
        resource={RECIPIENT[type].resource}
        required
        minChars={type === 'empresa' ? 0 : 1}
        span={8}
      />
      <head.ReferenceField
        name="armazenamento_id"
        resource="estoque/armazenamento"
        help="O usual da empresa, se vazio"
        where={placesOf(values.value)}
        span={6}
      />
      <head.Field name="movimenta_estoque" span={6} />
      <head.Field name="geraNFe" span={6} />
      <head.ReferenceField
        name="tipo_entrada_saida_id"
        {...GOES_OUT}
        help="De saída: remessa, bonificação"
        required={values.value.geraNFe === 1}
        span={6}
      />
      <head.Field name="obs" span={12} />
    </>
  )
}

const compute: Compute = (line) => ({
  ...line,
  vTotal: Number(decimal(amountOf(line.qTrib)).times(amountOf(line.vUnTrib)).toFixed(2)),
})

const itemColumns: readonly LineColumn[] = [
  item.line('xProd', PRODUCT_COLUMN),
  item.line('un', { label: 'Un', width: 48 }),
  item.line('qTrib', { label: 'Quant.', width: 84, editable: true }),
  item.line('vUnTrib', { width: 84, editable: true }),
  item.lineTo('armazenamento_id', 'estoque/armazenamento', PLACE),
  item.lineTo('lote_id', 'estoque/mercadoria_lote', LOT),
  item.line('vCusto', { width: 84 }),
  item.line('vTotal', { width: 96, sum: true }),
]

const newLine = (product: Row, quantity: number): Values => ({ ...lineOf(product, quantity), vUnTrib: 0 })

const totalOf = (values: Values): string => sum(linesOf(values[ITEMS]).map((line) => amountOf(line.vTotal))).toFixed(2)

const sent = (values: Values): Values => sentLists(values, { [ITEMS]: item.sent })

function SaidaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={KIND.resource}
      name="Saída"
      title={(row) => `Saída ${textOf(row.id)} · ${recipientOf(row)}`}
      defaults={head.defaults}
      stay
      life={KIND.life}
      shape={sent}
      actions={<LifeBar kind={KIND} how={HOW} />}
      summary={<ListTotals list={ITEMS} totalOf={totalOf} />}
      createdText="Saída salva com sucesso."
      savedText="Saída salva com sucesso."
    >
      <Tab label="Informações">
        <InfoFields />
      </Tab>
      <Tab label="Mercadorias" joins>
        <ProductLines name={ITEMS} label="Mercadorias" columns={itemColumns} compute={compute} newLine={newLine} />
      </Tab>
    </ResourceForm>
  )
}

export const saidas = screen({
  path: '/ui/estoque/saidas',
  title: 'Outras Saídas',
  area: 'Estoque',
  right: 'saida',
  component: Saidas,
  modals: { 'edit/:id': { component: SaidaForm, size: 'lg' } },
})
