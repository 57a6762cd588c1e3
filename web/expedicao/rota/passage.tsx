import { useId, useState, type ReactElement, type ReactNode } from 'react'
import { parseNumber } from '../../../core/br/number'
import { rotaFields } from '../../../core/fields/expedicao/rota'
import { ApiError, post } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import { errorText, toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { fieldsOf } from '../../ui/fields-of'
import type { FormModel } from '../../ui/form/form-model'
import { counted, formatAmount } from '../../ui/format'
import { textOf, type Row } from '../../ui/row'
import { focusWithin } from '../../ui/take-focus'
import { reload } from './changes'
import { plateOf, RESOURCE, stopsOf, type Stop } from './route'

const { label } = fieldsOf(rotaFields)

interface PassageProps {
  readonly form: FormModel
  readonly record: Row
  readonly onClose: () => void
}

interface KmProps {
  readonly name: 'km_inicial' | 'km_final'
  readonly value: string
  readonly help?: string
  readonly onChange: (text: string) => void
}

/** The vehicle's meter; it may stay empty. */
function Km({ name, value, help, onChange }: KmProps): ReactElement {
  const id = useId()
  return (
    <div className="field route-km">
      <label htmlFor={id}>{label(name)}</label>
      <input
        id={id}
        className="input"
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        value={value}
        aria-describedby={help === undefined ? undefined : `${id}h`}
        onChange={(event) => onChange(event.target.value)}
      />
      {help === undefined ? null : (
        <p id={`${id}h`} className="field-help">
          {help}
        </p>
      )}
    </div>
  )
}

interface AskProps extends PassageProps {
  readonly title: string
  readonly verb: 'libera' | 'finaliza'
  readonly action: string
  readonly done: string
  /** Typed kilometres by field; empty ones are not sent. */
  readonly km: Readonly<Record<string, string>>
  readonly children: ReactNode
}

function ConfirmKey({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ confirm: onGo })
  return null
}

/** Numbers as they were typed, the empty ones left out. Throws what is said of one that is none. */
const kmBody = (km: AskProps['km']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(km).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, parseNumber(text).toFixed(1)]])),
  )

/** The first box has the focus: Enter goes on. */
const focusBox = focusWithin('input')

/** A step of the route's life, asked before it is taken. What was refused stays open, with the reason. */
function Ask({ form, record, onClose, title, verb, action, done, km, children }: AskProps): ReactElement {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  // An open MDF-e is told of first, and closed with the route by who goes on.
  const [closes, setCloses] = useState(false)
  const go = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      await post(`${RESOURCE}/${record.id}/${verb}`, { ...kmBody(km), ...(closes ? { encerra_mdfe: true } : {}) })
      await reload(form)
      announce(RESOURCE)
      toast.success(done)
      onClose()
    } catch (error) {
      setFault(errorText(error))
      setCloses(error instanceof ApiError && error.code === 'open_manifest')
      setBusy(false)
    }
  }
  const footer = (
    <>
      <Button onClick={onClose}>Voltar</Button>
      <Button kind="primary" hotkey="confirm" busy={busy} onClick={() => void go()}>
        {closes ? `${action} e encerrar o MDF-e` : action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} size="sm" onClose={onClose} footer={footer}>
      <ConfirmKey onGo={() => void go()} />
      <form
        ref={focusBox}
        className="dialog-text route-ask"
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void go()
        }}
      >
        {children}
        {fault === '' ? null : (
          <p role="alert" className="field-error">
            {fault}
          </p>
        )}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}

const typed = (value: unknown): string => formatAmount(value, 1)

/** The vehicle leaves. */
export function LeaveDialog(props: PassageProps): ReactElement {
  const { record } = props
  const [km, setKm] = useState(() => typed(record.km_inicial))
  const sales = stopsOf(record).length
  return (
    <Ask
      {...props}
      title={`Liberar a rota ${record.id}?`}
      verb="libera"
      action="Liberar"
      done={`Rota ${record.id} liberada.`}
      km={{ km_inicial: km }}
    >
      <p>
        {counted(sales, 'venda fica enviada', 'vendas ficam enviadas')} no veículo {plateOf(record)}. Depois disso a
        rota não muda mais: só se registra o que foi entregue.
      </p>
      <Km
        name="km_inicial"
        value={km}
        onChange={setKm}
        help="Se quiser: com o da volta, o Prumo aprende as distâncias."
      />
    </Ask>
  )
}

function Told({ stops }: { readonly stops: readonly Stop[] }): ReactElement {
  const count = (state: Stop['state']): number => stops.filter((one) => one.state === state).length
  const open = count('espera')
  const back = stops.filter((one) => one.state === 'ocorrencia')
  return (
    <>
      <ul className="route-told">
        <li>{counted(count('entregue'), 'entregue', 'entregues')}</li>
        {open === 0 ? null : (
          <li>{counted(open, 'sem registro: conta como entregue', 'sem registro: contam como entregues')}</li>
        )}
        {back.length === 0 ? null : (
          <li>
            {counted(back.length, 'não entregue: volta a esperar entrega', 'não entregues: voltam a esperar entrega')}
          </li>
        )}
      </ul>
      {back.length === 0 ? null : (
        <ul className="route-told route-back">
          {back.map((one) => (
            <li key={one.id}>
              Venda {textOf(one.row.venda_id)}, {one.name}: {textOf(one.row.xOcorrencia)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The vehicle is back: what was delivered, and how far it went. */
export function ReturnDialog(props: PassageProps): ReactElement {
  const { record } = props
  const [from, setFrom] = useState(() => typed(record.km_inicial))
  const [to, setTo] = useState(() => typed(record.km_final))
  return (
    <Ask
      {...props}
      title={`Finalizar a rota ${record.id}?`}
      verb="finaliza"
      action="Finalizar"
      done={`Rota ${record.id} finalizada.`}
      km={{ km_inicial: from, km_final: to }}
    >
      <Told stops={stopsOf(record)} />
      <div className="route-kms">
        <Km name="km_inicial" value={from} onChange={setFrom} />
        <Km name="km_final" value={to} onChange={setTo} />
      </div>
    </Ask>
  )
}
