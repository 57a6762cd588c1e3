import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { AddressFields } from '../../ui/form/address'
import { Field } from '../../ui/form/fields'
import { ReferenceField } from '../../ui/form/reference-field'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import { PersonFields, personColumns, personViews } from '../person'

const columns = [...personColumns, { field: 'pComissao', label: 'Comissão %', kind: 'percent', width: 110 } as const]

function Vendedores(): ReactElement {
  return (
    <ResourceTable resource="vendedor" columns={columns} views={personViews} sort={{ field: 'xNome', desc: false }} />
  )
}

export function VendedorForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="vendedor"
      name="Vendedor"
      title={(row) => textOf(row.xNome)}
      defaults={{ st: 0, ativo: true, pComissao: 0 }}
    >
      <Tab label="Informações">
        <PersonFields />
        <Field name="pComissao" label="Comissão (%)" kind="percent" decimals={4} span={3} />
        <ReferenceField name="user_id" label="Usuário" resource="user" span={9} />
      </Tab>
      <Tab label="Endereço">
        <AddressFields />
      </Tab>
    </ResourceForm>
  )
}

export const vendedor = screen({
  path: '/ui/cadastros/vendedor',
  title: 'Vendedores',
  area: 'Cadastros',
  right: 'vendedor',
  component: Vendedores,
  modals: { 'edit/:id': { component: VendedorForm } },
})
