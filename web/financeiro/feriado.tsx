import type { ReactElement } from 'react'
import { feriadoFields } from '../../core/fields/financeiro/feriado'
import { screen, type ModalProps } from '../app/registry'
import { fieldsOf } from '../ui/fields-of'
import { ResourceForm } from '../ui/form/resource-form'
import type { Column } from '../ui/table/columns'
import { ResourceTable } from '../ui/table/resource-table'

const { Field, ReferenceField, column, defaults } = fieldsOf(feriadoFields)

const columns: readonly Column[] = [
  column('dFeriado', { width: 120 }),
  column('descricao'),
  column('anual', { width: 110 }),
  column('empresa.xNome', { label: 'Empresa', width: 220 }),
]

function Feriados(): ReactElement {
  return <ResourceTable resource="financeiro/feriado" columns={columns} sort={{ field: 'dFeriado', desc: false }} />
}

function FeriadoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="financeiro/feriado" name="Feriado local" defaults={defaults}>
      <Field name="dFeriado" span={4} />
      <Field name="descricao" span={8} />
      <Field name="anual" span={4} />
      <ReferenceField name="empresa_id" resource="empresa" minChars={0} span={8} help="Vazia: vale para todas" />
    </ResourceForm>
  )
}

export const feriado = screen({
  path: '/ui/financeiro/feriado',
  title: 'Feriados Locais',
  area: 'Financeiro',
  register: true,
  right: 'conta_caixa',
  component: Feriados,
  modals: { 'edit/:id': { component: FeriadoForm, size: 'md' } },
})
