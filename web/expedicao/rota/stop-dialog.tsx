import { useId, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { rotaVendaFields } from '../../../core/fields/expedicao/rota'
import { verbRefusal } from '../../../core/lifecycle/standing'
import { internationalDigits, showPhone } from '../../../core/br/fields'
import { canOpenScreen, pathOf } from '../../../core/access'
import { needOf } from '../../app/access'
import { whyNot as rightMissing } from '../../app/why'
import { Go } from '../../app/go'
import { useKeys } from '../../app/keys'
import { rights } from '../../app/session'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { fieldsOf } from '../../ui/fields-of'
import { counted, formatDateTime, formatQuantity } from '../../ui/format'
import { isSet, textOf, type Row, type Values } from '../../ui/row'
import { takeFocus } from '../../ui/take-focus'
import { WhyNot } from '../../ui/why-not'
import { arrivalText, KIND, needsText, RIGHT, STOP_RESOURCE, windowText, type Stop } from './route'

/** Changes of the stops, one after another; what was typed in the form is saved first. */
export interface StopChanges {
  readonly busy: boolean
  readonly run: (
    path: string,
    options: { readonly body?: object; readonly failed: string },
  ) => Promise<Values | undefined>
}

interface StopDialogProps {
  readonly route: Row
  readonly stop: Stop
  readonly changes: StopChanges
  readonly onClose: () => void
}

const { label } = fieldsOf(rotaVendaFields)
const COMMON = ['Ninguém no local', 'Recusado pelo cliente', 'Endereço não encontrado', 'Avaria', 'Fora do horário']

/** One stop: where, whom to call, and (while the route is under way) what became of it. Made for a driver's phone. */
export function StopDialog({ route, stop, changes, onClose }: StopDialogProps): ReactElement {
  useSignals()
  const [failing, setFailing] = useState(false)
  const telling = verbRefusal(KIND.life, route, 'registra') === undefined
  const allowed = rightMissing(needOf(RIGHT, 'edit')) === null
  const tell = async (body: object): Promise<void> => {
    const failed = 'Não foi possível registrar a entrega'
    const answer = await changes.run(`${STOP_RESOURCE}/${stop.id}/registra`, { body, failed })
    if (answer !== undefined) onClose()
  }
  const footer =
    telling && allowed && !failing ? (
      <>
        {stop.state === 'ocorrencia' ? null : (
          <Button kind="danger" busy={changes.busy} onClick={() => setFailing(true)}>
            Não entregue
          </Button>
        )}
        {stop.state === 'espera' ? null : <Button onClick={() => void tell({})}>Desfazer o registro</Button>}
        <span className="spacer" />
        {stop.state === 'entregue' ? null : (
          <Button
            kind="primary"
            icon="check"
            busy={changes.busy}
            focusFirst
            onClick={() => void tell({ entregue: true })}
          >
            Entregue
          </Button>
        )}
      </>
    ) : undefined
  return (
    <Dialog title={stop.name} size="sm" onClose={onClose} footer={footer}>
      <div className="dialog-text stop-detail" tabIndex={0} role="region" aria-label="Parada">
        <Facts stop={stop} />
        {telling && !allowed ? <WhyNot need={needOf(RIGHT, 'edit')} what="Registrar a entrega" /> : null}
        {failing ? (
          <Failure
            busy={changes.busy}
            onCancel={() => setFailing(false)}
            onTell={(xOcorrencia) => void tell({ xOcorrencia })}
          />
        ) : null}
      </div>
    </Dialog>
  )
}

/** What a telephone dials: from anywhere where it can be. */
function dialled(phone: string): string {
  const digits = internationalDigits(phone)
  return digits === undefined ? phone : `+${digits}`
}

function Facts({ stop }: { readonly stop: Stop }): ReactElement {
  const { row } = stop
  const sale = pathOf('venda', textOf(row.venda_id))
  const phone = textOf(row.fone)
  const facts: readonly (readonly [string, ReactElement | string])[] = [
    [label('xEnder'), stop.address || 'Sem endereço'],
    [label('hora_prevista'), stop.arrival === '' ? '' : arrivalText(stop.arrival)],
    ['Horário', windowText(stop) || 'recebe o dia todo'],
    [
      'Leva',
      `${counted(Number(row.volumes), 'volume', 'volumes')}${Number(row.peso) > 0 ? `, ${formatQuantity(row.peso, 1)} kg` : ''}`,
    ],
    ['Veículo', needsText(stop)],
    ['Telefone', phone === '' ? '' : <a href={`tel:${dialled(phone)}`}>{showPhone(phone)}</a>],
    [label('dhEntrega'), formatDateTime(row.dhEntrega)],
    [label('xOcorrencia'), textOf(row.xOcorrencia)],
  ]
  return (
    <>
      <dl className="stop-list">
        {facts
          .filter(([, shown]) => shown !== '')
          .map(([name, shown]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{shown}</dd>
            </div>
          ))}
      </dl>
      <p className="stop-ways">
        {isSet(row.lat) ? (
          <a className="btn" href={`geo:${textOf(row.lat)},${textOf(row.lon)}?q=${textOf(row.lat)},${textOf(row.lon)}`}>
            Abrir no mapa do celular
          </a>
        ) : null}
        {canOpenScreen(rights.value, sale) ? (
          <Go to={sale} className="btn">
            Abrir a venda {textOf(row.venda_id)}
          </Go>
        ) : null}
      </p>
    </>
  )
}

interface FailureProps {
  readonly busy: boolean
  readonly onCancel: () => void
  readonly onTell: (reason: string) => void
}

/** Why it was not delivered: one of the usual reasons by one touch, or in words. */
function Failure({ busy, onCancel, onTell }: FailureProps): ReactElement {
  const id = useId()
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const empty = text.trim() === ''
  const go = (): void => {
    setTried(true)
    if (!empty && !busy) onTell(text.trim())
  }
  useKeys({ confirm: go })
  return (
    <div className="field">
      <label htmlFor={id}>Por que não foi entregue?</label>
      <div className="stop-reasons">
        {COMMON.map((reason) => (
          <button key={reason} type="button" className="pick" onClick={() => setText(reason)}>
            {reason}
          </button>
        ))}
      </div>
      <input
        ref={takeFocus}
        id={id}
        className="input"
        maxLength={rotaVendaFields.xOcorrencia.meta.max}
        value={text}
        aria-invalid={tried && empty}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          go()
        }}
      />
      {tried && empty ? (
        <p role="alert" className="field-error">
          Informe o motivo.
        </p>
      ) : null}
      <p className="stop-ways">
        <Button onClick={onCancel}>Voltar</Button>
        <Button kind="danger-filled" hotkey="confirm" busy={busy} onClick={go}>
          Registrar
        </Button>
      </p>
    </div>
  )
}
