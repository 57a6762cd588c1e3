import type { ReactElement } from 'react'
import { planoContaFields } from '../../../core/fields/financeiro/caixa'
import type { ModalProps } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { ResourceForm } from '../../ui/form/resource-form'
import { textOf, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

/** The chart of accounts. */

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

export function Plan(): ReactElement {
  return (
    <ResourceTable
      resource="financeiro/plano_contas"
      columns={planColumns}
      sort={{ field: 'codigo', desc: false }}
      pageSize={500}
    />
  )
}

export function PlanForm(modal: ModalProps): ReactElement {
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
