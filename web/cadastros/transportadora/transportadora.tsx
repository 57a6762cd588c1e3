import type { ReactElement } from 'react'
import { transportadoraFields } from '../../../core/fields/cadastros/pessoas'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { AddressFields } from '../../ui/form/address'
import { Attachments } from '../../ui/form/attachments'
import { ChildList } from '../../ui/form/child-list'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { Week } from '../../ui/form/week'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import { describeVehicle, VeiculoForm } from './veiculo'
import { PersonFields, personColumns, personViews } from '../person'
import { PersonalData } from '../lgpd/personal-data'

const { Field, defaults } = fieldsOf(transportadoraFields)

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
      defaults={defaults}
      actions={<PersonalData modal={modal} recurso="transportadora" />}
    >
      <Tab label="Informações">
        <PersonFields />
        <Field name="xEnder" label="Endereço nos documentos" span={12} />
        <AddressFields />
      </Tab>
      <Tab label="Veículos">
        <ChildList
          modal={modal}
          label="Veículos"
          resource="transportadora_veiculo"
          field="transportadora_id"
          segment="veiculo"
          describe={describeVehicle}
          unsaved="Salve a transportadora antes de adicionar veículos."
        />
      </Tab>
      <Tab label="Horários">
        <Week label="Horários de coleta e recebimento" />
      </Tab>
      <Tab label="Anexos" needsRecord>
        <Attachments type="transportadora" />
      </Tab>
    </ResourceForm>
  )
}

export const transportadora = screen({
  path: '/ui/cadastros/transportadora',
  title: 'Transportadoras',
  area: 'Cadastros',
  right: 'transportadora',
  component: Transportadoras,
  modals: {
    'edit/:id': { component: TransportadoraForm },
    'edit/:id/veiculo/:veiculo_id': { component: VeiculoForm, size: 'md' },
  },
})
