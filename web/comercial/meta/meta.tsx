import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { Field } from '../../ui/form/fields'
import { ResourceForm } from '../../ui/form/resource-form'
import { ListField } from '../../ui/lines/list-field'
import { referenceLine } from '../../ui/lines/reference-line'
import type { LineColumn } from '../../ui/lines/lines-state'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import { amountColumns, duplicate, periodColumns } from './parts'

const RESOURCE = 'comercial/meta'
const columns = [...periodColumns, ...amountColumns]
const goals: readonly LineColumn[] = [
  referenceLine('vendedor_id', 'Vendedor', 'vendedor', { required: true }),
  { field: 'vMeta', label: 'Meta', kind: 'money', width: 140, editable: true, required: true, sum: true },
  { field: 'vRealizado', label: 'Realizado', kind: 'money', width: 140, sum: true },
]

function Metas(): ReactElement {
  return (
    <ResourceTable
      resource={RESOURCE}
      columns={columns}
      sort={{ field: 'dIni', desc: true }}
      duplicate={(row) => duplicate(RESOURCE, row)}
    />
  )
}

function MetaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource={RESOURCE} name="Meta" title={(row) => textOf(row.descricao)}>
      <Field name="descricao" label="Descrição" required span={12} maxLength={80} />
      <Field name="dIni" label="De" kind="date" required span={4} />
      <Field name="dFim" label="Até" kind="date" required span={4} />
      <Field name="vMeta" label="Meta da empresa" kind="money" span={4} />
      <ListField name="meta_vendedor_list" label="Metas dos vendedores" columns={goals} blank={{ vMeta: 0 }} />
    </ResourceForm>
  )
}

export const meta = screen({
  path: '/ui/comercial/meta',
  title: 'Metas',
  area: 'Comercial',
  icon: 'chart',
  right: 'meta',
  component: Metas,
  modals: { 'edit/:id': { component: MetaForm } },
})
