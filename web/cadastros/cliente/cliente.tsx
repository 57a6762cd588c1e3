import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { clienteFields } from '../../../core/fields/cadastros/pessoas'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { AddressFields } from '../../ui/form/address'
import { Attachments } from '../../ui/form/attachments'
import { ChildList } from '../../ui/form/child-list'
import { useForm } from '../../ui/form/context'
import { EmailListField } from '../../ui/form/email-list-field'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { Week } from '../../ui/form/week'
import { ListField } from '../../ui/lines/list-field'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import { CashbackForm, describeCashback } from './cashback'
import { CreditStatement } from './credit'
import { DeliveryAddresses, Intentions } from './lists'
import { WhatsappCheck } from './whatsapp'
import { priceTable } from '../../comercial/tabela_preco/holding'
import { traitColumn } from '../trait-column'
import { PersonFields, personColumns, personViews } from '../person'
import { importAction } from '../importacao/importacao'
import { PersonalData } from '../lgpd/personal-data'

const { Field, ReferenceField, column, defaults } = fieldsOf(clienteFields)

const actions = [importAction('clientes')]
const traits = [traitColumn]

const columns = [...personColumns, column('vendedor.xNome', { width: 160, hidden: true })]

function Clientes(): ReactElement {
  return (
    <ResourceTable
      resource="cliente"
      columns={columns}
      views={personViews}
      actions={actions}
      sort={{ field: 'xNome', desc: false }}
    />
  )
}

/** The table that the customer buys at, and what is said of one that does not hold. */
function PriceTable(): ReactElement {
  useSignals()
  return <ReferenceField name="tabela_preco_id" {...priceTable(useForm().values.value.tabela_preco)} span={6} />
}

export function ClienteForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="cliente"
      name="Cliente"
      title={(row) => textOf(row.xNome)}
      defaults={defaults}
      actions={<PersonalData modal={modal} recurso="cliente" />}
    >
      <Tab label="Informações">
        <PersonFields />
        <WhatsappCheck />
        <Field name="indIEDest" emptyLabel="Pela inscrição estadual" span={4} />
        <Field name="ISUF" span={4} help="8 ou 9 dígitos" />
        <Field name="identifica_consumidor" span={4} />
        <Field name="sem_endereco" span={4} />
      </Tab>
      <Tab label="Endereço">
        <AddressFields />
        <DeliveryAddresses />
        <Week label="Horários de recebimento" />
        <ListField name="particularidades" label="Pede do veículo que entrega" columns={traits} addKey={false} />
      </Tab>
      <Tab label="Comercial">
        <ReferenceField name="vendedor_id" resource="vendedor" span={6} />
        <PriceTable />
        <ReferenceField name="transportadora_id" resource="transportadora" span={6} />
        <ReferenceField
          name="categoria_id"
          resource="cadastros/cliente_categoria"
          display={(row) => textOf(row.full_descricao) || textOf(row.descricao)}
          span={6}
        />
        <Field name="prazo" span={3} help="Por exemplo 30/60/90" />
        <Field name="limite_credito" span={3} />
        <EmailListField name="email_list" label="E-mails para documentos" />
        <Field name="envia_nfe" />
        <Field name="obs" />
      </Tab>
      <Tab label="Intenções">
        <Intentions />
      </Tab>
      <Tab label="Cashback">
        <ChildList
          modal={modal}
          label="Cashback"
          resource="cliente_cashback"
          field="cliente_id"
          segment="cashback"
          describe={describeCashback}
        />
      </Tab>
      <Tab label="Anexos" needsRecord>
        <Attachments type="cliente" />
      </Tab>
      <Tab label="Crédito" needsRecord>
        <CreditStatement />
      </Tab>
    </ResourceForm>
  )
}

export const cliente = screen({
  path: '/ui/cadastros/cliente',
  title: 'Clientes',
  area: 'Cadastros',
  right: 'cliente',
  component: Clientes,
  modals: {
    'edit/:cliente_id': { component: ClienteForm },
    'edit/:cliente_id/cashback/:cashback_id': { component: CashbackForm, size: 'md' },
  },
})
