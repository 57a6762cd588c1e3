import type { ReactElement } from 'react'
import { conciliacaoBancariaFields } from '../../../core/fields/financeiro/conciliacao-bancaria'
import type { ModalProps } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { ResourceForm } from '../../ui/form/resource-form'
import { Workbench } from './workbench'

const { Field, ReferenceField } = fieldsOf(conciliacaoBancariaFields)

/** A new reconciliation says its account and days; one that is there is worked in. */
export function SessionModal(modal: ModalProps): ReactElement {
  if (modal.id !== 'new') return <Workbench {...modal} />
  return (
    <ResourceForm modal={modal} resource="financeiro/conciliacao_bancaria" name="Conciliação bancária" defaults={{}}>
      <ReferenceField name="banco_id" resource="financeiro/banco" minChars={0} where={{ ativo: true }} span={6} />
      <Field name="dInicio" span={3} />
      <Field name="dFim" span={3} />
      <Field name="vSaldoBanco" span={6} help="Onde nenhum arquivo diz" />
      <Field name="dSaldo" span={6} />
    </ResourceForm>
  )
}
