import type { ReactElement } from 'react'
import { armazemFields } from '../../../core/fields/estoque/registers'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { AddressFields } from '../../ui/form/address'
import { ResourceForm } from '../../ui/form/resource-form'
import { Week } from '../../ui/form/week'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const { Field, ReferenceField, column } = fieldsOf(armazemFields)

const columns: readonly Column[] = [
  column('xNome'),
  column('xFant'),
  column('empresa.xNome', { width: 240 }),
  column('cMun_ref.xMun', { width: 180 }),
  column('UF', { width: 64 }),
]

function Armazens(): ReactElement {
  return <ResourceTable resource="estoque/armazem" columns={columns} sort={{ field: 'xNome', desc: false }} />
}

function ArmazemForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="estoque/armazem" name="Armazém logístico">
      <Field name="xNome" span={6} />
      <Field name="xFant" span={6} />
      <ReferenceField name="empresa_id" resource="empresa" span={12} />
      <Field name="usa_separacao" span={6} />
      <Field name="confere_segunda_pessoa" span={6} />
      <AddressFields />
      <Week label="Horários de recebimento e expedição" />
    </ResourceForm>
  )
}

export const armazemLogistico = screen({
  path: '/ui/estoque/armazem_logistico',
  title: 'Armazém Logístico',
  area: 'Estoque',
  register: true,
  right: 'mercadoria',
  component: Armazens,
  modals: { 'edit/:armazem_id': { component: ArmazemForm } },
})
