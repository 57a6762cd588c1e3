import { useId, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { dueFields } from '../../../core/fields/documents'
import { post } from '../../app/api'
import { toast } from '../../app/toasts'
import { Button } from '../button'
import { confirm } from '../confirm'
import { fieldsOf } from '../fields-of'
import { useForm } from '../form/context'
import type { FormModel } from '../form/form-model'
import { reloadForm } from '../form/save'
import { formatMoney, localToday } from '../format'
import { LinesField } from '../lines/lines-field'
import { linesOf, type Line, type LineColumn } from '../lines/lines-state'
import type { Row, Values } from '../row'
import { lastMethod, MethodBox } from './method-box'
import { checkOf, computeInstalment, coreMessage, planned, shared } from './instalments'

/** A document's instalments, and what they have to add up to. */
export interface InstalmentsSource {
  /** The nested list: `venda_duplicatas`. */
  readonly list: string
  /** Those of every instalment, where nothing else is shown. */
  readonly columns?: readonly LineColumn[]
  readonly totalOf: (values: Values) => string
  /** A condition to start with: the customer's own. */
  readonly usual?: (values: Values) => string
  /** Writes the plan of a saved document that nothing was changed in, on the server. */
  readonly server?: { readonly resource: string; readonly link: string }
  readonly onOpen?: (line: Line) => void
}

const ACTIVE: Values = { ativo: true }

const due = fieldsOf(dueFields())

/** What every instalment shows; the method of payment is a cell that searches. */
export const dueColumns: readonly LineColumn[] = [
  due.line('n', { width: 80 }),
  due.line('prazo', { width: 110, editable: true }),
  due.line('dVencimento', { width: 130, editable: true }),
  due.line('vDup', { width: 130, editable: true, sum: true }),
  due.lineTo('pagamento_id', 'financeiro/pagamentos', { where: ACTIVE }),
]

const rowsIn = (form: FormModel, { list }: InstalmentsSource): readonly Line[] => linesOf(form.values.value[list])
const totalIn = (form: FormModel, { totalOf }: InstalmentsSource): string => totalOf(form.values.value)

function tell(error: unknown, title?: string): void {
  const text = coreMessage(error)
  if (text === undefined) toast.error(error, title)
  else toast.danger(text, title === undefined ? {} : { title })
}

async function writePlan(form: FormModel, source: InstalmentsSource, condition: string, method: Row): Promise<void> {
  const record = form.record.value
  const { server } = source
  try {
    if (record === undefined || form.dirty.value || server === undefined) {
      form.set(source.list, planned(condition, method, totalIn(form, source)))
      return
    }
    const body = { [server.link]: record.id, string: condition, pagamento_id: method.id }
    await post(`${server.resource}_duplicata/addString`, body)
    await reloadForm(form, server.resource)
  } catch (error) {
    tell(error)
  }
}

function shareOut(form: FormModel, source: InstalmentsSource, written?: string): void {
  try {
    form.set(source.list, shared(totalIn(form, source), rowsIn(form, source), written))
  } catch (error) {
    tell(error, 'Erro ao redistribuir diferença.')
  }
}

/** Asks whether what a change of one instalment left over goes to the others. */
async function offerToShare(form: FormModel, source: InstalmentsSource, before: readonly Line[]): Promise<void> {
  const after = rowsIn(form, source)
  const written = after.find((row) => before.find((old) => old.key === row.key)?.vDup !== row.vDup)
  const check = checkOf(totalIn(form, source), after)
  if (written === undefined || before.length !== after.length || !check.redistribuir) return
  const yes = await confirm({
    title: 'Redistribuir a diferença?',
    text: `As parcelas diferem do total em ${formatMoney(check.diferenca.toFixed(2))}. A diferença vai para as outras parcelas.`,
    action: 'Redistribuir',
    cancel: 'Manter assim',
  })
  if (yes) shareOut(form, source, written.key)
}

/** One more instalment, of what is still missing. */
function addOne(form: FormModel, source: InstalmentsSource, method: Row): void {
  const rows = rowsIn(form, source)
  const missing = checkOf(totalIn(form, source), rows).diferenca
  const row = {
    key: crypto.randomUUID(),
    n: rows.length + 1,
    prazo: 0,
    dVencimento: localToday(),
    vDup: missing.sign() > 0 ? Number(missing.toFixed(2)) : 0,
    pagamento_id: method.id,
    pagamento: method,
  }
  form.set(source.list, [...rows, row])
}

function Condition({ source }: { readonly source: InstalmentsSource }): ReactElement {
  useSignals()
  const form = useForm()
  const [text, setText] = useState<string | null>(null)
  const [method, setMethod] = useState(lastMethod)
  /** Written, and not in the instalments yet. */
  const [pending, setPending] = useState(false)
  const id = useId()
  const condition = text ?? source.usual?.(form.values.value) ?? ''
  const [missing, setMissing] = useState(false)
  const paidBy = (act: (method: Row) => void) => (): void => (method === null ? setMissing(true) : act(method))
  const apply = paidBy((chosen) => {
    setPending(false)
    void writePlan(form, source, condition, chosen)
  })
  return (
    <div className="condition">
      <label>
        Condição
        <input
          className="input"
          placeholder="30/60/90, à vista, 3x, entrada+2x"
          value={condition}
          maxLength={60}
          autoComplete="off"
          aria-describedby={pending ? id : undefined}
          onChange={(event) => {
            setText(event.target.value)
            setPending(event.target.value.trim() !== '')
          }}
          onBlur={({ relatedTarget, currentTarget }) => {
            // Instalments that are there may have been changed by hand: they are replaced when that is asked for.
            const stays = currentTarget.closest('.condition')?.contains(relatedTarget) === true
            if (pending && !stays && method !== null && rowsIn(form, source).length === 0) apply()
          }}
          onFocus={(event) => event.target.select()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || method === null) return
            event.preventDefault()
            apply()
          }}
        />
      </label>
      <MethodBox
        method={method}
        missing={missing && method === null}
        onPick={(row) => {
          setMethod(row)
          setMissing(false)
          if (row === null || condition === '' || rowsIn(form, source).length > 0) return
          setPending(false)
          void writePlan(form, source, condition, row)
        }}
      />
      <Button onClick={apply}>Gerar parcelas</Button>
      {pending ? (
        <p id={id} className="field-notice condition-pending" role="status">
          Condição não aplicada: Enter ou Gerar parcelas.
        </p>
      ) : null}
      <Button icon="add" onClick={paidBy((chosen) => addOne(form, source, chosen))}>
        Parcela
      </Button>
    </div>
  )
}

