import type { ReactElement } from 'react'
import { metaComputed, metaVendaFields } from '../../../core/fields/comercial/meta'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { ResourceForm } from '../../ui/form/resource-form'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import { amountColumns, duplicate, periodColumns } from './parts'

const { Field, ReferenceField, column } = fieldsOf({ ...metaVendaFields, ...metaComputed })

const RESOURCE = 'comercial/meta_venda'
const columns = [
  ...periodColumns,
  column('vendedor.xNome', { label: 'Vendedor', width: 160 }),
  column('categoria.descricao', { label: 'Categoria', width: 140 }),
  ...amountColumns,
]

function MetasVenda(): ReactElement {
  return (
    <ResourceTable
      resource={RESOURCE}
      columns={columns}
      sort={{ field: 'dIni', desc: true }}
      duplicate={(row) => duplicate(RESOURCE, row)}
    />
  )
}

function MetaVendaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource={RESOURCE} name="Meta de venda" title={(row) => textOf(row.descricao)}>
      <Field name="descricao" span={12} />
      <Field name="dIni" span={4} />
      <Field name="dFim" span={4} />
      <Field name="vMeta" span={4} />
      <ReferenceField name="vendedor_id" resource="vendedor" span={6} />
      <ReferenceField
        name="categoria_id"
        resource="cadastros/cliente_categoria"
        display={(row) => textOf(row.full_descricao) || textOf(row.descricao)}
        span={6}
      />
    </ResourceForm>
  )
}

export const metaVenda = screen({
  path: '/ui/comercial/meta_venda',
  title: 'Metas de Venda',
  area: 'Comercial',
  register: true,
  right: 'meta',
  component: MetasVenda,
  modals: { 'edit/:id': { component: MetaVendaForm } },
})
