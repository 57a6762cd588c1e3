import { useId, useState, type ClipboardEvent, type KeyboardEvent, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { formatLine } from '../../core/banking/boleto'
import { pathOf } from '../../core/access'
import { missingToPay } from '../../core/settlement/means'
import { post } from '../app/api'
import { open } from '../app/navigation'
import { Button } from '../ui/button'
import { useForm } from '../ui/form/context'
import { fill } from '../ui/form/fill'
import type { FormModel } from '../ui/form/form-model'
import { amountOf, formatDate, formatMoney } from '../ui/format'
import { isRecord, isSet, numberOf, rowsOf, textOf, type Row, type Values } from '../ui/row'
import { takeFocus } from '../ui/take-focus'
import { useLoaded } from '../ui/use-loaded'

const FILLED = ['tpPagamento', 'linha_digitavel', 'pix', 'vDup', 'dVencimento'] as const

/** Fills the payable by what its code says: what is empty at once, what differs by a question. */
async function take(form: FormModel, answer: Values): Promise<void> {
  const now = form.values.value
  if (!isSet(now.fornecedor_id) && isRecord(answer.fornecedor))
    form.patch({ fornecedor_id: answer.fornecedor_id, fornecedor: answer.fornecedor })
  // A new payable begins with a value of nothing.
  if (Number(amountOf(now.vDup)) === 0) form.set('vDup', null)
  await fill(form, { values: Object.fromEntries(FILLED.map((name) => [name, answer[name]])) })
}

const told = (row: Row): string =>
  [`Conta ${textOf(row.numero) || row.id}`, textOf(row.xNome), formatDate(row.dVencimento), formatMoney(row.vDup)].join(
    ' · ',
  )

/** Payables that the code may be of already. */
function Alike({ rows, own }: { readonly rows: readonly Row[]; readonly own: number | null }): ReactElement | null {
  const others = rows.filter((row) => row.id !== own)
  if (others.length === 0) return null
  return (
    <ul className="hint hint-warn" aria-label="Contas parecidas">
      {others.map((row) => (
        <li key={row.id}>
          {row.repetida === true ? 'Este código já está em: ' : 'Mesmo valor e vencimento: '}
          <Button kind="quiet" onClick={() => open(pathOf('contas_pagar', textOf(row.id)))}>
            {told(row)}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Takes a boleto, a collection slip or a Pix code that is scanned, typed or pasted, and fills the payable by it. */
export function SlipEntry({ first }: { readonly first: boolean }): ReactElement {
  useSignals()
  const form = useForm()
  const id = useId()
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<Values | null>(null)
  const [fault, setFault] = useState('')
  const read = async (codigo: string): Promise<void> => {
    if (codigo.trim() === '') return
    setFault('')
    try {
      const found = await post('financeiro/contas_pagar/leCodigo', { codigo })
      if (!isRecord(found)) return
      setAnswer(found)
      setText('')
      await take(form, found)
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'Código inválido.')
      setAnswer(null)
    }
  }
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault()
    const pasted = event.clipboardData.getData('text/plain').trim()
    setText(pasted)
    void read(pasted)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.ctrlKey) return
    event.preventDefault()
    void read(text)
  }
  const payee = textOf(answer?.favorecido)
  return (
    <div className="field" style={{ '--span': 12 }}>
      <label htmlFor={id}>Ler boleto, guia ou Pix</label>
      <input
        id={id}
        className="input"
        ref={first ? takeFocus : undefined}
        value={text}
        disabled={form.readOnly.value}
        autoComplete="off"
        placeholder="Leia o código de barras, cole a linha digitável ou o Pix copia e cola"
        aria-describedby={`${id}d`}
        aria-invalid={fault === '' ? undefined : true}
        onChange={(event) => setText(event.target.value)}
        onPaste={paste}
        onKeyDown={press}
      />
      <div id={`${id}d`} role="status">
        {fault === '' ? null : <p className="field-error">{fault}</p>}
        {payee === '' ? null : <p className="hint">Recebe: {payee}</p>}
        <Alike rows={rowsOf(answer?.contas)} own={numberOf(form.record.value?.id)} />
      </div>
    </div>
  )
}

/** The code as it is printed, and what is missing to pay in the form that is chosen. */
export function MissingToPay(): ReactElement | null {
  useSignals()
  const form = useForm()
  const supplier = useComputed(() => numberOf(form.values.value.fornecedor_id)).value
  return supplier === null ? <Missing favoured={undefined} /> : <MissingOf key={supplier} id={supplier} />
}

function MissingOf({ id }: { readonly id: number }): ReactElement | null {
  const answer = useLoaded(`fornecedor/${id}`, 'fornecedor')
  return isRecord(answer) ? <Missing favoured={answer} /> : null
}

function Missing({ favoured }: { readonly favoured: Values | undefined }): ReactElement | null {
  useSignals()
  const { values } = useForm()
  const { tpPagamento, linha_digitavel, pix } = values.value
  const missing = missingToPay({ tpPagamento, linha_digitavel, pix }, favoured)
  const line = textOf(linha_digitavel)
  if (missing === undefined && line === '') return null
  return (
    <p className={`hint span-12${missing === undefined ? '' : ' hint-warn'}`} role="status">
      {missing ?? formatLine(line)}
    </p>
  )
}
