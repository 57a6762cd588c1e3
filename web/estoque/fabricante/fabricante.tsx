import type { ReactElement } from 'react'
import { fabricanteFields } from '../../../core/fields/estoque/registers'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { ResourceForm } from '../../ui/form/resource-form'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const { Field, column } = fieldsOf(fabricanteFields)

const columns: readonly Column[] = [
  column('descricao'),
  column('CNPJ_CPF', { width: 180 }),
  column('site', { width: 240 }),
]

function Fabricantes(): ReactElement {
  return <ResourceTable resource="estoque/fabricante" columns={columns} sort={{ field: 'descricao', desc: false }} />
}

export function FabricanteForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="estoque/fabricante" name="Fabricante">
      <Field name="descricao" span={12} />
      <Field name="CNPJ_CPF" span={5} />
      <Field name="site" span={7} />
    </ResourceForm>
  )
}

export const fabricante = screen({
  path: '/ui/estoque/fabricante',
  title: 'Fabricantes',
  area: 'Estoque',
  register: true,
  right: 'fabricante',
  component: Fabricantes,
  modals: { 'edit/:fabricante_id': { component: FabricanteForm, size: 'md' } },
})
