import { useEffect, type ReactElement } from 'react'
import { computed, effect, untracked } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { baixaFields } from '../../core/fields/financeiro/baixa'
import { decimal, type Decimal, sum, ZERO } from '../../core/money/decimal'
import { settlement } from '../../core/settlement/payment'
import { ApiError } from '../app/api'
import { announce } from '../app/events'
import { toast } from '../app/toasts'
import { confirm } from '../ui/confirm'
import { confirmed } from '../ui/confirmed'
import { fieldsOf } from '../ui/fields-of'
import { useForm } from '../ui/form/context'
import type { FormModel } from '../ui/form/form-model'
import { amountOf, counted, formatMoney, localToday } from '../ui/format'
import { getPath, isRecord, isSet, rowsOf, textOf, type Row, type Values } from '../ui/row'
import { useLoaded } from '../ui/use-loaded'
import { AskDialog } from '../ui/form/ask-dialog'
import { chargesIn, LateCharges } from './late-charges'
import type { Side } from './side'

const { Field, ReferenceField } = fieldsOf(baixaFields)

interface PayDialogProps {
  readonly side: Side
  readonly rows: readonly Row[]
  readonly onClose: () => void
  readonly onDone?: () => void
}

const FAILED = 'Não foi possível baixar esta conta'
const amounts = (values: Values) => ({ vJuros: values.vJuros, vMulta: values.vMulta, vDesc: values.vDesc })

const keepsSurplus = (): Promise<boolean> =>
  confirm({
    title: 'O valor passa do saldo da conta',
    text: 'O que foi pago a mais pode ficar como crédito do cliente.',
    action: 'Guardar como crédito',
  })

interface Asked {
  readonly values: Values
  readonly form: FormModel
  /** What was confirmed on the way. */
  readonly more?: Values
}

async function settle(props: PayDialogProps, { values, form, more = {} }: Asked): Promise<boolean> {
  const { side, rows, onDone } = props
  const { dPagamento, banco_id, pagamento_id, vTarifa, vPago } = values
  const place = { dPagamento, banco_id, pagamento_id, vTarifa, ...more }
  const [row] = rows
  const alone = rows.length === 1 && row !== undefined
  const path = alone ? `financeiro/contas_${side}/${row.id}/baixa` : `financeiro/contas_${side}/baixaLote`
  const body = alone ? { ...place, ...amounts(values), vPago } : { ...place, titulos: titlesOf(rows, values) }
  try {
    const answer = await confirmed(path, body, { title: 'Data no futuro' })
    if (answer === undefined) return false
    const many = `${counted(rows.length, 'conta baixada', 'contas baixadas')}.`
    toast.success(alone && isRecord(answer) ? textOf(answer.message) : many)
    announce(`contas_${side}`)
    onDone?.()
    return true
  } catch (error) {
    const isSurplus = error instanceof ApiError && error.code === 'over_balance' && side === 'receber' && alone
    if (isSurplus && more.excedente === undefined)
      // A balance is looked at once the day has been agreed on.
      return (await keepsSurplus()) && settle(props, { values, form, more: { confirma: true, excedente: 'credito' } })
    toast.error(error, FAILED, '', form)
    return false
  }
}

/** Each title with what it is to bear beside what it owes. */
function titlesOf(rows: readonly Row[], values: Values): readonly Values[] {
  const charged = new Map(chargesIn(values).map(({ id, vMulta, vJuros }) => [String(id), { vMulta, vJuros }]))
  return rows.map(({ id }) => ({ id, ...charged.get(String(id)) }))
}

/** What titles owe with what is charged, less the discount. */
function dueOf(rows: readonly Row[], values: Values): Decimal {
  const saldo = sum(rows.map((row) => amountOf(row.vSaldo)))
  const [vJuros, vMulta, vDesc] = [values.vJuros, values.vMulta, values.vDesc].map(amountOf)
  const charges = rows.length > 1 ? sum(chargesIn(values).flatMap((one) => [one.vMulta, one.vJuros])) : ZERO
  return settlement(saldo.plus(charges), { vJuros, vMulta, vDesc, vPago: 0 }).saldo
}

