import type { ReactElement } from 'react'
import { empresaFields } from '../../../core/fields/cadastros/empresa'
import { fieldsOf } from '../../ui/fields-of'
import type { ModalProps } from '../../app/registry'
import { AddressFields } from '../../ui/form/address'
import { LogoField } from '../../ui/form/logo'
import { ResourceForm } from '../../ui/form/resource-form'
import { SecretField, sentSecrets } from '../../ui/form/secret-field'
import { Tab } from '../../ui/form/tab'
import { TaxIdField } from '../../ui/form/tax-id-field'
import { Week } from '../../ui/form/week'
import { textOf } from '../../ui/row'
import { CertificatePanel } from './certificate'
import { ShopsTab } from './lojas'
import { PaymentsTab } from './pagamentos'
import { WebhooksTab } from './webhooks'
import { WhatsappTab } from './whatsapp'

const { Field, ReferenceField, defaults } = fieldsOf(empresaFields)

const Contact = (): ReactElement => (
  <>
    <Field name="fone" span={5} />
    <Field name="email" span={7} />
    <MailServer />
  </>
)

/** Where it is, and when it is open. */
const Place = (): ReactElement => (
  <>
    <AddressFields />
    <Week label="Horários de funcionamento" />
  </>
)

/** Mails of the company go by its own server, where it has one. */
const MailServer = (): ReactElement => (
  <>
    <Field name="smtp_url" span={7} help="smtps://usuario@servidor:465?from=notas@…; em branco, o do Prumo" />
    <SecretField name="smtp_senha" given="smtp_senha_definida" label="Senha do servidor" />
  </>
)

/** What service orders ask of their company. */
const ServiceFields = (): ReactElement => (
  <>
    <ReferenceField name="centro_custo_garantia_id" resource="financeiro/centro_custo" span={12} />
    <Field name="aviso_os" span={12} />
  </>
)

/** What is done by itself with documents of others. */
const ReceivedFields = (): ReactElement => (
  <>
    <Field name="busca_notas" span={6} />
    <Field name="busca_mdfe" span={6} />
    <Field name="manifesta_notas" span={6} />
    <Field name="importa_notas" span={6} />
  </>
)

const SECRETS = [
  'smtp_senha',
  'whatsapp_token',
  'tray_token',
  'checkout_token',
  'checkout_segredo',
  'gs1_client_secret',
  'gs1_senha',
]

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
        <TaxIdField />
        <Field name="IE" span={4} />
        <Field name="cor" span={3} help="Linha sob a barra, como #4845ca" />
        <Field name="xNome" span={7} />
        <Field name="xFant" span={5} />
        <Contact />
        <Field name="IEST" span={12} />
        <LogoField resource="empresa" />
      </Tab>
      <Tab label="Endereço">
        <Place />
      </Tab>
      <Tab label="Operação">
        <Field name="gera_op_orcamento" span={6} />
        <Field name="tpBaixaOpPadrao" span={6} />
        <Field name="tipoOpPadrao" span={6} />
        <Field name="bloqueio_venda" span={12} />
        <Field name="controla_estoque" span={6} />
        <Field name="exige_data_entrega" span={6} />
        <Field name="pCashback" span={4} />
        <Field name="qDiasCashback" span={4} />
        <Field name="vMinCashback" span={4} />
        <ServiceFields />
        <Field name="pMulta" span={4} />
        <Field name="pJuros" span={4} />
      </Tab>
      <Tab label="Fiscal">
        <Field name="CRT" span={4} />
        <Field name="ambiente" span={4} />
        <Field name="tpCert" span={4} />
        <Field name="CNAE" span={4} help="7 dígitos" />
        <Field name="IM" span={4} />
        <Field name="autXML" span={4} help="Pode baixar o XML das notas" />
        <ReceivedFields />
        <Field name="contingencia_automatica" span={6} />
        <Field name="cancela_nfe_horas" span={6} help="Vazio: o prazo do estado" />
        <Field name="cancela_nfce_minutos" span={6} help="Vazio: 30 minutos" />
        <Field name="contador_email" span={6} />
        <Field name="envia_contador" span={6} help="No dia 1º, um link para o ZIP do mês" />
        <CertificatePanel />
      </Tab>
      <Tab label="WhatsApp">
        <WhatsappTab />
      </Tab>
      <Tab label="Webhooks">
        <WebhooksTab />
      </Tab>
      <Tab label="Pagamentos">
        <PaymentsTab />
      </Tab>
      <Tab label="Lojas virtuais">
        <ShopsTab />
      </Tab>
    </ResourceForm>
  )
}
