import type { ReactElement } from 'react'
import { metaComputed, metaFields, metaVendedorFields } from '../../../core/fields/comercial/meta'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { ResourceForm } from '../../ui/form/resource-form'
import { ListField } from '../../ui/lines/list-field'
import type { LineColumn } from '../../ui/lines/lines-state'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import { amountColumns, duplicate, periodColumns } from './parts'

const { Field } = fieldsOf({ ...metaFields, ...metaComputed })
const goal = fieldsOf({ ...metaVendedorFields, ...metaComputed })

const RESOURCE = 'comercial/meta'
const columns = [...periodColumns, ...amountColumns]
const goals: readonly LineColumn[] = [
  goal.lineTo('vendedor_id', 'vendedor'),
  goal.line('vMeta', { label: 'Meta', width: 140, editable: true, required: true, sum: true }),
  goal.line('vRealizado', { width: 140, sum: true }),
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
      <Field name="descricao" span={12} />
      <Field name="dIni" span={4} />
      <Field name="dFim" span={4} />
      <Field name="vMeta" span={4} />
      <ListField name="meta_vendedor_list" label="Metas dos vendedores" columns={goals} blank={goal.defaults} />
    </ResourceForm>
  )
}

export const meta = screen({
  path: '/ui/comercial/meta',
  title: 'Metas',
  area: 'Comercial',
  right: 'meta',
  component: Metas,
  modals: { 'edit/:id': { component: MetaForm } },
})
