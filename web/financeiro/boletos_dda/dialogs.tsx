import type { ReactElement } from 'react'
import {
  abreContaFields,
  agendaFields,
  recusaFields,
  vinculaContaFields,
} from '../../../core/fields/financeiro/boleto-dda'
import { toast } from '../../app/toasts'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { formatDate, formatMoney } from '../../ui/format'
import { textOf, type Row, type Values } from '../../ui/row'
import { ask, RESOURCE } from './ask'

/** What verbs of a slip ask. */

const refusal = fieldsOf(recusaFields)
const opening = fieldsOf(abreContaFields)
const planning = fieldsOf(agendaFields)
const choosing = fieldsOf(vinculaContaFields)

export interface SlipDialogProps {
  readonly slip: Row
  /** It was done: what shows the slip asks again. */
  readonly onDone: () => void
  readonly onClose: () => void
}

interface Deed {
  readonly verb: string
  readonly body: Values
  readonly asks: string
  readonly action: string
  readonly failed: string
  readonly done: string
}

/** Does what a dialog asked for; true when it was done. */
export async function deed({ id }: Row, { verb, body, done, ...words }: Deed, onDone: () => void): Promise<boolean> {
  const answer = await ask({ path: `${RESOURCE}/${id}/${verb}`, body, ...words })
  if (answer === undefined) return false
  toast.success(done)
  onDone()
  return true
}

export function RefuseDialog({ slip, onDone, onClose }: SlipDialogProps): ReactElement {
  const { Field } = refusal
  const go = ({ motivo }: Values): Promise<boolean> =>
    deed(
      slip,
      {
        verb: 'recusa',
        body: { motivo },
        asks: 'Recusar',
        action: 'Recusar',
        failed: 'Não foi possível recusar o boleto',
        done: 'Boleto recusado. Avise o banco, se for o caso.',
      },
      onDone,
    )
  const about = (
    <div className="span-12">
      <p className="field-help">Ninguém o paga daqui. O banco não fica sabendo: fale com ele se o boleto for falso.</p>
    </div>
  )
  return (
    <AskDialog title="Recusar boleto" action="Recusar" initial={{}} onGo={go} onClose={onClose}>
      {about}
      <Field name="motivo" autoFocus span={12} />
    </AskDialog>
  )
}

export function OpenPayable({ slip, onDone, onClose }: SlipDialogProps): ReactElement {
  const { Field, ReferenceField } = opening
  const go = ({ fornecedor_id, plano_conta_id, numero, descricao }: Values): Promise<boolean> =>
    deed(
      slip,
      {
        verb: 'abreConta',
        body: { fornecedor_id, plano_conta_id, numero, descricao },
        asks: 'Confira antes',
        action: 'Abrir assim mesmo',
        failed: 'Não foi possível abrir a conta a pagar',
        done: 'Conta a pagar aberta, já ligada ao boleto.',
      },
      onDone,
    )
  const initial = {
    fornecedor_id: slip.fornecedor_id,
    fornecedor: slip.fornecedor,
    numero: slip.numero_documento,
  }
  const about = (
    <div className="span-12">
      <p className="field-help">
        Conta a pagar de <b>{formatMoney(slip.cost)}</b>, que vence em {formatDate(slip.dueDate)}.
      </p>
    </div>
  )
  return (
    <AskDialog title="Abrir conta a pagar" action="Abrir" initial={initial} onGo={go} onClose={onClose}>
      {about}
      <ReferenceField name="fornecedor_id" resource="fornecedor" span={7} />
      <Field name="numero" span={5} />
      <ReferenceField
        name="plano_conta_id"
        resource="financeiro/plano_contas"
        minChars={0}
        where={{ ativo: true }}
        display={(row) => `${textOf(row.codigo)} ${textOf(row.descricao)}`}
        span={7}
      />
      <Field name="descricao" span={5} />
    </AskDialog>
  )
}

export function PlanDialog({ slip, onDone, onClose }: SlipDialogProps): ReactElement {
  const { Field } = planning
  const go = ({ dPagamento }: Values): Promise<boolean> =>
    deed(
      slip,
      {
        verb: 'agenda',
        body: { dPagamento },
        asks: 'Depois do vencimento',
        action: 'Agendar assim mesmo',
        failed: 'Não foi possível agendar o pagamento',
        done: `Pagamento previsto para ${formatDate(dPagamento)}.`,
      },
      onDone,
    )
  const initial = { dPagamento: slip.dAgendado ?? slip.dueDate }
  return (
    <AskDialog title="Agendar pagamento" action="Agendar" initial={initial} onGo={go} onClose={onClose}>
      <Field name="dPagamento" autoFocus span={6} />
    </AskDialog>
  )
}

/** Of which payable a slip is, where none is proposed. */
export function ChoosePayable({ slip, onDone, onClose }: SlipDialogProps): ReactElement {
  const { ReferenceField } = choosing
  const go = ({ contas_pagar_id }: Values): Promise<boolean> => deed(slip, linking(contas_pagar_id), onDone)
  return (
    <AskDialog title="Escolher a conta" action="Ligar" initial={{}} onGo={go} onClose={onClose}>
      <ReferenceField
        name="contas_pagar_id"
        resource="financeiro/contas_pagar"
        where={{ dhCancelamento: null }}
        display={payableText}
        span={12}
      />
    </AskDialog>
  )
}

/** What links a slip to a payable. */
export const linking = (contas_pagar_id: unknown): Deed => ({
  verb: 'vincula',
  body: { contas_pagar_id },
  asks: 'Confira antes',
  action: 'Ligar assim mesmo',
  failed: 'Não foi possível ligar o boleto',
  done: 'Boleto ligado à conta a pagar.',
})

/** A payable on one line. */
const payableText = (row: Row): string =>
  [textOf(row.numero) || textOf(row.id), formatMoney(row.vSaldo), `vence ${formatDate(row.dVencimento)}`].join(' · ')
