import type { ReactElement } from 'react'
import { compensaFields, devolveFields, recorrenciaFields } from '../../core/fields/financeiro/baixa'
import { TITLE } from '../../core/fields/financeiro/titulos'
import { decimal } from '../../core/money/decimal'
import { announce } from '../app/events'
import { toast } from '../app/toasts'
import { confirmed } from '../ui/confirmed'
import { fieldsOf } from '../ui/fields-of'
import type { FormModel } from '../ui/form/form-model'
import { amountOf, displayName, formatDate, formatMoney } from '../ui/format'
import { textOf, type Row, type Values } from '../ui/row'
import { AskDialog } from '../ui/form/ask-dialog'
import type { Side } from './side'

const repeat = fieldsOf(recorrenciaFields)
const offset = fieldsOf(compensaFields)
const back = fieldsOf(devolveFields)

interface TitleDialogProps {
  readonly side: Side
  readonly row: Row
  readonly onClose: () => void
  readonly onDone: () => void
}

interface Going extends TitleDialogProps {
  readonly verb: string
  readonly told: string
}

/** Calls the verb with what was asked; true when it was done. */
const going =
  ({ side, row, verb, told, onDone }: Going) =>
  async (values: Values, form: FormModel): Promise<boolean> => {
    try {
      const path = `financeiro/contas_${side}/${row.id}/${verb}`
      if ((await confirmed(path, values, { title: 'Matriz e filiais' })) === undefined) return false
      toast.success(told)
      announce(`contas_${side}`)
      onDone()
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível efetuar esta operação', '', form)
      return false
    }
  }

/** The title comes again, so many times more. */
export function RepeatDialog(props: TitleDialogProps): ReactElement {
  const go = going({ ...props, verb: 'geraRecorrencia', told: 'Recorrência gerada.' })
  const initial = { ...repeat.defaults, tpRecorrencia: Number(props.row.tpRecorrencia) || 1, qParcelas: 11 }
  return (
    <AskDialog title="Gerar recorrência" action="Gerar" initial={initial} onGo={go} onClose={props.onClose}>
      <repeat.Field name="tpRecorrencia" span={6} />
      <repeat.Field name="qParcelas" span={6} autoFocus />
      <repeat.Field name="dProxVencimento" span={6} help="Um período depois, se vazio" />
      <repeat.Field name="diaUtil" span={6} />
    </AskDialog>
  )
}

const describe = (row: Row): string =>
  [textOf(row.numero) || `nº ${row.id}`, textOf(row.descricao), formatMoney(row.vSaldo)].filter(Boolean).join(' · ')
const detail = (row: Row): string =>
  [displayName(row.cliente ?? row.fornecedor), `vence ${formatDate(row.dVencimento)}`].filter(Boolean).join(' · ')

/** The title is offset by another of the same person: a credit, or what is owed the other way. */
export function CompensateDialog(props: TitleDialogProps): ReactElement {
  const { side, row, onClose } = props
  const send = going({ ...props, verb: 'compensa', told: 'Contas compensadas.' })
  const go = ({ conta_receber_id, conta_pagar_id, vComp }: Values, form: FormModel): Promise<boolean> =>
    send({ conta_receber_id, conta_pagar_id, vComp }, form)
  const isCredit = Number(row.tpConta) === TITLE.CREDITO
  return (
    <AskDialog title="Compensar" action="Compensar" initial={{}} onGo={go} onClose={onClose}>
      <offset.ReferenceField
        name="conta_receber_id"
        object="conta_receber"
        label={side === 'pagar' || isCredit ? 'Conta a receber' : 'Crédito do cliente'}
        resource="financeiro/contas_receber"
        minChars={0}
        where={{
          dhCancelamento: null,
          ...(side === 'receber'
            ? { cliente_id: row.cliente_id, ...(isCredit ? {} : { tpConta: TITLE.CREDITO }) }
            : {}),
        }}
        display={describe}
        detail={detail}
        span={12}
      />
      {isCredit ? null : (
        <offset.ReferenceField
          name="conta_pagar_id"
          object="conta_pagar"
          resource="financeiro/contas_pagar"
          minChars={0}
          where={{ dhCancelamento: null }}
          display={describe}
          detail={detail}
          span={12}
        />
      )}
      <offset.Field name="vComp" span={6} help="O que as duas permitem, se vazio" />
    </AskDialog>
  )
}

/** A customer's credit is paid back from a cash account. */
export function GiveBackDialog(props: TitleDialogProps): ReactElement {
  const go = going({ ...props, verb: 'devolve', told: 'Crédito devolvido.' })
  const initial = { valor: decimal(amountOf(props.row.vSaldo)).abs().toFixed(2) }
  return (
    <AskDialog title="Devolver o crédito" action="Devolver" initial={initial} onGo={go} onClose={props.onClose}>
      <back.Field name="valor" span={6} autoFocus />
      <back.ReferenceField name="banco_id" resource="financeiro/banco" minChars={0} where={{ ativo: true }} span={6} />
    </AskDialog>
  )
}
