import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { AddressFields } from '../../ui/form/address'
import { Field } from '../../ui/form/fields'
import { ResourceForm } from '../../ui/form/resource-form'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import { PersonFields, personColumns, personViews } from '../person'

function Transportadoras(): ReactElement {
  return (
    <ResourceTable
      resource="transportadora"
      columns={personColumns}
      views={personViews}
      sort={{ field: 'xNome', desc: false }}
    />
  )
}

export function TransportadoraForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="transportadora"
      name="Transportadora"
      title={(row) => textOf(row.xNome)}
      defaults={{ st: 0, ativo: true }}
    >
      <PersonFields />
      <Field name="xEnder" label="Endereço nos documentos" span={12} maxLength={160} />
      <AddressFields />
    </ResourceForm>
  )
}

export const transportadora = screen({
  path: '/ui/cadastros/transportadora',
  title: 'Transportadoras',
  area: 'Cadastros',
  icon: 'truck',
  right: 'transportadora',
  component: Transportadoras,
  modals: { 'edit/:id': { component: TransportadoraForm } },
})
