import type { ReactElement } from 'react'
import type { ModalProps } from '../../app/registry'
import { AddressFields } from '../../ui/form/address'
import { Field } from '../../ui/form/fields'
import { LogoField } from '../../ui/form/logo'
import { ResourceForm } from '../../ui/form/resource-form'
import { sentSecrets } from '../../ui/form/secret-field'
import { Tab } from '../../ui/form/tab'
import { TaxIdField } from '../../ui/form/tax-id-field'
import { textOf } from '../../ui/row'
import { CertificatePanel } from './certificate'
import { ShopsTab } from './lojas'
import { AMBIENTE, CERTIFICADO, CRT, ORDEM_PRODUCAO } from './options'
import { WebhooksTab } from './webhooks'
import { WhatsappTab } from './whatsapp'

const defaults = {
  st: 0,
  CRT: 1,
  tpCert: 0,
  bloqueio_venda: 0,
  ambiente: 2,
  ses_prumo: 0,
  controla_estoque: true,
  exige_data_entrega: false,
  gera_op_orcamento: 0,
}

const SECRETS = ['whatsapp_token', 'tray_token']

export function EmpresaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="empresa"
      name="Empresa"
      title={(row) => textOf(row.xNome)}
      defaults={defaults}
      shape={(values) => sentSecrets(values, SECRETS)}
      stay
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
        <Field
          name="gera_op_orcamento"
          label="Ordem de produção do orçamento"
          kind="select"
          options={ORDEM_PRODUCAO}
          span={6}
        />
        <Field name="bloqueio_venda" label="Bloqueia vendas a clientes com títulos vencidos" kind="switch" span={12} />
        <Field name="controla_estoque" label="Controla estoque" kind="switch" span={6} />
        <Field name="exige_data_entrega" label="Exige data de entrega" kind="switch" span={6} />
      </Tab>
      <Tab label="Fiscal">
        <Field name="CRT" label="Regime tributário" kind="select" required options={CRT} span={4} />
        <Field name="ambiente" label="Ambiente fiscal" kind="select" required options={AMBIENTE} span={4} />
        <Field name="tpCert" label="Tipo de certificado" kind="select" required options={CERTIFICADO} span={4} />
        <CertificatePanel />
      </Tab>
      <Tab label="WhatsApp">
        <WhatsappTab />
      </Tab>
      <Tab label="Webhooks">
        <WebhooksTab />
      </Tab>
      <Tab label="Lojas virtuais">
        <ShopsTab />
      </Tab>
    </ResourceForm>
  )
}
