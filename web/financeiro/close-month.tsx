import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { array, nullable, number, object, parse, string } from 'valibot'
import { addDays, firstDayOfMonth, isCivilDate } from '../../core/br/civil-date'
import { fechaMesFields } from '../../core/fields/financeiro/baixa'
import { post } from '../app/api'
import { announce } from '../app/events'
import { Go } from '../app/go'
import { toast } from '../app/toasts'
import { Chip } from '../ui/chip'
import { fieldsOf } from '../ui/fields-of'
import { AskDialog } from '../ui/form/ask-dialog'
import { useForm } from '../ui/form/context'
import type { FormModel } from '../ui/form/form-model'
import { counted, formatDate, localToday } from '../ui/format'
import { EmptyState } from '../ui/pieces'
import { textOf, type Values } from '../ui/row'
import { useLoaded } from '../ui/use-loaded'

/** Closing a month: what is not done yet stands before it, and is signed for with a reason. */

const Checks = object({
  data: array(object({ nome: string(), rotulo: string(), responsavel: string(), qtd: number(), caminho: string() })),
  anterior: nullable(object({ ate: string(), xPendencias: nullable(string()), xMotivoPendencias: nullable(string()) })),
})

const { Field } = fieldsOf(fechaMesFields)

/** The checks of the month that is chosen. */
function MonthChecks(): ReactElement | null {
  useSignals()
  const ate = textOf(useForm().values.value.ate)
  return isCivilDate(ate) ? <CheckList key={ate} ate={ate} /> : null
}

/** One line a check: its number, whose it is, and where it is done. */
function CheckList({ ate }: { readonly ate: string }): ReactElement {
  const answer = useLoaded(`financeiro/fechamento/confere?ate=${ate}`, 'financeiro_fechamento')
  if (answer === null) return <EmptyState text="Conferindo o mês…" />
  const checks = parse(Checks, answer)
  const open = checks.data.filter(({ qtd }) => qtd > 0)
  return (
    <div className="span-12">
      {checks.anterior?.xMotivoPendencias ? (
        <p className="hint-warn">
          {`O mês até ${formatDate(checks.anterior.ate)} fechou com pendências (${checks.anterior.xPendencias ?? ''}): ${checks.anterior.xMotivoPendencias}`}
        </p>
      ) : null}
      {open.length === 0 ? (
        <p role="status">Tudo conferido: nada ficou pendente.</p>
      ) : (
        <>
          <p role="status">{`${counted(open.length, 'item pendente', 'itens pendentes')}: resolva, ou feche com o motivo.`}</p>
          <ul className="pairs" aria-label="Pendências do mês">
            {open.map(({ nome, rotulo, responsavel, qtd, caminho }) => (
              <li key={nome}>
                <Go to={caminho} className="link">
                  {rotulo}
                </Go>
                <span>{responsavel}</span>
                <Chip word={String(qtd)} hue="ambar" />
              </li>
            ))}
          </ul>
          <Field name="motivo" span={12} required />
        </>
      )}
    </div>
  )
}

async function close({ ate, motivo }: Values, form: FormModel): Promise<boolean> {
  try {
    await post('financeiro/fechamento/fecha', { ate, motivo })
    toast.success('Mês fechado: nada mais é lançado nele.')
    announce('financeiro_fechamento')
    return true
  } catch (error) {
    toast.error(error, 'Não foi possível efetuar esta operação', '', form)
    return false
  }
}

/** Closes the month of a day, the last one unless another is chosen. */
export function CloseMonth({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <AskDialog
      title="Fechar um mês"
      action="Fechar o mês"
      initial={{ ate: addDays(firstDayOfMonth(localToday()), -1) }}
      onGo={close}
      onClose={onClose}
    >
      <Field name="ate" span={6} autoFocus />
      <MonthChecks />
    </AskDialog>
  )
}
