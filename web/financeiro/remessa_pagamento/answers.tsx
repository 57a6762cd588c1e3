import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { can, pathOf } from '../../../core/access'
import { answeredUntil } from '../../../core/banking/pagamento/answer-day'
import { AT_BANK, ITEM_STATES, RETRIED, semPagamentoFields } from '../../../core/fields/financeiro/remessa-pagamento'
import { open } from '../../app/navigation'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { formatMoney, localToday } from '../../ui/format'
import { numberOf, textOf, type Row, type Values } from '../../ui/row'
import { RowList } from '../../ui/row-list'
import { ask, KIND } from './kind'

const { Field } = fieldsOf(semPagamentoFields)
const ITEM_PATH = 'financeiro/remessa_pagamento_conta'
const words: Readonly<Record<number, string>> = ITEM_STATES

interface PaymentsProps {
  readonly label: string
  readonly rows: readonly Row[]
  /** What the button beside each says and does. */
  readonly action: string
  readonly onAct: (row: Row) => void
  readonly mayAct: boolean
}

/** Payments with what the bank said of each; nothing where there is none. */
function Payments({ label, rows, action, onAct, mayAct }: PaymentsProps): ReactElement | null {
  if (rows.length === 0) return null
  return (
    <RowList label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <span>
            <b>
              {textOf(row.fav_xNome)} <Chip word={words[Number(row.situacao)] ?? ''} hue="vermelho" mark="dot" />
            </b>
            <small>{textOf(row.motivo)}</small>
          </span>
          <span className="amount">{formatMoney(row.valor)}</span>
          <span>{mayAct ? <Button onClick={() => onAct(row)}>{action}</Button> : null}</span>
        </li>
      ))}
    </RowList>
  )
}

async function repeat(row: Row): Promise<void> {
  const made = await ask({
    path: `${ITEM_PATH}/${row.id}/repete`,
    asks: 'Tentar de novo?',
    action: 'Tentar de novo',
    failed: 'Não foi possível tentar de novo',
  })
  const id = numberOf(made?.remessa_pagamento_id)
  if (id === null) return
  toast.success(`O pagamento está na remessa ${id}, em rascunho.`)
  open(pathOf('remessa_pagamento', id))
}

interface UnpaidProps {
  readonly row: Row
  readonly onDone: () => Promise<void>
  readonly onClose: () => void
}

function UnpaidDialog({ row, onDone, onClose }: UnpaidProps): ReactElement {
  const go = async ({ xMotivo }: Values): Promise<boolean> => {
    const done = await ask({
      path: `${ITEM_PATH}/${row.id}/semPagamento`,
      body: { xMotivo },
      asks: 'O banco não pagou?',
      action: 'O banco não pagou',
      failed: 'Não foi possível informar',
    })
    if (done === undefined) return false
    await onDone()
    toast.success('A conta a pagar está livre.')
    return true
  }
  const about = (
    <p className="dialog-text">
      Confirme antes com o banco: {textOf(row.fav_xNome)}, <b>{formatMoney(row.valor)}</b>. A conta a pagar fica livre
      para ser paga de novo.
    </p>
  )
  return (
    <AskDialog
      title="O banco não pagou"
      action="O banco não pagou"
      initial={{}}
      about={about}
      onGo={go}
      onClose={onClose}
    >
      <Field name="xMotivo" span={12} />
    </AskDialog>
  )
}

interface AnswersProps {
  readonly rows: readonly Row[]
  /** The day on which they are paid. */
  readonly day: string
  readonly writable: boolean
  readonly onDone: () => Promise<void>
}

/** What of a remittance asks for somebody: payments whose answer is overdue, for who manages remittances to say that there will be none, and refused ones, each with the way to try it again. */
export function Answers({ rows, day, writable, onDone }: AnswersProps): ReactElement {
  useSignals()
  const [unpaid, setUnpaid] = useState<Row | null>(null)
  const among = (states: readonly number[]) => rows.filter((row) => states.includes(Number(row.situacao)))
  return (
    <>
      <Payments
        label="Sem resposta do banco"
        rows={day <= answeredUntil(localToday()) ? among(AT_BANK) : []}
        action="O banco não pagou"
        onAct={setUnpaid}
        mayAct={writable && can(rights.value, 'manage', KIND.right)}
      />
      <Payments
        label="Recusados pelo banco"
        rows={among(RETRIED)}
        action="Tentar de novo"
        onAct={(row) => void repeat(row)}
        mayAct={writable}
      />
      {unpaid === null ? null : <UnpaidDialog row={unpaid} onDone={onDone} onClose={() => setUnpaid(null)} />}
    </>
  )
}
