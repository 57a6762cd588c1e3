import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { Field } from '../../ui/form/fields'
import { ResourceForm } from '../../ui/form/resource-form'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const columns: readonly Column[] = [
  { field: 'un', label: 'Unidade', width: 120 },
  { field: 'descricao', label: 'Descrição' },
  { field: 'decimal', label: 'Decimais', kind: 'number', decimals: 0, width: 110 },
]

function Unidades(): ReactElement {
  return <ResourceTable resource="estoque/unidade" columns={columns} sort={{ field: 'un', desc: false }} />
}

export function UnidadeForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="estoque/unidade" name="Unidade" defaults={{ decimal: 2 }}>
      <Field name="un" label="Unidade" kind="upper" required span={3} maxLength={6} />
      <Field name="descricao" label="Descrição" span={6} maxLength={60} />
      <Field name="decimal" label="Decimais da quantidade" kind="integer" span={3} maxLength={1} />
    </ResourceForm>
  )
}

export const unidade = screen({
  path: '/ui/estoque/unidade',
  title: 'Unidades',
  area: 'Estoque',
  right: 'unidade',
  component: Unidades,
  modals: { 'edit/:unidade_id': { component: UnidadeForm, size: 'md' } },
})
