import type { ReactElement } from 'react'
import { finalizaConciliacaoFields } from '../../../core/fields/financeiro/conciliacao'
import { decimal, sum } from '../../../core/money/decimal'
import { toast } from '../../app/toasts'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { amountOf, counted, formatMoney } from '../../ui/format'
import { getPath, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { ask } from './ask'

const { ReferenceField } = fieldsOf(finalizaConciliacaoFields)

/** What the acquirer kept of it, as a share of the gross. */
export function feeShare(row: Values): string {
  const [gross, fee] = [decimal(amountOf(row.gross_amount)), decimal(amountOf(row.fee_amount))]
  if (gross.isZero()) return ''
  return `${fee.times(100).div(gross).round(2).toFixed(2).replace('.', ',')} %`
}

interface FinaliseProps {
  readonly record: Row
  /** Those that are settled now. */
  readonly deposits: readonly Row[]
  readonly onClose: () => void
}

/** Asks for the account and for where the fee is booked, and says what becomes of what. */
export function FinaliseDialog({ record, deposits, onClose }: FinaliseProps): ReactElement | null {
  const accounts = useLoaded(
    'financeiro/banco?orderBy=tipo&sortedBy=desc&perPage=1&where={"ativo":true,"tipo":2}',
    'banco',
  )
  const plan = useLoaded('financeiro/plano_contas?perPage=1&where={"uso":"tarifa"}', 'plano_conta')
  if (accounts === null || plan === null) return null
  const total = (name: string) => sum(deposits.map((one) => amountOf(one[name]))).toFixed(2)
  const [account] = rowsOf(getPath(accounts, 'data'))
  const [fees] = rowsOf(getPath(plan, 'data'))
  const begun = (name: 'banco' | 'plano_conta', usual: Row | undefined): Values => {
    const own = record[`${name}_id`]
    if (typeof own === 'number') return { [`${name}_id`]: own, [name]: record[name] }
    return usual === undefined ? {} : { [`${name}_id`]: usual.id, [name]: usual }
  }
  const go = async ({ banco_id, plano_conta_id }: Values): Promise<boolean> => {
    const done = await ask({
      path: `financeiro/conciliacao/${record.id}/finalizar`,
      body: { banco_id, plano_conta_id, recebimentos: deposits.map((one) => one.id) },
      asks: 'Finalizar assim mesmo?',
      action: 'Finalizar',
      failed: 'Não foi possível finalizar a conciliação',
    })
    if (done === undefined) return false
    toast.success(`${counted(deposits.length, 'recebimento baixado', 'recebimentos baixados')}.`)
    return true
  }
  return (
    <AskDialog
      title="Finalizar a conciliação"
      action="Finalizar"
      initial={{ ...begun('banco', account), ...begun('plano_conta', fees) }}
      onGo={go}
      onClose={onClose}
    >
      <div className="span-12">
        <p className="dialog-text" role="status">
          <span>
            {counted(deposits.length, 'recebimento', 'recebimentos')}: as parcelas são baixadas por{' '}
            <b>{formatMoney(total('gross_amount'))}</b>, a adquirente fica com <b>{formatMoney(total('fee_amount'))}</b>{' '}
            ({feeShare({ gross_amount: total('gross_amount'), fee_amount: total('fee_amount') })}), e entram{' '}
            <b>{formatMoney(total('net_amount'))}</b>.
          </span>
        </p>
      </div>
      <ReferenceField name="banco_id" resource="financeiro/banco" minChars={0} where={{ ativo: true }} span={6} />
      <ReferenceField
        name="plano_conta_id"
        resource="financeiro/plano_contas"
        minChars={0}
        where={{ ativo: true }}
        display={(row) => `${textOf(row.codigo)} ${textOf(row.descricao)}`}
        help="Onde a taxa da adquirente é lançada"
        span={6}
      />
    </AskDialog>
  )
}
