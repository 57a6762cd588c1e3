import type { ReactElement } from 'react'
import { cobrancaContatoFields } from '../../../core/fields/financeiro/cobranca'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { Go } from '../../app/go'
import { follow } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import type { FormModel } from '../../ui/form/form-model'
import { counted, formatDate, formatDateTime, formatMoney } from '../../ui/format'
import { getPath, isRecord, isSet, numberOf, rowsOf, textOf, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import type { Owing } from './shapes'

const { Field, word } = fieldsOf(cobrancaContatoFields)

async function note(cliente_id: number, values: Values, form: FormModel): Promise<boolean> {
  const { tipo, xResultado, dPromessa, dProximo } = values
  try {
    const answer = await post('financeiro/contas_receber/registraContato', {
      cliente_id,
      tipo,
      xResultado,
      dPromessa,
      dProximo,
    })
    const count = isRecord(answer) ? (numberOf(answer.contas) ?? 0) : 0
    const moved =
      count === 0 ? '' : ` ${counted(count, 'conta esperada', 'contas esperadas')} em ${formatDate(dPromessa)}.`
    toast.success(`Contato anotado.${moved}`)
    announce('contas_receber')
    return true
  } catch (error) {
    toast.error(error, 'Não foi possível anotar o contato', '', form)
    return false
  }
}

/** What was said before, the latest first. */
function History({ cliente_id }: Pick<Owing, 'cliente_id'>): ReactElement | null {
  const where = encodeURIComponent(JSON.stringify({ cliente_id }))
  const answer = useLoaded(
    `financeiro/cobranca_contato?where=${where}&orderBy=dhContato&sortedBy=desc&perPage=20`,
    'cobranca_contato',
  )
  const rows = rowsOf(getPath(answer, 'data'))
  if (rows.length === 0) return null
  return (
    <ul aria-label="Contatos anteriores">
      {rows.map((row) => (
        <li key={row.id}>
          {[
            formatDateTime(row.dhContato),
            word('tipo', row.tipo),
            textOf(row.xResultado),
            ...(isSet(row.dPromessa) ? [`promessa: ${formatDate(row.dPromessa)}`] : []),
            textOf(getPath(row, 'user.name')),
          ]
            .filter(Boolean)
            .join(' · ')}
        </li>
      ))}
    </ul>
  )
}

interface ContactDialogProps {
  readonly owing: Owing
  readonly onClose: () => void
}

/** Notes a contact with a customer: what was said, what was promised, when one speaks again. */
export function ContactDialog({ owing, onClose }: ContactDialogProps): ReactElement {
  const { cliente_id, nome, contas, total, fone, email } = owing
  const list = `/ui/financeiro/contas_receber?visao=Vencidas&f.cliente_id=${cliente_id}`
  const about = (
    <div className="collect-about">
      <p>
        <Go to={list} go={follow} className="link">
          {counted(contas, 'conta vencida', 'contas vencidas')}
        </Go>
        {`, ${formatMoney(total)}`}
        {fone === null ? null : ` · ${fone}`}
        {email === null ? null : ` · ${email}`}
      </p>
      <History cliente_id={cliente_id} />
    </div>
  )
  return (
    <AskDialog
      title={`Cobrança de ${nome}`}
      action="Anotar o contato"
      initial={{ tipo: 'ligacao' }}
      about={about}
      onGo={(values, form) => note(cliente_id, values, form)}
      onClose={onClose}
    >
      <Field name="tipo" span={4} />
      <Field name="dPromessa" span={4} help="Vira a previsão; o vencimento não muda" />
      <Field name="dProximo" span={4} />
      <Field name="xResultado" span={12} autoFocus />
    </AskDialog>
  )
}
