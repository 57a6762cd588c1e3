import type { ReactElement } from 'react'
import { vendedorFields } from '../../../core/fields/cadastros/pessoas'
import { equipeVendedorFields } from '../../../core/fields/cadastros/equipe'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { AddressFields } from '../../ui/form/address'
import { Attachments } from '../../ui/form/attachments'
import { ChildList } from '../../ui/form/child-list'
import { LogoField } from '../../ui/form/logo'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { Week } from '../../ui/form/week'
import { ListField } from '../../ui/lines/list-field'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import { ComissaoForm, describeCommission } from './comissao'
import { PersonFields, personColumns, personViews } from '../person'
import { PersonalData } from '../lgpd/personal-data'

const { Field, ReferenceField, column, defaults } = fieldsOf(vendedorFields)
const member = fieldsOf(equipeVendedorFields)

const columns = [...personColumns, column('pComissao', { label: 'Comissão %', width: 110 })]
const team = [member.lineTo('membro_id', 'vendedor', { label: 'Vendedor' })]

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
      defaults={defaults}
      actions={<PersonalData modal={modal} recurso="vendedor" />}
    >
      <Tab label="Informações">
        <PersonFields />
        <Field name="pComissao" span={3} />
        <ReferenceField name="user_id" resource="user" span={9} />
        <LogoField resource="vendedor" />
      </Tab>
      <Tab label="Endereço">
        <AddressFields />
      </Tab>
      <Tab label="Equipe">
        <ListField name="equipe_vendedor_list" label="Equipe" columns={team} addKey={false} />
      </Tab>
      <Tab label="Comissões">
        <ChildList
          modal={modal}
          label="Comissões"
          resource="cadastros/vendedor_comissao"
          field="vendedor_id"
          segment="vendedor_comissao"
          describe={describeCommission}
          unsaved="Salve o vendedor antes de adicionar comissões."
        />
      </Tab>
      <Tab label="Horários">
        <Week label="Horários de atendimento" />
      </Tab>
      <Tab label="Anexos" needsRecord>
        <Attachments type="vendedor" />
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
  modals: {
    'edit/:id': { component: VendedorForm },
    'edit/:id/vendedor_comissao/:comissao_id': { component: ComissaoForm, size: 'md' },
  },
})
