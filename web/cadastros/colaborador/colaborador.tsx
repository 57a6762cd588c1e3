import type { ReactElement } from 'react'
import { colaboradorFields } from '../../../core/fields/cadastros/colaborador'
import { equipeColaboradorFields } from '../../../core/fields/cadastros/equipe'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { AddressFields } from '../../ui/form/address'
import { Attachments } from '../../ui/form/attachments'
import { LogoField } from '../../ui/form/logo'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { Week } from '../../ui/form/week'
import { ListField } from '../../ui/lines/list-field'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import { PersonFields, personColumns, personViews } from '../person'
import { PersonalData } from '../lgpd/personal-data'

const { Field, ReferenceField, column, defaults } = fieldsOf(colaboradorFields)
const member = fieldsOf(equipeColaboradorFields)

const columns = [...personColumns, column('funcao', { width: 160 })]
const team = [member.lineTo('membro_id', 'cadastros/colaborador', { label: 'Colaborador' })]

function Colaboradores(): ReactElement {
  return (
    <ResourceTable
      resource="cadastros/colaborador"
      columns={columns}
      views={personViews}
      sort={{ field: 'xNome', desc: false }}
    />
  )
}

function ColaboradorForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="cadastros/colaborador"
      name="Colaborador"
      title={(row) => textOf(row.xNome)}
      defaults={defaults}
      actions={<PersonalData modal={modal} recurso="colaborador" />}
    >
      <Tab label="Informações">
        <PersonFields />
        <Field name="funcao" span={5} />
        <Field name="dAdmissao" span={3} />
        <Field name="cracha" span={4} />
        <ReferenceField name="user_id" resource="user" span={4} />
        <ReferenceField name="armazenamento_id" resource="estoque/armazenamento" span={6} />
        <LogoField resource="colaborador" />
      </Tab>
      <Tab label="Endereço">
        <AddressFields />
      </Tab>
      <Tab label="Equipe">
        <ListField name="equipe_colaborador_list" label="Equipe" columns={team} addKey={false} />
      </Tab>
      <Tab label="Horários">
        <Week label="Horários de trabalho" />
      </Tab>
      <Tab label="Anexos" needsRecord>
        <Attachments type="colaborador" />
      </Tab>
    </ResourceForm>
  )
}

export const colaborador = screen({
  path: '/ui/cadastros/colaborador',
  title: 'Colaboradores',
  area: 'Cadastros',
  right: 'colaborador',
  component: Colaboradores,
  modals: { 'edit/:id': { component: ColaboradorForm } },
})