/** What one title is paid follows what it owes, until somebody types another amount: at once, so that no payment overtakes it. */
function useFollowing(form: FormModel, rows: readonly Row[]): void {
  useEffect(() => {
    const [row] = rows
    if (row === undefined || rows.length > 1) return undefined
    let last = amountOf(row.vSaldo)
    const due = computed(() => dueOf(rows, form.values.value).toFixed(2))
    return effect(() => {
      const now = due.value
      untracked(() => {
        if (decimal(amountOf(form.values.value.vPago)).eq(last)) form.set('vPago', Number(now))
      })
      last = now
    })
  }, [form, rows])
}

/** What is paid of what is owed, as it is typed; an amount that nobody typed follows what is owed. */
function Owed({ rows }: Pick<PayDialogProps, 'rows'>): ReactElement {
  useSignals()
  const form = useForm()
  useFollowing(form, rows)
  const { vPago } = form.values.value
  const due = dueOf(rows, form.values.value)
  const left = rows.length > 1 || vPago === null || vPago === undefined ? ZERO : due.minus(amountOf(vPago))
  return (
    <p role="status">
      {rows.length > 1 ? `${counted(rows.length, 'conta', 'contas')}, ` : ''}a pagar{' '}
      <b>{formatMoney(due.toFixed(2))}</b>
      {left.isZero()
        ? null
        : left.sign() > 0
          ? `, ficam ${formatMoney(left.toFixed(2))}`
          : `, a mais ${formatMoney(left.abs().toFixed(2))}`}
    </p>
  )
}

/** Settles one title, whole or in part, or many at once with one row of cash. */
export function PayDialog(props: PayDialogProps): ReactElement | null {
  const { side, rows, onClose } = props
  const accounts = useLoaded('financeiro/banco?orderBy=padrao&sortedBy=desc&perPage=1&where={"ativo":true}', 'banco')
  const [row] = rows
  if (accounts === null || row === undefined) return null
  const [usual] = rowsOf(getPath(accounts, 'data'))
  // Where every title says where it is expected, each goes there unless somebody says otherwise.
  const each = rows.length > 1 && rows.every((one) => isSet(one.banco_id))
  const account = usual === undefined || each ? {} : { banco_id: usual.id, banco: usual }
  const alone = rows.length === 1
  const title = alone
    ? `Baixa da conta ${textOf(row.numero) || row.id}`
    : `Baixa de ${counted(rows.length, 'conta', 'contas')}`
  return (
    <AskDialog
      title={title}
      action="Dar baixa"
      initial={{ dPagamento: localToday(), cobra: true, ...account, ...(alone ? { vPago: row.vSaldo } : {}) }}
      onGo={(values, form) => settle(props, { values, form })}
      onClose={onClose}
    >
      <div className="span-12">
        <Owed rows={rows} />
        <LateCharges side={side} rows={rows} />
      </div>
      {alone ? <Field name="vPago" span={6} autoFocus /> : null}
      <Field name="dPagamento" span={6} autoFocus={!alone} />
      <ReferenceField
        name="banco_id"
        resource="financeiro/banco"
        minChars={0}
        where={{ ativo: true }}
        span={6}
        {...(alone ? {} : { help: 'Vazia: cada conta na sua' })}
      />
      {side === 'receber' ? (
        <ReferenceField name="pagamento_id" resource="financeiro/pagamentos" minChars={0} span={6} />
      ) : null}
      {alone ? (
        <>
          <Field name="vJuros" span={3} />
          <Field name="vMulta" span={3} />
          <Field name="vDesc" span={3} />
        </>
      ) : null}
      <Field name="vTarifa" span={3} />
      {alone ? null : <Field name="cobra" span={6} />}
    </AskDialog>
  )
}
