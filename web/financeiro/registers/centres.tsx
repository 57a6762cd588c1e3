import type { ReactElement } from 'react'
import { centroCustoFields } from '../../../core/fields/financeiro/caixa'
import type { ModalProps } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { ResourceForm } from '../../ui/form/resource-form'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

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

export const Costs = centres('financeiro/centro_custo', 'Centro de custo')
export const Results = centres('financeiro/centro_resultado', 'Centro de resultado')
