import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { addDays } from '../../../core/br/civil-date'
import { put } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Field } from '../../ui/form/fields'
import { FormContext } from '../../ui/form/context'
import { FormModel } from '../../ui/form/form-model'
import { formatDate, formatMoney } from '../../ui/format'
import { isRow, textOf } from '../../ui/row'
import { undoSave } from '../../ui/undo'
import type { Moving } from './curve'
import type { ProjectionShape } from './shapes'

/** Promises a date for a title: the due date stays what it is. True when it was saved. */
export async function promise({ title, para }: Moving): Promise<boolean> {
  if (para === null) return false
  const resource = `financeiro/contas_${title.tipo}`
  try {
    const row = await put(`${resource}/${title.id}`, { dPrevisao: para, versao: title.versao })
    const text = `Previsão de ${title.numero ?? `Conta ${title.id}`}: ${formatDate(para)}. O vencimento não mudou.`
    toast.success(text, isRow(row) ? undoSave(resource, row) : {})
    return true
  } catch (error) {
    toast.error(error, 'Não foi possível mudar a previsão')
    return false
  } finally {
    announce(`contas_${title.tipo}`)
  }
}

interface MovePanelProps {
  readonly moving: Moving
  readonly before: ProjectionShape
  readonly after: ProjectionShape
  readonly onPara: (para: string) => void
  readonly onSave: () => void
  readonly onClose: () => void
}

const STEPS = [
  { label: '−1 dia', days: -1 },
  { label: '+1 dia', days: 1 },
  { label: '+7 dias', days: 7 },
] as const

/** Moves a title by keys: a date, or steps of days; what becomes of the lowest balance is told as it is chosen. */
export function MovePanel({ moving, before, after, onPara, onSave, onClose }: MovePanelProps): ReactElement {
  useSignals()
  const { title, para } = moving
  const [form] = useState(() => new FormModel())
  useEffect(() => {
    if (textOf(form.values.peek().para) !== para) form.set('para', para)
  }, [form, para])
  const goTo = (date: string): void => {
    if (date >= before.hoje) onPara(date)
  }
  const now = para ?? before.hoje
  return (
    <FormContext value={form}>
      <section className="panel cash-move" aria-label="Mover a previsão">
        <p>
          <b>{title.numero ?? `Conta ${title.id}`}</b> · {title.pessoa} · {formatMoney(title.valor)} · vence em{' '}
          {formatDate(title.dVencimento)}
        </p>
        <div className="panel-row">
          <Field
            name="para"
            label="Nova previsão"
            kind="date"
            autoFocus
            onCommit={(value) => {
              if (textOf(value) !== '') goTo(textOf(value))
            }}
          />
          {STEPS.map(({ label, days }) => (
            <Button key={label} onClick={() => goTo(addDays(now, days))}>
              {label}
            </Button>
          ))}
          <Button kind="primary" onClick={onSave}>
            Salvar a previsão
          </Button>
          <Button onClick={onClose}>Voltar</Button>
        </div>
        <p role="status">
          Menor saldo: {formatMoney(before.menorSaldo.saldo)} em {formatDate(before.menorSaldo.dia)} →{' '}
          <b>{formatMoney(after.menorSaldo.saldo)}</b> em {formatDate(after.menorSaldo.dia)}
        </p>
      </section>
    </FormContext>
  )
}
