import type { ReactElement } from 'react'
import { centroTrabalhoFields } from '../../../core/fields/producao/registers'
import { screen, type ModalProps } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { ResourceForm } from '../../ui/form/resource-form'
import { Week } from '../../ui/form/week'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

const { Field, column, defaults } = fieldsOf(centroTrabalhoFields)

const columns: readonly Column[] = [
  column('descricao'),
  column('qSimultaneos', { width: 200 }),
  column('vHora', { width: 160 }),
]

function CentroTrabalhos(): ReactElement {
  return (
    <ResourceTable resource="producao/centro_trabalho" columns={columns} sort={{ field: 'descricao', desc: false }} />
  )
}

function CentroTrabalhoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="producao/centro_trabalho" name="Centro de trabalho" defaults={defaults}>
      <Field name="descricao" span={12} />
      <Field name="qSimultaneos" span={6} />
      <Field name="vHora" span={6} />
      <Week label="Horários por dia" help="Sem nenhum, de segunda a sexta, oito horas" />
    </ResourceForm>
  )
}

export const centroTrabalhos = screen({
  path: '/ui/producao/centro_trabalhos',
  title: 'Centros de trabalho',
  area: 'Produção',
  register: true,
  right: 'centro_trabalhos',
  component: CentroTrabalhos,
  modals: { 'edit/:centro_trabalho_id': { component: CentroTrabalhoForm, size: 'md' } },
})
