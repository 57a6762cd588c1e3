import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { conciliacaoRegraFields } from '../../../core/fields/financeiro/conciliacao-bancaria'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { counted, formatDate, formatMoney } from '../../ui/format'
import { isRecord, isSet, numberOf, textOf } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

const RESOURCE = 'financeiro/conciliacao_regra'
const { Field, ReferenceField, defaults } = fieldsOf(conciliacaoRegraFields)

/** What a rule did last, and how much of it was undone. */
function Uses({ id }: { readonly id: string }): ReactElement | null {
  const found = useLoaded(`${RESOURCE}/${id}/usos`, 'extrato_banco')
  if (!isRecord(found)) return null
  const [uses, undone] = [numberOf(found.usos) ?? 0, numberOf(found.desfeitos) ?? 0]
  const rows = Array.isArray(found.data) ? found.data.filter((one) => isRecord(one)) : []
  return (
    <section className="match-uses" aria-label="Usos da regra">
      <h3>{uses === 0 ? 'Ainda não foi usada.' : `${counted(uses, 'uso', 'usos')}, ${undone} desfeitos`}</h3>
      <ul>
        {rows.map((row) => (
          <li key={textOf(row.extrato_banco_id)}>
            {formatDate(row.dMovimento)} · {textOf(row.memo)} · {formatMoney(row.valor)}
            {row.automatico === true ? ' · por si' : ''}
            {row.desfeito === true ? ' · desfeito' : ''}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Removing leaves a stone: the same is not offered again. */
function Removing(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  if (record === undefined) return null
  const removed = isSet(record.dhRemovida)
  const run = async (): Promise<void> => {
    try {
      await post(`${RESOURCE}/${record.id}/${removed ? 'restaura' : 'remove'}`)
      toast.success(removed ? 'Regra devolvida.' : 'Regra removida: não será oferecida de novo.')
      announce('conciliacao_regra')
    } catch (error) {
      toast.error(error)
    }
  }
  return <Button onClick={() => void run()}>{removed ? 'Devolver a regra' : 'Remover a regra'}</Button>
}

export function RuleForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Regra de conciliação"
      defaults={defaults}
      actions={<Removing />}
    >
      <Field name="padrao" span={9} />
      <Field name="sinal" span={3} />
      <ReferenceField name="banco_id" resource="financeiro/banco" minChars={0} span={6} />
      <ReferenceField name="plano_conta_id" resource="financeiro/plano_contas" minChars={0} span={6} />
      <ReferenceField name="cliente_id" resource="cliente" span={6} />
      <ReferenceField name="fornecedor_id" resource="fornecedor" span={6} />
      <ReferenceField name="centro_resultado_id" resource="financeiro/centro_resultado" minChars={0} span={6} />
      <Field name="automatica" span={3} />
      <Field name="ativa" span={3} />
      {modal.id === 'new' ? null : <Uses id={modal.id} />}
    </ResourceForm>
  )
}
