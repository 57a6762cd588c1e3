import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import {
  bancoFields,
  centroCustoFields,
  planoContaFields,
  saldoInicialFields,
} from '../../core/fields/financeiro/caixa'
import { screen, type ModalProps } from '../app/registry'
import { fieldsOf } from '../ui/fields-of'
import { useForm } from '../ui/form/context'
import { ResourceForm } from '../ui/form/resource-form'
import { localToday } from '../ui/format'
import { textOf, type Row } from '../ui/row'
import type { Column } from '../ui/table/columns'
import { ResourceTable } from '../ui/table/resource-table'

/** The chart of accounts, cash accounts and centres. */

const plan = fieldsOf(planoContaFields)

const depthOf = (row: Row): number => textOf(row.codigo).split('.').length - 1
/** A step of the tree, in no-break spaces: a list has one line a row. */
const STEP = '\u00a0\u00a0\u00a0\u00a0'
const branch = (row: Row): string => `${STEP.repeat(depthOf(row))}${textOf(row.descricao)}`

const planColumns: readonly Column[] = [
  plan.column('codigo', { width: 120 }),
  plan.column('descricao', { render: branch, text: (row) => textOf(row.descricao) }),
  plan.column('uso', { width: 160 }),
  plan.column('ativo', { width: 90 }),
]

function Plan(): ReactElement {
  return (
    <ResourceTable
      resource="financeiro/plano_contas"
      columns={planColumns}
      sort={{ field: 'codigo', desc: false }}
      pageSize={500}
    />
  )
}

function PlanForm(modal: ModalProps): ReactElement {
  const { Field, defaults } = plan
  return (
    <ResourceForm
      modal={modal}
      resource="financeiro/plano_contas"
      name="Conta do plano"
      title={(row) => `${textOf(row.codigo)} ${textOf(row.descricao)}`}
      defaults={defaults}
    >
      <Field name="codigo" span={4} help="3 é despesa, 4 é receita" />
      <Field name="descricao" span={8} />
      <Field name="uso" span={8} />
      <Field name="ativo" span={4} />
    </ResourceForm>
  )
}

export const planoConta = screen({
  path: '/ui/financeiro/plano_conta',
  title: 'Plano de Contas',
  area: 'Financeiro',
  right: 'contas_pagar',
  component: Plan,
  modals: { 'edit/:id': { component: PlanForm } },
})

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

function Accounts(): ReactElement {
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

function AccountForm(modal: ModalProps): ReactElement {
  const { Field, ReferenceField, defaults } = account
  return (
    <ResourceForm
      modal={modal}
      resource="financeiro/banco"
      name="Conta caixa"
      title={(row) => textOf(row.descricao)}
      defaults={{ ...defaults, dSaldoInicial: localToday() }}
    >
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
      <Field name="limite_aprovacao" span={6} />
      <Field name="pagamento_sequencia" span={6} />
      <Field name="pagamento_convenio" span={4} />
      <Field name="pagamento_parametro" span={4} />
      <Field name="pagamento_compromisso" span={4} />
    </ResourceForm>
  )
}

export const contaCaixa = screen({
  path: '/ui/financeiro/conta_caixa',
  title: 'Contas de Caixa',
  area: 'Financeiro',
  right: 'conta_caixa',
  component: Accounts,
  modals: { 'edit/:id': { component: AccountForm } },
})

const centre = fieldsOf(centroCustoFields)
const centreColumns: readonly Column[] = [
  centre.column('codigo', { width: 120 }),
  centre.column('descricao'),
  centre.column('ativo', { width: 90 }),
]

/** Cost centres and result centres are alike: a code and a name. */
function centres(resource: string, name: string) {
  const List = (): ReactElement => (
    <ResourceTable resource={resource} columns={centreColumns} sort={{ field: 'descricao', desc: false }} />
  )
  const Form = (modal: ModalProps): ReactElement => (
    <ResourceForm modal={modal} resource={resource} name={name} defaults={centre.defaults}>
      <centre.Field name="codigo" span={4} />
      <centre.Field name="descricao" span={8} />
      <centre.Field name="ativo" span={4} />
    </ResourceForm>
  )
  return { List, Form }
}

const costs = centres('financeiro/centro_custo', 'Centro de custo')
const results = centres('financeiro/centro_resultado', 'Centro de resultado')

export const centroCusto = screen({
  path: '/ui/financeiro/centro_custos',
  title: 'Centros de Custo',
  area: 'Financeiro',
  right: 'centro_custos',
  component: costs.List,
  modals: { 'edit/:id': { component: costs.Form } },
})

export const centroResultado = screen({
  path: '/ui/financeiro/centro_resultados',
  title: 'Centros de Resultado',
  area: 'Financeiro',
  right: 'centro_resultados',
  component: results.List,
  modals: { 'edit/:id': { component: results.Form } },
})
