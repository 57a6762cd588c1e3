import type { ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { fornecedorFields } from '../../../core/fields/cadastros/pessoas'
import { fieldsOf } from '../../ui/fields-of'
import { supplierForm } from '../../../core/settings/settings'
import { screen, type ModalProps } from '../../app/registry'
import { settings } from '../../app/session'
import { confirm } from '../../ui/confirm'
import { AddressFields } from '../../ui/form/address'
import { Attachments } from '../../ui/form/attachments'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { Week } from '../../ui/form/week'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import { PersonFields, personColumns, personViews } from '../person'
import { importAction } from '../importacao/importacao'
import { PersonalData } from '../lgpd/personal-data'

const { Field, defaults } = fieldsOf(fornecedorFields)

const actions = [importAction('fornecedores')]

function Fornecedores(): ReactElement {
  return (
    <ResourceTable
      resource="fornecedor"
      columns={personColumns}
      actions={actions}
      views={personViews}
      sort={{ field: 'xNome', desc: false }}
    />
  )
}

const askToSave = (): Promise<boolean> => confirm({ title: 'Salvar o fornecedor?', action: 'Salvar' })

/** One of three forms, as the configuration says: the standard one, with a tax id that must be there, or the name alone. */
function FornecedorForm(modal: ModalProps): ReactElement {
  useSignals()
  const kind = useComputed(() => supplierForm(settings.value)).value
  return (
    <ResourceForm
      modal={modal}
      resource="fornecedor"
      name="Fornecedor"
      title={(row) => textOf(row.xNome)}
      defaults={defaults}
      beforeSave={askToSave}
      actions={<PersonalData modal={modal} recurso="fornecedor" />}
    >
      {kind === 'name' ? (
        <Field name="xNome" span={12} />
      ) : (
        <Tab label="Informações">
          <PersonFields taxIdRequired={kind === 'cpf'} />
          <AddressFields />
          <Field name="pix_chave" span={5} />
          <Field name="cBanco" span={2} />
          <Field name="xAgencia" span={2} />
          <Field name="xConta" span={3} />
        </Tab>
      )}
      {kind === 'name' ? null : (
        <Tab label="Horários">
          <Week label="Horários de coleta e atendimento" />
        </Tab>
      )}
      {kind === 'name' ? null : (
        <Tab label="Anexos" needsRecord>
          <Attachments type="fornecedor" />
        </Tab>
      )}
    </ResourceForm>
  )
}

/** For fields that choose a supplier: what creates one in place, and what was typed is its name. */
export const CREATE_SUPPLIER = { component: FornecedorForm, right: 'fornecedor', field: 'xNome' } as const

export const fornecedor = screen({
  path: '/ui/cadastros/fornecedor',
  title: 'Fornecedores',
  area: 'Cadastros',
  right: 'fornecedor',
  component: Fornecedores,
  modals: { 'edit/:fornecedor_id': { component: FornecedorForm } },
})
