import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { AddressFields } from '../../ui/form/address'
import { Field } from '../../ui/form/fields'
import { LogoField } from '../../ui/form/logo'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { TaxIdField } from '../../ui/form/tax-id-field'
import { ListField } from '../../ui/lines/list-field'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import { personColumns } from '../person'
import { AMBIENTE, CRT, ORDEM_PRODUCAO } from './options'

const columns = personColumns.filter(({ field }) => field !== 'ativo')
const webhooks = [
  { field: 'event_type', label: 'Evento', kind: 'upper', width: 200, editable: true, required: true },
  { field: 'webhook_url', label: 'Endereço', editable: true, required: true },
] as const

function Empresas(): ReactElement {
  return <ResourceTable resource="empresa" columns={columns} sort={{ field: 'xNome', desc: false }} />
}

const defaults = {
  st: 0,
  CRT: 1,
  tpCert: 0,
  bloqueio_venda: 0,
  ambiente: 2,
  controla_estoque: true,
  exige_data_entrega: false,
  gera_op_orcamento: 0,
}

function EmpresaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="empresa"
      name="Empresa"
      title={(row) => textOf(row.xNome)}
      defaults={defaults}
    >
      <Tab label="Informações">
        <TaxIdField required />
        <Field name="IE" label="Inscrição estadual" span={4} maxLength={20} />
        <Field name="cor" label="Cor" span={3} maxLength={20} help="Linha sob a barra, como #4845ca" />
        <Field name="xNome" label="Razão social" required span={7} maxLength={120} />
        <Field name="xFant" label="Nome fantasia" span={5} maxLength={120} />
        <Field name="fone" label="Telefone" kind="phone" span={5} />
        <Field name="email" label="E-mail" kind="email" span={7} />
        <LogoField resource="empresa" />
      </Tab>
      <Tab label="Endereço">
        <AddressFields />
      </Tab>
      <Tab label="Operação">
        <Field name="CRT" label="Regime tributário" kind="select" required options={CRT} span={4} />
        <Field name="ambiente" label="Ambiente fiscal" kind="select" required options={AMBIENTE} span={4} />
        <Field
          name="gera_op_orcamento"
          label="Ordem de produção do orçamento"
          kind="select"
          options={ORDEM_PRODUCAO}
          span={4}
        />
        <Field name="bloqueio_venda" label="Bloqueia vendas a clientes com títulos vencidos" kind="switch" span={12} />
        <Field name="controla_estoque" label="Controla estoque" kind="switch" span={4} />
        <Field name="exige_data_entrega" label="Exige data de entrega" kind="switch" span={8} />
      </Tab>
      <Tab label="Webhooks">
        <ListField
          name="webhooks"
          label="Avisos a outros sistemas"
          columns={webhooks}
          addKey={false}
          blank={{ event_type: 'PEDIDO_FATURADO' }}
        />
      </Tab>
    </ResourceForm>
  )
}

export const empresa = screen({
  path: '/ui/cadastros/empresa',
  title: 'Empresas',
  area: 'Cadastros',
  icon: 'factory',
  right: 'empresa',
  component: Empresas,
  modals: { 'edit/:id': { component: EmpresaForm } },
})
