import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { get, post, readRow } from '../../app/api'
import { readStored, writeStored } from '../../app/storage'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { useForm } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { RowCombobox } from '../../ui/form/row-combobox'
import { displayName, formatMoney } from '../../ui/format'
import { LinesField } from '../../ui/lines/lines-field'
import { linesOf, type Line, type LineColumn } from '../../ui/lines/lines-state'
import { isRow, textOf, type Row } from '../../ui/row'
import { checkOf, computeInstalment, coreMessage, planned, shared } from './instalments'
import type { DocumentNames } from './kind'
import { totalsOf } from './line'

const METHOD_KEY = 'pagamento.ultimo'
const NO_METHOD = 'Selecione uma forma de pagamento'

const columns: readonly LineColumn[] = [
  { field: 'n', label: 'Parcela', kind: 'integer', width: 80 },
  { field: 'prazo', label: 'Prazo (dias)', kind: 'integer', width: 110, editable: true },
  { field: 'dVencimento', label: 'Vencimento', kind: 'date', width: 130, editable: true, required: true },
  { field: 'vDup', label: 'Valor', kind: 'money', width: 130, editable: true, required: true, sum: true },
  { field: 'pagamento_id', label: 'Forma de pagamento', show: (row) => displayName(row.pagamento) },
  {
    field: 'conta_receber_id',
    label: 'Conta a receber',
    width: 150,
    show: (row) => (textOf(row.conta_receber_id) === '' ? 'Pendente' : `Nº ${textOf(row.conta_receber_id)}`),
  },
]

/** What the instalments have to add up to. */
function totalOf(form: FormModel, names: DocumentNames): string {
  const { values } = form
  return totalsOf(linesOf(values.value[names.lines]), values.value.vFrete).vDocumento.toFixed(2)
}

function tell(error: unknown, title?: string): void {
  const text = coreMessage(error)
  if (text === undefined) toast.error(error, title)
  else toast.danger(text, title === undefined ? {} : { title })
}

async function writePlan(form: FormModel, names: DocumentNames, condition: string, method: Row): Promise<void> {
  const { record } = form
  try {
    if (record.value === undefined || form.dirty.value) {
      form.set(names.instalments, planned(condition, method, totalOf(form, names)))
      return
    }
    const body = { [names.link]: record.value.id, string: condition, pagamento_id: method.id }
    await post(`${names.kind}_duplicata/addString`, body)
    form.load(readRow(await get(`${names.kind}/${record.value.id}`)))
  } catch (error) {
    tell(error)
  }
}

function shareOut(form: FormModel, names: DocumentNames, written?: string): void {
  try {
    form.set(names.instalments, shared(totalOf(form, names), linesOf(form.values.value[names.instalments]), written))
  } catch (error) {
    tell(error, 'Erro ao redistribuir diferença.')
  }
}

/** Asks whether what a change of one instalment left over goes to the others. */
async function offerToShare(
  form: FormModel,
  names: DocumentNames,
  before: readonly Line[],
  after: readonly Line[],
): Promise<void> {
  const written = after.find((row) => before.find((old) => old.key === row.key)?.vDup !== row.vDup)
  const check = checkOf(totalOf(form, names), after)
  if (written === undefined || before.length !== after.length || !check.redistribuir) return
  const yes = await confirm({
    title: 'Redistribuir a diferença?',
    text: `As parcelas diferem do total em ${formatMoney(check.diferenca.toFixed(2))}. A diferença vai para as outras parcelas.`,
    action: 'Redistribuir',
    cancel: 'Manter assim',
  })
  if (yes) shareOut(form, names, written.key)
}

function storedMethod(): Row | null {
  const stored = readStored(METHOD_KEY)
  return isRow(stored) ? stored : null
}

function Condition({ names }: { readonly names: DocumentNames }): ReactElement {
  useSignals()
  const form = useForm()
  const customer = form.values.value.cliente
  const [text, setText] = useState<string | null>(null)
  const [method, setMethod] = useState<Row | null>(storedMethod)
  const usual = isRow(customer) ? textOf(customer.prazo) : ''
  const condition = text ?? usual
  const apply = (): void => {
    if (method === null) return toast.danger(NO_METHOD)
    return void writePlan(form, names, condition, method)
  }
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
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || method === null) return
            event.preventDefault()
            apply()
          }}
        />
      </label>
      <span className="condition-method">
        <span aria-hidden="true">Forma de pagamento</span>
        <RowCombobox
          resource="financeiro/pagamentos"
          label="Forma de pagamento"
          where={ACTIVE}
          current={method}
          show={(row) => textOf(row?.descricao)}
          onPick={(row) => {
            setMethod(row)
            writeStored(METHOD_KEY, row)
          }}
        />
      </span>
      <Button onClick={apply}>Gerar parcelas</Button>
    </div>
  )
}

const ACTIVE = { ativo: true }

/** Total and instalments side by side, and what to do about a difference. */
function Balance({ names }: { readonly names: DocumentNames }): ReactElement | null {
  useSignals()
  const form = useForm()
  const rows = linesOf(form.values.value[names.instalments])
  const total = totalOf(form, names)
  const check = checkOf(total, rows)
  if (rows.length === 0) return null
  if (check.ok) return <p className="balance balance-ok">As parcelas somam o total: {formatMoney(total)}.</p>
  return (
    <p className="balance" role="status">
      As parcelas diferem do total ({formatMoney(total)}) em <b>{formatMoney(check.diferenca.toFixed(2))}</b>.
      {form.readOnly.value ? null : <Button onClick={() => shareOut(form, names)}>Redistribuir</Button>}
    </p>
  )
}

/** Instalments of a document: from a written condition, changed by hand, always compared with the total. */
export function InstalmentsTab({ names }: { readonly names: DocumentNames }): ReactElement {
  useSignals()
  const form = useForm()
  const rows = linesOf(form.values.value[names.instalments])
  return (
    <div className="stack">
      {form.readOnly.value ? null : <Condition names={names} />}
      <LinesField
        name={names.instalments}
        label="Parcelas"
        columns={columns}
        compute={computeInstalment}
        onChange={(next) => void offerToShare(form, names, rows, next)}
      />
      <Balance names={names} />
    </div>
  )
}
