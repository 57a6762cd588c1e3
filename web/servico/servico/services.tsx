import type { ReactElement } from 'react'
import { servicoFields } from '../../../core/fields/servico/registers'
import type { ModalProps } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { ResourceForm } from '../../ui/form/resource-form'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

const { Field, column, defaults } = fieldsOf(servicoFields)

const columns: readonly Column[] = [
  column('codigo', { width: 120, card: 'sub' }),
  column('descricao', { card: 'title' }),
  column('un', { width: 100 }),
  column('valor', { width: 140, card: 'value' }),
  column('cServico', { width: 140, hidden: true }),
  column('ativo', { width: 100 }),
]

export const Servicos = (): ReactElement => (
  <ResourceTable resource="srv/servico" columns={columns} sort={{ field: 'descricao', desc: false }} />
)

export function ServicoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="srv/servico" name="Serviço" defaults={defaults}>
      <Field name="descricao" span={8} />
      <Field name="codigo" span={4} />
      <Field name="valor" span={4} />
      <Field name="un" span={4} />
      <Field name="ativo" span={4} />
      <Field name="cServico" span={4} />
      <Field name="cTribMun" span={4} />
      <Field name="pISS" span={4} />
      <Field name="cTribNac" span={4} />
      <Field name="cNBS" span={4} />
      <Field name="tribISSQN" span={4} />
      <Field name="tpRetISSQN" span={3} />
      <Field name="pRetIRRF" span={3} />
      <Field name="pRetCP" span={3} />
      <Field name="pRetCSLL" span={3} />
      <Field name="cClassTrib" span={4} />
      <Field name="cstIBSCBS" span={4} />
      <Field name="cIndOp" span={4} />
      <Field name="pTotTribFed" span={6} />
      <Field name="pTotTribMun" span={6} />
    </ResourceForm>
  )
}
