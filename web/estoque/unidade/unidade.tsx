import type { ReactElement } from 'react'
import { unidadeFields } from '../../../core/fields/estoque/registers'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { ResourceForm } from '../../ui/form/resource-form'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const { Field, column, defaults } = fieldsOf(unidadeFields)

const columns: readonly Column[] = [
  column('un', { width: 120 }),
  column('descricao'),
  column('decimal', { label: 'Decimais', kind: 'number', decimals: 0, width: 110 }),
]

function Unidades(): ReactElement {
  return <ResourceTable resource="estoque/unidade" columns={columns} sort={{ field: 'un', desc: false }} />
}

export function UnidadeForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="estoque/unidade" name="Unidade" defaults={defaults}>
      <Field name="un" span={3} />
      <Field name="descricao" span={6} />
      <Field name="decimal" span={3} />
    </ResourceForm>
  )
}

export const unidade = screen({
  path: '/ui/estoque/unidade',
  title: 'Unidades',
  area: 'Estoque',
  register: true,
  right: 'unidade',
  component: Unidades,
  modals: { 'edit/:unidade_id': { component: UnidadeForm, size: 'md' } },
})
