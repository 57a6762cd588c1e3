import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { toast } from '../../app/toasts'
import { AskDialog } from '../../ui/form/ask-dialog'
import { useForm } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { formatDate, formatMoney } from '../../ui/format'
import { textOf, type Row, type Values } from '../../ui/row'
import { BOLETO, send } from './ask'
import { instruction } from './looks'

const { Field } = instruction

const needsAmount = (command: unknown): boolean => command === 'abatimento' || command === 'desconto'
const needsDay = (command: unknown): boolean => command === 'vencimento'

/** What the chosen instruction needs beside. */
function Needed(): ReactElement | null {
  useSignals()
  const { comando } = useForm().values.value
  if (needsAmount(comando)) return <Field name="valor" required span={6} />
  return needsDay(comando) ? <Field name="dVencimento" required span={6} /> : null
}

interface InstructProps {
  readonly row: Row
  readonly onClose: () => void
  readonly onDone?: () => void
}

/** Tells the bank something of a boleto: it goes with the next file. */
export function InstructDialog({ row, onClose, onDone }: InstructProps): ReactElement {
  const go = async ({ comando, valor, dVencimento }: Values, form: FormModel): Promise<boolean> => {
    const body = {
      comando,
      ...(needsAmount(comando) ? { valor } : {}),
      ...(needsDay(comando) ? { dVencimento } : {}),
    }
    const failed = 'Não foi possível instruir o banco'
    if (!(await send({ path: `${BOLETO}/${row.id}/instrui`, body, form, failed }))) return false
    toast.success('A instrução vai na próxima remessa.')
    onDone?.()
    return true
  }
  return (
    <AskDialog
      title="Instruir o banco"
      action="Instruir"
      initial={{ dVencimento: row.dVencimento }}
      onGo={go}
      onClose={onClose}
    >
      <div className="span-12">
        <p className="dialog-text">
          {`Boleto ${textOf(row.nosso_numero_impresso)} de ${formatMoney(row.valor)}, que vence em ${formatDate(row.dVencimento)}. A instrução vai na próxima remessa, depois de o banco confirmar o registro.`}
        </p>
      </div>
      <Field name="comando" span={6} autoFocus />
      <Needed />
    </AskDialog>
  )
}
