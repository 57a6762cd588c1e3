import type { ReactElement } from 'react'
import { atividadeFields } from '../../../core/fields/producao/registers'
import { screen, type ModalProps } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { ResourceForm } from '../../ui/form/resource-form'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

const { Field, column, defaults } = fieldsOf(atividadeFields)

const columns: readonly Column[] = [column('descricao'), column('produtiva', { width: 140 })]

function Atividades(): ReactElement {
  return <ResourceTable resource="producao/atividade" columns={columns} sort={{ field: 'descricao', desc: false }} />
}

function AtividadeForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="producao/atividade" name="Atividade" defaults={defaults}>
      <Field name="descricao" span={9} />
      <Field name="produtiva" span={3} />
    </ResourceForm>
  )
}

export const atividade = screen({
  path: '/ui/producao/atividade',
  title: 'Atividades de produção',
  area: 'Produção',
  register: true,
  right: 'atividade',
  component: Atividades,
  modals: { 'edit/:atividade_id': { component: AtividadeForm, size: 'lg' } },
})
