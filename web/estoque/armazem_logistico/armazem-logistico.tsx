import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { AddressFields } from '../../ui/form/address'
import { Field } from '../../ui/form/fields'
import { ReferenceField } from '../../ui/form/reference-field'
import { ResourceForm } from '../../ui/form/resource-form'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const columns: readonly Column[] = [
  { field: 'xNome', label: 'Nome' },
  { field: 'xFant', label: 'Nome fantasia' },
  { field: 'empresa.xNome', label: 'Empresa', width: 240 },
  { field: 'cMun_ref.xMun', label: 'Município', width: 180 },
  { field: 'UF', label: 'UF', width: 64 },
]

function Armazens(): ReactElement {
  return <ResourceTable resource="estoque/armazem" columns={columns} sort={{ field: 'xNome', desc: false }} />
}

function ArmazemForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="estoque/armazem" name="Armazém logístico">
      <Field name="xNome" label="Nome" required span={6} maxLength={120} />
      <Field name="xFant" label="Nome fantasia" span={6} maxLength={120} />
      <ReferenceField name="empresa_id" label="Empresa" resource="empresa" required span={12} />
      <AddressFields />
    </ResourceForm>
  )
}

export const armazemLogistico = screen({
  path: '/ui/estoque/armazem_logistico',
  title: 'Armazém Logístico',
  area: 'Estoque',
  right: 'mercadoria',
  component: Armazens,
  modals: { 'edit/:armazem_id': { component: ArmazemForm } },
})
