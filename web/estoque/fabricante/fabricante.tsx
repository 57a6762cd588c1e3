import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { Field } from '../../ui/form/fields'
import { ResourceForm } from '../../ui/form/resource-form'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const columns: readonly Column[] = [
  { field: 'descricao', label: 'Descrição' },
  { field: 'CNPJ_CPF', label: 'CNPJ', kind: 'taxid', width: 180 },
  { field: 'site', label: 'Site', width: 240 },
]

function Fabricantes(): ReactElement {
  return <ResourceTable resource="estoque/fabricante" columns={columns} sort={{ field: 'descricao', desc: false }} />
}

export function FabricanteForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="estoque/fabricante" name="Fabricante">
      <Field name="descricao" label="Descrição" required span={12} maxLength={80} />
      <Field name="CNPJ_CPF" label="CNPJ" kind="taxid" span={5} />
      <Field name="site" label="Site" span={7} maxLength={200} />
    </ResourceForm>
  )
}

export const fabricante = screen({
  path: '/ui/estoque/fabricante',
  title: 'Fabricantes',
  area: 'Estoque',
  right: 'fabricante',
  component: Fabricantes,
  modals: { 'edit/:fabricante_id': { component: FabricanteForm, size: 'md' } },
})
