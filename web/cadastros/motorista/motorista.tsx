import type { ReactElement } from 'react'
import { motoristaFields } from '../../../core/fields/cadastros/motorista'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { AddressFields } from '../../ui/form/address'
import { Attachments } from '../../ui/form/attachments'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { Week } from '../../ui/form/week'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import { PersonFields, personColumns, personViews } from '../person'
import { PersonalData } from '../lgpd/personal-data'

const { Field, ReferenceField, column, defaults } = fieldsOf(motoristaFields)

const columns = [
  ...personColumns,
  column('transportadora.xNome', { width: 180 }),
  column('dValidadeCNH', { label: 'CNH válida até', width: 130 }),
]

function Motoristas(): ReactElement {
  return (
    <ResourceTable
      resource="cadastro/motorista"
      columns={columns}
      views={personViews}
      sort={{ field: 'xNome', desc: false }}
    />
  )
}

function MotoristaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="cadastro/motorista"
      name="Motorista"
      title={(row) => textOf(row.xNome)}
      defaults={defaults}
      actions={<PersonalData modal={modal} recurso="motorista" />}
    >
      <Tab label="Informações">
        <PersonFields />
        <ReferenceField name="transportadora_id" resource="transportadora" span={6} />
        <Field name="CNH" label="CNH (registro)" span={3} />
        <Field name="dValidadeCNH" span={3} />
      </Tab>
      <Tab label="Endereço">
        <AddressFields />
      </Tab>
      <Tab label="Horários">
        <Week label="Horários de trabalho" />
      </Tab>
      <Tab label="Anexos" needsRecord>
        <Attachments type="motorista" />
      </Tab>
    </ResourceForm>
  )
}

export const motorista = screen({
  path: '/ui/cadastros/motorista',
  title: 'Motoristas',
  area: 'Cadastros',
  register: true,
  right: 'motorista',
  component: Motoristas,
  modals: { 'edit/:id': { component: MotoristaForm } },
})
