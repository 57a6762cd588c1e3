import { useContext, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { contasPagarRateioFields } from '../../core/fields/financeiro/titulos'
import { decimal, sum } from '../../core/money/decimal'
import { splitValue } from '../../core/settlement/split'
import { post } from '../app/api'
import { announce } from '../app/events'
import { toast } from '../app/toasts'
import { Button } from '../ui/button'
import { settled } from '../ui/documents/use-verbs'
import { fieldsOf } from '../ui/fields-of'
import { SaveContext, useForm } from '../ui/form/context'
import { amountOf, counted, formatMoney } from '../ui/format'
import { ListField } from '../ui/lines/list-field'
import { linesOf } from '../ui/lines/lines-state'
import { isRecord, isSet, numberOf } from '../ui/row'

const part = fieldsOf(contasPagarRateioFields)

const split = [
  part.lineTo('centro_custo_id', 'financeiro/centro_custo'),
  part.line('vDist'),
  part.line('fixed'),
  part.line('checked'),
]

/** How much of the value the centres that take part bear: it cannot be saved while it is not all. */
function Shared(): ReactElement | null {
  useSignals()
  const { values } = useForm()
  const taking = linesOf(values.value.centro_custo_rateio_list).filter((one) => one.checked !== false)
  if (taking.length === 0) return null
  const [value, parts] = [decimal(amountOf(values.value.vDup)), sum(taking.map((one) => amountOf(one.vDist)))]
  const left = value.minus(parts)
  const rest = left.isZero() ? '' : `, ${left.sign() > 0 ? 'faltam' : 'sobram'} ${formatMoney(left.abs().toFixed(2))}`
  return (
    <p className={left.isZero() ? 'hint' : 'hint hint-warn'} role="status">
      Rateado: {formatMoney(parts.toFixed(2))} de {formatMoney(value.toFixed(2))}
      {rest}.
    </p>
  )
}

/** Takes the split over to the later instalments of the series that are open, in the same proportions. */
function CarrySplit(): ReactElement | null {
  useSignals()
  const form = useForm()
  const save = useContext(SaveContext)
  const row = form.record.value
  if (row === undefined || !isSet(row.recorrencia_id)) return null
  const carry = async (): Promise<void> => {
    if ((await settled({ form, save })) === undefined) return
    try {
      const answer = await post(`financeiro/contas_pagar/${row.id}/updateCentroCustoParcelas`)
      const count = numberOf(isRecord(answer) ? answer.contas : 0) ?? 0
      toast.success(`Rateio levado a ${counted(count, 'parcela', 'parcelas')}.`)
      announce('contas_pagar')
    } catch (error) {
      toast.error(error, 'Não foi possível atualizar')
    }
  }
  return <Button onClick={() => void carry()}>Levar às próximas parcelas</Button>
}

/** Divides the value among the centres that take part: fixed parts stay, the last takes the cents. */
function Divide(): ReactElement {
  const form = useForm()
  const divide = (): void => {
    const lines = linesOf(form.values.value.centro_custo_rateio_list)
    const parts = splitValue(
      amountOf(form.values.value.vDup),
      lines.map((one) => ({ checked: one.checked !== false, fixed: one.fixed === true, vDist: amountOf(one.vDist) })),
    )
    form.set(
      'centro_custo_rateio_list',
      lines.map((one, at) => ({ ...one, vDist: parts[at]?.toFixed(2) ?? '0.00' })),
    )
  }
  return <Button onClick={divide}>Dividir o valor</Button>
}

/** Which cost centres bear a payable: even, fixed, the rest to the last, and never less or more than its value. */
export function Split(): ReactElement {
  return (
    <>
      <ListField name="centro_custo_rateio_list" label="Centros de custo" columns={split} blank={part.defaults} />
      <Shared />
      <Divide />
      <CarrySplit />
    </>
  )
}
