import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mercadoriaEtapaProducaoFields } from '../../../core/fields/producao/registers'
import { sum } from '../../../core/money/decimal'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { amountOf, formatQuantity } from '../../ui/format'
import { LinesField } from '../../ui/lines/lines-field'
import { linesOf, type LineColumn } from '../../ui/lines/lines-state'
import { numberOf } from '../../ui/row'

const { line, lineTo, defaults } = fieldsOf(mercadoriaEtapaProducaoFields)

export const STEPS = 'mercadoria_etapas_producao'
/** Steps are numbered by tens, so that one can come between two. */
const STRIDE = 10

const columns: readonly LineColumn[] = [
  line('n_ordem', { width: 70, editable: true }),
  line('descricao', { editable: true }),
  lineTo('centro_trabalho_id', 'producao/centro_trabalho', { width: 170 }),
  lineTo('recurso_id', 'producao/recurso', {
    width: 150,
    where: ({ centro_trabalho_id }) => (centro_trabalho_id ? { centro_trabalho_id } : {}),
  }),
  line('qMinutosPreparo', { label: 'Preparo', width: 90, editable: true }),
  line('qMinutos', { label: 'Min/unidade', width: 120, editable: true }),
]

/** How the product is made, step by step. */
export function Steps(): ReactElement {
  useSignals()
  const form = useForm()
  const steps = linesOf(form.values.value[STEPS])
  const add = (): void => {
    const last = Math.max(0, ...steps.map((one) => numberOf(one.n_ordem) ?? 0))
    form.set(STEPS, [...steps, { ...defaults, n_ordem: last + STRIDE, key: crypto.randomUUID() }])
  }
  const total = sum(steps.map((one) => amountOf(one.qMinutos)))
  return (
    <div className="stack">
      <h3 className="group-title">Etapas de produção</h3>
      <LinesField
        name={STEPS}
        label="Etapas de produção"
        columns={columns}
        addKey={false}
        addsInPlace
        onAdd={add}
        tools={
          <span className="field-help">
            {steps.length === 0
              ? 'As ordens de produção seguem estas etapas.'
              : `Em minutos; ${formatQuantity(total.toString(), 4)} por unidade, sem os preparos.`}
          </span>
        }
      />
    </div>
  )
}
