import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { contasAbertasFields, FORMAS, NONE_CHOSEN } from '../../../core/fields/financeiro/remessa-pagamento'
import { sum } from '../../../core/money/decimal'
import { get } from '../../app/api'
import { toast } from '../../app/toasts'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { useForm } from '../../ui/form/context'
import { amountOf, counted, formatDate, formatMoney } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { EmptyState } from '../../ui/pieces'
import { isRecord, rowsOf, textOf, type Row } from '../../ui/row'
import { RowList } from '../../ui/row-list'
import style from './choose.css' with { type: 'text' }
import { ask, KIND } from './kind'

addStyle(style)

const { Field } = fieldsOf(contasAbertasFields)
const isForma = (name: string): name is keyof typeof FORMAS => Object.hasOwn(FORMAS, name)
const formaText = (name: string): string => (isForma(name) ? FORMAS[name] : 'Sem forma')

const faultsOf = (row: Row): readonly string[] =>
  Array.isArray(row.faltas) ? row.faltas.map((one) => textOf(one)) : []

interface Chosen {
  readonly rows: readonly Row[] | null
  readonly left: ReadonlySet<number>
}

/** Payables that are due until the day of the form, asked again when it changes. All that lack nothing are chosen at first. */
function useCandidates(id: string, onRows: (chosen: Chosen) => void): void {
  useSignals()
  const ate = textOf(useForm().values.value.ate)
  useEffect(() => {
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      try {
        const answer = await get(`${KIND.resource}/${id}/contasAbertas?ate=${ate}`, { signal: stop.signal })
        const rows = rowsOf(isRecord(answer) ? answer.data : [])
        const lacking = rows.filter((row) => faultsOf(row).length > 0).map((row) => Number(row.id))
        onRows({ rows, left: new Set(lacking) })
      } catch (error) {
        if (!stop.signal.aborted) toast.error(error)
      }
    }
    if (ate !== '') void load()
    return () => stop.abort()
  }, [id, ate, onRows])
}

interface CandidatesProps {
  readonly id: string
  readonly chosen: Chosen
  readonly onChosen: (chosen: Chosen) => void
}

function Candidates({ id, chosen: { rows, left }, onChosen }: CandidatesProps): ReactElement {
  useCandidates(id, onChosen)
  if (rows === null) return <EmptyState text="Carregando…" />
  if (rows.length === 0) return <EmptyState text="Nenhuma conta em aberto vence até este dia." />
  const taken = rows.filter((row) => !left.has(Number(row.id)))
  const flip = (key: number): void => {
    const next = new Set(left)
    if (!next.delete(key)) next.add(key)
    onChosen({ rows, left: next })
  }
  return (
    <>
      <p role="status">
        {counted(taken.length, 'conta escolhida', 'contas escolhidas')} de {rows.length}:{' '}
        <b>{formatMoney(sum(taken.map((row) => amountOf(row.vSaldo))).toFixed(2))}</b>
      </p>
      <div className="pay-choose">
        <RowList label="Contas em aberto">
          {rows.map((row) => {
            const key = Number(row.id)
            const faults = faultsOf(row)
            return (
              <li key={key}>
                <span>
                  <b>
                    <label>
                      <input type="checkbox" checked={!left.has(key)} onChange={() => flip(key)} /> {textOf(row.xNome)}
                    </label>
                  </b>
                  <small>
                    {[textOf(row.numero), `vence em ${formatDate(row.dVencimento)}`, formaText(textOf(row.forma))]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                  {faults.length > 0 ? <small className="field-error">{faults.join(' ')}</small> : null}
                </span>
                <span className="amount">{formatMoney(row.vSaldo)}</span>
              </li>
            )
          })}
        </RowList>
      </div>
    </>
  )
}

interface ChooseProps {
  readonly id: string
  readonly until: string
  readonly onAdded: () => Promise<void>
  readonly onClose: () => void
}

/** Adds payables: open ones that are due until a day, all that lack nothing chosen, each with what is missing to pay it by a file. */
export function ChooseDialog({ id, until, onAdded, onClose }: ChooseProps): ReactElement {
  const [chosen, setChosen] = useState<Chosen>({ rows: null, left: new Set() })
  const add = async (): Promise<boolean> => {
    const ids = (chosen.rows ?? []).map((row) => Number(row.id)).filter((key) => !chosen.left.has(key))
    if (ids.length === 0) {
      toast.alert(NONE_CHOSEN)
      return false
    }
    const done = await ask({
      path: `${KIND.resource}/${id}/addContas`,
      body: { ids },
      asks: 'Incluir contas?',
      action: 'Incluir',
      failed: 'Não foi possível incluir as contas',
    })
    if (done === undefined) return false
    await onAdded()
    return true
  }
  return (
    <AskDialog title="Incluir contas a pagar" action="Incluir" initial={{ ate: until }} onGo={add} onClose={onClose}>
      <Field name="ate" span={4} />
      <div className="span-12">
        <Candidates id={id} chosen={chosen} onChosen={setChosen} />
      </div>
    </AskDialog>
  )
}
