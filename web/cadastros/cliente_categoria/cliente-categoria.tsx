import type { ReactElement } from 'react'
import { clienteCategoriaComputed, clienteCategoriaFields } from '../../../core/fields/cadastros/cliente-categoria'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { ResourceForm } from '../../ui/form/resource-form'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const { Field, ReferenceField, column } = fieldsOf({ ...clienteCategoriaFields, ...clienteCategoriaComputed })

const RESOURCE = 'cadastros/cliente_categoria'
const columns: readonly Column[] = [
  column('descricao', { width: 240 }),
  column('full_descricao', { sort: false, filter: 'none' }),
]

function Categorias(): ReactElement {
  return <ResourceTable resource={RESOURCE} columns={columns} sort={{ field: 'descricao', desc: false }} />
}

function CategoriaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource={RESOURCE} name="Categoria" title={(row) => textOf(row.full_descricao)}>
      <Field name="descricao" span={12} />
      <ReferenceField
        name="categoria_pai_id"
        resource={RESOURCE}
        display={(row) => textOf(row.full_descricao) || textOf(row.descricao)}
        span={12}
      />
    </ResourceForm>
  )
}

export const clienteCategoria = screen({
  path: '/ui/cadastros/cliente_categoria',
  title: 'Categorias de Clientes',
  area: 'Cadastros',
  register: true,
  right: 'cliente',
  component: Categorias,
  modals: { 'edit/:id': { component: CategoriaForm, size: 'md' } },
})
