import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { comprovaFields, retencaoFields } from '../../core/fields/financeiro/retencao'
import { needOf } from '../app/access'
import { post } from '../app/api'
import { announce } from '../app/events'
import { toast } from '../app/toasts'
import { whyNot } from '../app/why'
import { Button } from '../ui/button'
import { fieldsOf } from '../ui/fields-of'
import { AskDialog } from '../ui/form/ask-dialog'
import { useForm } from '../ui/form/context'
import type { FormModel } from '../ui/form/form-model'
import { reloadForm } from '../ui/form/save'
import { formatDate, formatMoney, localToday } from '../ui/format'
import { EmptyState } from '../ui/pieces'
import { isSet, rowsOf, textOf, type Row, type Values } from '../ui/row'

const TITLES = 'financeiro/contas_receber'
const RESOURCE = 'financeiro/contas_receber_retencao'
const kept = fieldsOf(retencaoFields)
const proof = fieldsOf(comprovaFields)

const told = (row: Row): string =>
  [
    kept.word('tributo', row.tributo),
    formatMoney(row.valor),
    isSet(row.dhComprovacao)
      ? `comprovada: ${textOf(row.nComprovante)}, ${formatDate(row.dComprovante)}`
      : 'sem comprovante',
  ].join(' · ')

/** What the taker of a service keeps back of the receivable, by tax, and the proof that it was paid. */
export function Retained(): ReactElement {
  useSignals()
  const form = useForm()
  const [asking, setAsking] = useState<readonly Row[] | null>(null)
  const rows = rowsOf(form.record.value?.retencoes)
  const missing = whyNot(needOf('contas_receber', 'edit'))
  const because = missing === null ? {} : { reason: missing }
  const open = rows.filter((row) => !isSet(row.dhComprovacao))
  const sent = async (verb: string, chosen: readonly Row[], values: Values, asked?: FormModel): Promise<boolean> => {
    try {
      await post(`${RESOURCE}/${verb}`, { ...values, id_list: chosen.map(({ id }) => id) })
      announce('contas_receber')
      await reloadForm(form, TITLES)
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível efetuar esta operação', '', asked)
      return false
    }
  }
  if (rows.length === 0) return <EmptyState text="Nada é retido desta conta." />
  return (
    <section className="attached span-12" aria-label="Retenções">
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <span>{told(row)}</span>
            {isSet(row.dhComprovacao) ? (
              <Button onClick={() => void sent('desfazComprova', [row], {})} {...because}>
                Desfazer
              </Button>
            ) : (
              <Button onClick={() => setAsking([row])} {...because}>
                Comprovar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {open.length > 1 ? (
        <Button onClick={() => setAsking(open)} {...because}>
          Comprovar todas
        </Button>
      ) : null}
      {asking === null ? null : (
        <AskDialog
          title="Comprovante da retenção"
          action="Comprovar"
          initial={{ dComprovante: localToday() }}
          onGo={(values, asked) => sent('comprova', asking, values, asked)}
          onClose={() => setAsking(null)}
        >
          <proof.Field name="dComprovante" span={4} />
          <proof.Field name="nComprovante" span={8} autoFocus />
          <p className="span-12">O papel vai nos anexos da conta.</p>
        </AskDialog>
      )}
    </section>
  )
}
