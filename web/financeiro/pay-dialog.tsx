import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { baixaFields } from '../../core/fields/financeiro/baixa'
import { decimal, sum } from '../../core/money/decimal'
import { settlement } from '../../core/settlement/payment'
import { ApiError, post } from '../app/api'
import { announce } from '../app/events'
import { toast } from '../app/toasts'
import { confirm } from '../ui/confirm'
import { fieldsOf } from '../ui/fields-of'
import { useForm } from '../ui/form/context'
import type { FormModel } from '../ui/form/form-model'
import { amountOf, counted, formatMoney, localToday } from '../ui/format'
import { getPath, isRecord, rowsOf, textOf, type Row, type Values } from '../ui/row'
import { useLoaded } from '../ui/use-loaded'
import { AskDialog } from '../ui/form/ask-dialog'

const { Field, ReferenceField } = fieldsOf(baixaFields)

export type Side = 'receber' | 'pagar'

interface PayDialogProps {
  readonly side: Side
  readonly rows: readonly Row[]
  readonly onClose: () => void
  readonly onDone?: () => void
}

const FAILED = 'Não foi possível baixar esta conta'
const amounts = (values: Values) => ({ vJuros: values.vJuros, vMulta: values.vMulta, vDesc: values.vDesc })

/** Asks again what the server asks before it goes on: a day that has not come, money beyond what is owed. Undefined when it was given up. */
async function insist(error: unknown, side: Side, alone: boolean): Promise<Values | undefined> {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'confirm')
    return (await confirm({ title: 'Data no futuro', text: error.message, action: 'Continuar' }))
      ? { confirma: true }
      : undefined
  if (error.code !== 'over_balance' || side !== 'receber' || !alone) return undefined
  const yes = await confirm({
    title: 'O valor passa do saldo da conta',
    text: 'O que foi pago a mais pode ficar como crédito do cliente.',
    action: 'Guardar como crédito',
  })
  return yes ? { excedente: 'credito' } : undefined
}

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
  const body = alone ? { ...place, ...amounts(values), vPago } : { ...place, titulos: rows.map(({ id }) => ({ id })) }
  try {
    const answer = await post(path, body)
    const many = `${counted(rows.length, 'conta baixada', 'contas baixadas')}.`
    toast.success(alone && isRecord(answer) ? textOf(answer.message) : many)
    announce(`contas_${side}`)
    onDone?.()
    return true
  } catch (error) {
    const again = await insist(error, side, alone)
    if (again !== undefined) return settle(props, { values, form, more: { ...more, ...again } })
    toast.error(error, FAILED, '', form)
    return false
  }
}

/** What is paid of what is owed, as it is typed. */
function Owed({ rows }: Pick<PayDialogProps, 'rows'>): ReactElement {
  useSignals()
  const { values } = useForm()
  const saldo = sum(rows.map((row) => amountOf(row.vSaldo)))
  const { vPago, vJuros, vMulta, vDesc } = values.value
  const parts = { vJuros: amountOf(vJuros), vMulta: amountOf(vMulta), vDesc: amountOf(vDesc) }
  const due = settlement(saldo, { ...parts, vPago: 0 }).saldo
  const left = rows.length > 1 || vPago === null || vPago === undefined ? decimal(0) : due.minus(amountOf(vPago))
  return (
    <p className="dialog-text" role="status">
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
  const account = usual === undefined ? {} : { banco_id: usual.id, banco: usual }
  const alone = rows.length === 1
  const title = alone
    ? `Baixa da conta ${textOf(row.numero) || row.id}`
    : `Baixa de ${counted(rows.length, 'conta', 'contas')}`
  return (
    <AskDialog
      title={title}
      action="Dar baixa"
      initial={{ dPagamento: localToday(), ...account, ...(alone ? { vPago: row.vSaldo } : {}) }}
      onGo={(values, form) => settle(props, { values, form })}
      onClose={onClose}
    >
      <div className="span-12">
        <Owed rows={rows} />
      </div>
      {alone ? <Field name="vPago" span={6} autoFocus /> : null}
      <Field name="dPagamento" span={6} autoFocus={!alone} />
      <ReferenceField name="banco_id" resource="financeiro/banco" minChars={0} where={{ ativo: true }} span={6} />
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
    </AskDialog>
  )
}
