import { useEffect, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { isCivilDate } from '../../core/br/civil-date'
import { renegociaFields } from '../../core/fields/financeiro/baixa'
import { ACCEPTED, readPlan } from '../../core/instalments/plan'
import { type Instalment, splitInstalments } from '../../core/instalments/split'
import { type Decimal, sum } from '../../core/money/decimal'
import { announce } from '../app/events'
import { toast } from '../app/toasts'
import { confirmed } from '../ui/confirmed'
import { coreMessage } from '../ui/documents/instalments'
import { fieldsOf } from '../ui/fields-of'
import { AskDialog } from '../ui/form/ask-dialog'
import { useForm } from '../ui/form/context'
import type { FormModel } from '../ui/form/form-model'
import { amountOf, counted, formatDate, formatMoney, localToday } from '../ui/format'
import { textOf, type Row, type Values } from '../ui/row'
import { askCharges, loadCharges } from './late-charges'
import type { Side } from './side'

const { Field, ReferenceField, defaults } = fieldsOf(renegociaFields)

interface RenegotiateProps {
  readonly side: Side
  readonly rows: readonly Row[]
  readonly onClose: () => void
}

interface Agreement {
  readonly saldo: Decimal
  readonly total: Decimal
  readonly parcelas: readonly Instalment[]
}

/** What the new titles are. Throws the core's refusal of a condition that cannot be read or a total that cannot be divided. */
function agreementOf(rows: readonly Row[], { prazo, dBase, vJuros, vDesc, diaUtil }: Values): Agreement {
  const saldo = sum(rows.map((row) => amountOf(row.vSaldo)))
  const total = saldo.plus(amountOf(vJuros)).minus(amountOf(vDesc))
  const date = isCivilDate(textOf(dBase)) ? textOf(dBase) : localToday()
  const plan = readPlan(textOf(prazo))
  const parcelas = splitInstalments({ vTotal: total, plan, date, dueDay: diaUtil === true ? 'next' : 'keep' })
  return { saldo, total, parcelas }
}

const signed = (sign: string, value: unknown): readonly string[] =>
  Number(amountOf(value)) === 0 ? [] : [`${sign} ${formatMoney(amountOf(value))}`]

/** What would be agreed, or why it cannot be. */
function tried(rows: readonly Row[], values: Values): Agreement | string {
  try {
    return agreementOf(rows, values)
  } catch (error) {
    return coreMessage(error) ?? ACCEPTED
  }
}

/** What becomes of them, as it is typed. */
function Preview({ rows }: Pick<RenegotiateProps, 'rows'>): ReactElement {
  useSignals()
  const { values } = useForm()
  const found = tried(rows, values.value)
  if (typeof found === 'string')
    return (
      <p className="hint hint-warn span-12" role="status">
        {found}
      </p>
    )
  const { saldo, total, parcelas } = found
  const { vJuros, vDesc } = values.value
  const sums = [`Saldo ${formatMoney(saldo.toFixed(2))}`, ...signed('+', vJuros), ...signed('−', vDesc)].join(' ')
  return (
    <div className="span-12" role="status">
      <p>
        {sums} = <b>{formatMoney(total.toFixed(2))}</b> em {counted(parcelas.length, 'parcela', 'parcelas')}
      </p>
      <ol aria-label="Novas contas">
        {parcelas.map((one) => (
          <li key={one.n}>
            {formatDate(one.dVencimento)} · {formatMoney(one.vDup.toFixed(2))}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Proposes what their delay costs until today as the interest of the agreement. */
function Charges({ side, rows }: Pick<RenegotiateProps, 'side' | 'rows'>): null {
  const form = useForm()
  useEffect(
    () =>
      askCharges({
        form,
        load: () => loadCharges(side, rows, localToday()),
        take: (charges) => {
          const total = sum(charges.flatMap((one) => [one.vMulta, one.vJuros]))
          if (!total.isZero()) form.suggest({ vJuros: Number(total.toFixed(2)) })
        },
      }),
    [form, side, rows],
  )
  return null
}

interface Sending extends Omit<RenegotiateProps, 'onClose'> {
  readonly body: Values
  readonly form: FormModel
}

async function send({ side, rows, body, form }: Sending): Promise<boolean> {
  try {
    const answer = await confirmed(`financeiro/contas_${side}/renegocia`, body, { title: 'Matriz e filiais' })
    if (answer === undefined) return false
    toast.success(`${counted(rows.length, 'conta renegociada', 'contas renegociadas')}.`)
    announce(`contas_${side}`)
    return true
  } catch (error) {
    toast.error(error, 'Não foi possível efetuar esta operação', '', form)
    return false
  }
}

/** Titles of one person become new ones: how many, when, with interest or discount. What comes of it is shown before. */
export function RenegotiateDialog({ side, rows, onClose }: RenegotiateProps): ReactElement {
  const go = async (values: Values, form: FormModel): Promise<boolean> => {
    try {
      const { parcelas } = agreementOf(rows, values)
      const { vJuros, vDesc, pagamento_id } = values
      const novas = parcelas.map((one) => ({
        dVencimento: one.dVencimento,
        vConta: one.vDup.toFixed(2),
        pagamento_id,
      }))
      return await send({ side, rows, body: { ids: rows.map((row) => row.id), vJuros, vDesc, novas }, form })
    } catch (error) {
      form.reject({ prazo: [coreMessage(error) ?? ACCEPTED] })
      return false
    }
  }
  const title = `Renegociar ${counted(rows.length, 'conta', 'contas')}`
  const initial = { ...defaults, dBase: localToday() }
  return (
    <AskDialog title={title} action="Renegociar" initial={initial} onGo={go} onClose={onClose}>
      <Charges side={side} rows={rows} />
      <Field name="prazo" span={4} autoFocus help="3x, 30/60/90, entrada+2x" />
      <Field name="dBase" span={4} />
      <Field name="diaUtil" span={4} />
      <Field name="vJuros" span={4} help="Proposto pelo atraso até hoje" />
      <Field name="vDesc" span={4} />
      <ReferenceField name="pagamento_id" resource="financeiro/pagamentos" minChars={0} span={4} />
      <Preview rows={rows} />
    </AskDialog>
  )
}
