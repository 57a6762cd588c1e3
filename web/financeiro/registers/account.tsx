import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { bancoFields, saldoInicialFields } from '../../../core/fields/financeiro/caixa'
import type { ModalProps } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { sentSecrets } from '../../ui/form/secret-field'
import { Tab } from '../../ui/form/tab'
import { localToday } from '../../ui/format'
import { textOf, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { Transmission } from './transmission'

/** Cash accounts. */

const account = fieldsOf(bancoFields)
const opening = fieldsOf(saldoInicialFields)

const accountColumns: readonly Column[] = [
  account.column('descricao'),
  account.column('tipo', { width: 140 }),
  account.column('agencia', { width: 100 }),
  account.column('conta', { width: 120 }),
  account.column('vSaldo', { width: 140 }),
  account.column('padrao', { width: 90 }),
  account.column('ativo', { width: 90 }),
]

export function Accounts(): ReactElement {
  return (
    <ResourceTable resource="financeiro/banco" columns={accountColumns} sort={{ field: 'descricao', desc: false }} />
  )
}

/** What a new account begins with; later its balance is what its entries say. */
function Opening(): ReactElement {
  useSignals()
  return useForm().record.value === undefined ? (
    <>
      <opening.Field name="vSaldoInicial" span={4} />
      <opening.Field name="dSaldoInicial" span={4} />
    </>
  ) : (
    <account.Field name="vSaldo" span={4} />
  )
}

const sent = (values: Values): Values => sentSecrets(values, ['transmissao_senha', 'transmissao_chave'])

export function AccountForm(modal: ModalProps): ReactElement {
  const { Field, ReferenceField, defaults } = account
  return (
    <ResourceForm
      modal={modal}
      resource="financeiro/banco"
      name="Conta caixa"
      title={(row) => textOf(row.descricao)}
      defaults={{ ...defaults, dSaldoInicial: localToday() }}
      shape={sent}
    >
      <Tab label="Informações">
        <Field name="descricao" span={8} />
        <Field name="tipo" span={4} />
        <Field name="codigo" span={3} />
        <Field name="agencia" span={3} />
        <Field name="conta" span={6} />
        <Opening />
        <ReferenceField
          name="plano_conta_id"
          resource="financeiro/plano_contas"
          minChars={0}
          display={(row) => `${textOf(row.codigo)} ${textOf(row.descricao)}`}
          span={12}
        />
        <Field name="padrao" span={6} />
        <Field name="ativo" span={6} />
      </Tab>
      <Tab label="Pagamentos">
        <Field name="limite_aprovacao" span={6} />
        <Field name="pagamento_sequencia" span={6} />
        <Field name="pagamento_convenio" span={4} />
        <Field name="pagamento_parametro" span={4} />
        <Field name="pagamento_compromisso" span={4} />
      </Tab>
      <Tab label="Transmissão">
        <Transmission />
      </Tab>
    </ResourceForm>
  )
}
