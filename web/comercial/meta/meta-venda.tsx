import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { Field } from '../../ui/form/fields'
import { ReferenceField } from '../../ui/form/reference-field'
import { ResourceForm } from '../../ui/form/resource-form'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import { amountColumns, duplicate, periodColumns } from './parts'

const RESOURCE = 'comercial/meta_venda'
const columns = [
  ...periodColumns,
  { field: 'vendedor.xNome', label: 'Vendedor', width: 160 },
  { field: 'categoria.descricao', label: 'Categoria', width: 140 },
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
      <Field name="descricao" label="Descrição" required span={12} maxLength={80} />
      <Field name="dIni" label="De" kind="date" required span={4} />
      <Field name="dFim" label="Até" kind="date" required span={4} />
      <Field name="vMeta" label="Valor" kind="money" required span={4} />
      <ReferenceField name="vendedor_id" label="Só do vendedor" resource="vendedor" span={6} />
      <ReferenceField
        name="categoria_id"
        label="Só da categoria de clientes"
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
  icon: 'chart',
  right: 'meta',
  component: MetasVenda,
  modals: { 'edit/:id': { component: MetaVendaForm } },
})
