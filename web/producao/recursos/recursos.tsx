import type { ReactElement } from 'react'
import { recursoFields } from '../../../core/fields/producao/registers'
import { screen, type ModalProps } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { ResourceForm } from '../../ui/form/resource-form'
import { Week } from '../../ui/form/week'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

const { Field, ReferenceField, column, defaults } = fieldsOf(recursoFields)

const columns: readonly Column[] = [
  column('descricao'),
  column('centro_trabalho_id', { width: 240 }),
  column('tipo', { width: 140 }),
  column('vHora', { width: 160 }),
]

function Recursos(): ReactElement {
  return <ResourceTable resource="producao/recurso" columns={columns} sort={{ field: 'descricao', desc: false }} />
}

function RecursoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="producao/recurso" name="Recurso" defaults={defaults}>
      <Field name="descricao" span={12} />
      <ReferenceField name="centro_trabalho_id" resource="producao/centro_trabalho" span={12} />
      <Field name="tipo" span={6} />
      <Field name="vHora" span={6} />
      <Week label="Horários por dia" />
    </ResourceForm>
  )
}

export const recursos = screen({
  path: '/ui/producao/recursos',
  title: 'Recursos de produção',
  area: 'Produção',
  register: true,
  right: 'recursos',
  component: Recursos,
  modals: { 'edit/:recurso_id': { component: RecursoForm, size: 'md' } },
})
