import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { Field } from '../../ui/form/fields'
import { ReferenceField } from '../../ui/form/reference-field'
import { ResourceForm } from '../../ui/form/resource-form'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const RESOURCE = 'cadastros/cliente_categoria'
const columns: readonly Column[] = [
  { field: 'descricao', label: 'Descrição', width: 240 },
  { field: 'full_descricao', label: 'Caminho', sort: false, filter: 'none' },
]

function Categorias(): ReactElement {
  return <ResourceTable resource={RESOURCE} columns={columns} sort={{ field: 'descricao', desc: false }} />
}

function CategoriaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource={RESOURCE} name="Categoria" title={(row) => textOf(row.full_descricao)}>
      <Field name="descricao" label="Descrição" required span={12} maxLength={60} />
      <ReferenceField
        name="categoria_pai_id"
        label="Dentro de"
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
  icon: 'tag',
  right: 'cliente',
  component: Categorias,
  modals: { 'edit/:id': { component: CategoriaForm, size: 'md' } },
})
