import type { ReactElement } from 'react'
import { emailFields } from '../../../core/fields/financeiro/baixa'
import { toast } from '../../app/toasts'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import type { FormModel } from '../../ui/form/form-model'
import { textOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { addressesOf } from '../addresses'
import { send } from './ask'

const { Field } = fieldsOf(emailFields)

interface MailProps {
  /** A boleto, or a receivable, and the address of its resource. */
  readonly row: Row
  readonly path: string
  readonly onDone?: () => void
  readonly onClose: () => void
}

/** A boleto goes to its customer by e-mail, as a PDF, with what is typed or copied to pay it; a receivable as its boleto, else with its Pix code. */
export function MailDialog({ row, path, onDone, onClose }: MailProps): ReactElement | null {
  const customer = useLoaded(`cliente/${textOf(row.cliente_id)}`, 'cliente')
  const go = async ({ email, texto }: Values, form: FormModel): Promise<boolean> => {
    const failed = 'Não foi possível enviar'
    const done = await send({ path: `${path}/${row.id}/sendMail`, body: { email, texto }, form, failed })
    if (!done) return false
    toast.success('Email colocado na fila de envio')
    onDone?.()
    return true
  }
  if (customer === null) return null
  return (
    <AskDialog
      title="Enviar por e-mail"
      action="Enviar"
      initial={{ email: addressesOf(customer) }}
      onGo={go}
      onClose={onClose}
    >
      <Field name="email" span={12} autoFocus help="Vários: separados por ponto e vírgula" />
      <Field name="texto" span={12} />
    </AskDialog>
  )
}
