import type { ReactElement } from 'react'
import { metaComputed, metaVendedorFields } from '../../../core/fields/comercial/meta'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { ResourceForm } from '../../ui/form/resource-form'
import { displayName } from '../../ui/format'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'
import { amountColumns, duplicate } from './parts'

const { Field, ReferenceField, column, defaults } = fieldsOf({ ...metaVendedorFields, ...metaComputed })

const RESOURCE = 'comercial/meta_vendedor'
const columns: readonly Column[] = [
  column('vendedor.xNome'),
  column('meta.descricao', { width: 200 }),
  column('meta.dIni', { label: 'De', kind: 'date', width: 110, filter: 'none' }),
  column('meta.dFim', { label: 'Até', kind: 'date', width: 110, filter: 'none' }),
  ...amountColumns,
]

function MetasVendedor(): ReactElement {
  return (
    <ResourceTable
      resource={RESOURCE}
      columns={columns}
      sort={{ field: 'id', desc: true }}
      duplicate={(row) => duplicate(RESOURCE, row)}
    />
  )
}

function MetaVendedorForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Meta do vendedor"
      title={(row) => displayName(row.vendedor)}
      defaults={defaults}
    >
      <ReferenceField name="meta_id" resource="comercial/meta" span={12} />
      <ReferenceField name="vendedor_id" resource="vendedor" span={8} />
      <Field name="vMeta" required span={4} />
    </ResourceForm>
  )
}

export const metaVendedor = screen({
  path: '/ui/comercial/meta_vendedor',
  title: 'Metas de Vendedor',
  area: 'Comercial',
  register: true,
  right: 'meta',
  component: MetasVendedor,
  modals: { 'edit/:id': { component: MetaVendedorForm, size: 'md' } },
})