/** Total and instalments side by side, and what to do about a difference. */
function Balance({ source }: { readonly source: InstalmentsSource }): ReactElement | null {
  useSignals()
  const form = useForm()
  const rows = rowsIn(form, source)
  const total = totalIn(form, source)
  const check = checkOf(total, rows)
  if (rows.length === 0) return null
  if (check.ok) return <p className="balance balance-ok">As parcelas somam o total: {formatMoney(total)}.</p>
  return (
    <p className="balance" role="status">
      <span>
        As parcelas diferem do total ({formatMoney(total)}) em <b>{formatMoney(check.diferenca.toFixed(2))}</b>.
      </span>
      {form.readOnly.value ? null : <Button onClick={() => shareOut(form, source)}>Redistribuir</Button>}
    </p>
  )
}

/** Instalments of a document: from a written condition, changed by hand, always compared with the total. */
export function InstalmentsTab({ source }: { readonly source: InstalmentsSource }): ReactElement {
  useSignals()
  const form = useForm()
  const rows = rowsIn(form, source)
  return (
    <div className="stack">
      {form.readOnly.value ? null : <Condition source={source} />}
      <LinesField
        name={source.list}
        label="Parcelas"
        columns={source.columns ?? dueColumns}
        compute={computeInstalment}
        onChange={() => void offerToShare(form, source, rows)}
        {...(source.onOpen === undefined ? {} : { onOpen: source.onOpen })}
      />
      <Balance source={source} />
    </div>
  )
}
