import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mercadoriaFechamentoFields, mercadoriaFechamentoItemFields } from '../../../core/fields/estoque/fechamento'
import { mercadoriaFechamentoLife } from '../../../core/lifecycle/mercadoria-fechamento'
import { Go } from '../../app/go'
import { follow } from '../../app/navigation'
import { screen, type ModalProps } from '../../app/registry'
import { DocumentTable } from '../../ui/documents/document-table'
import type { DocumentKind } from '../../ui/documents/kind'
import { LifeBar } from '../../ui/documents/life-bar'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { displayName, formatDate } from '../../ui/format'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

const KIND: DocumentKind = {
  life: mercadoriaFechamentoLife,
  resource: 'estoque/mercadoria_fechamento',
  name: 'mercadoria_fechamento',
  right: 'fechamento',
}
const ITEMS = 'estoque/mercadoria_fechamento_item'

const head = fieldsOf(mercadoriaFechamentoFields, KIND.life)
const item = fieldsOf(mercadoriaFechamentoItemFields)

const columns: readonly Column[] = [
  head.column('dFechamento', { width: 120, card: 'title' }),
  head.column('user.name', { label: 'Quem', width: 160, card: 'sub' }),
  head.column('obs'),
  head.column('vTotal', { width: 150, card: 'value' }),
]

const itemColumns: readonly Column[] = [
  item.column('mercadoria_fechamento.dFechamento', { label: 'Dia', width: 110, card: 'none' }),
  item.column('xProd', { label: 'Mercadoria', card: 'title' }),
  item.column('un', { label: 'Un', width: 60, card: 'none' }),
  item.column('quantidade', { width: 130, card: 'sub' }),
  item.column('vCustoMedio', { width: 130 }),
  item.column('vCustoInformado', { width: 140 }),
  item.column('vTotal', { width: 140, card: 'value' }),
]

const EMPTY = { text: 'Feche o estoque no fim do mês ou do ano: o saldo e o valor de cada mercadoria ficam guardados.' }
const NO_ITEMS = {
  text: 'As linhas nascem com o fechamento: uma para cada mercadoria que havia no dia.',
  to: { path: '/ui/estoque/mercadoria_fechamento', label: 'Abrir os fechamentos' },
}

const Fechamentos = (): ReactElement => (
  <DocumentTable kind={KIND} columns={columns} create="Novo fechamento" empty={EMPTY} />
)

const Items = (): ReactElement => (
  <ResourceTable
    resource={ITEMS}
    columns={itemColumns}
    sort={{ field: 'xProd', desc: false }}
    create={false}
    deletable={false}
    empty={NO_ITEMS}
  />
)

/** The way to what the closing lists, once it is saved. */
function ItemsLink(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  if (record === undefined) return null
  return (
    <nav className="span-12" aria-label="Linhas do fechamento">
      <Go to={`/ui/${ITEMS}?f.mercadoria_fechamento_id=${record.id}`} go={follow}>
        O saldo de cada mercadoria no dia
      </Go>
    </nav>
  )
}

function FechamentoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={KIND.resource}
      name="Fechamento de estoque"
      title={(row) => `Fechamento de ${formatDate(row.dFechamento)}`}
      defaults={head.defaults}
      stay
      life={KIND.life}
      actions={<LifeBar kind={KIND} />}
      createdText="Fechamento aberto."
      savedText="Fechamento salvo."
    >
      <head.Field name="dFechamento" span={4} />
      <head.Field name="atualiza_custo_medio" span={8} />
      <head.Field name="obs" span={12} />
      <head.Field name="vTotal" span={4} disabled />
      <ItemsLink />
    </ResourceForm>
  )
}

/** A cost that is wrong is told here; what there was is the ledger's. */
function ItemForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={ITEMS}
      name="Linha do fechamento"
      title={(row) => displayName(row.mercadoria)}
      defaults={item.defaults}
    >
      <item.Field name="quantidade" disabled span={6} />
      <item.Field name="vTotal" disabled span={6} />
      <item.Field name="vCustoMedio" disabled span={6} />
      <item.Field name="vCustoInformado" span={6} />
    </ResourceForm>
  )
}

export const mercadoriaFechamento = screen({
  path: '/ui/estoque/mercadoria_fechamento',
  title: 'Fechamentos de Estoque',
  area: 'Estoque',
  right: KIND.right,
  component: Fechamentos,
  modals: { 'edit/:id': { component: FechamentoForm, size: 'md' } },
})

/** What closings list: an address of its own, told of one closing by a filter. */
export const mercadoriaFechamentoItem = screen({
  path: `/ui/${ITEMS}`,
  title: 'Linhas de Fechamento',
  area: 'Estoque',
  right: KIND.right,
  component: Items,
  create: false,
  hidden: true,
  modals: { 'edit/:id': { component: ItemForm, size: 'md' } },
})
