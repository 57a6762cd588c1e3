import { useEffect, useId, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { roteirizacaoEntregaFields } from '../../../core/fields/expedicao/roteirizacao'
import { list, put } from '../../app/api'
import { useKeys } from '../../app/keys'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { fieldsOf } from '../../ui/fields-of'
import { FormContext } from '../../ui/form/context'
import { FormModel } from '../../ui/form/form-model'
import { formatDate } from '../../ui/format'
import { numberOf, textOf, type Row } from '../../ui/row'
import { takeFocus } from '../../ui/take-focus'
import { usePlanner } from './context'
import { DELIVERY, RESOURCE, type Delivery } from './plan'
import { openPlans } from './planner-state'

const { Field } = fieldsOf(roteirizacaoEntregaFields)

export interface StopDialogProps {
  readonly delivery: Delivery
  readonly onClose: () => void
}

interface ShellProps extends StopDialogProps {
  readonly title: string
  readonly action: string
  readonly reason?: string | undefined
  /** False keeps it open. */
  readonly onGo: () => Promise<boolean>
  readonly children: ReactElement
}

function GoKey({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ confirm: onGo, save: onGo })
  return null
}

/** A small question about one stop: Enter goes on. */
function StopDialog({ title, action, reason, onGo, onClose, children }: ShellProps): ReactElement {
  const [busy, setBusy] = useState(false)
  const go = async (): Promise<void> => {
    if (busy || reason !== undefined) return
    setBusy(true)
    const done = await onGo()
    setBusy(false)
    if (done) onClose()
  }
  const footer = (
    <>
      <Button onClick={onClose}>Voltar</Button>
      <Button kind="primary" busy={busy} {...(reason === undefined ? {} : { reason })} onClick={() => void go()}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} size="sm" onClose={onClose} footer={footer}>
      <GoKey onGo={() => void go()} />
      <form
        className="dialog-text"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void go()
        }}
      >
        {children}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}

/** Puts a stop into a route and a position by choosing both. */
export function MoveDialog({ delivery, onClose }: StopDialogProps): ReactElement {
  useSignals()
  const planner = usePlanner()
  const id = useId()
  const { routes } = planner.standing.value
  const spot = planner.spotOf(delivery.id)
  const [vehicle, setVehicle] = useState<number | null>(spot.vehicle ?? routes[0]?.vehicle.id ?? null)
  const others = (routes.find((one) => one.vehicle.id === vehicle)?.stops ?? []).filter(
    (stop) => stop.delivery.id !== delivery.id,
  )
  const [typed, setTyped] = useState(() => String(spot.order ?? others.length + 1))
  const order = Math.min(Math.max(Number(typed) || others.length + 1, 1), others.length + 1)
  const [before, after] = [others[order - 2], others[order - 1]]
  const choose = (text: string): void => {
    const next = text === '' ? null : Number(text)
    const there = (routes.find((one) => one.vehicle.id === next)?.stops ?? []).filter(
      (stop) => stop.delivery.id !== delivery.id,
    )
    setVehicle(next)
    setTyped(String(next === spot.vehicle ? spot.order : there.length + 1))
  }
  const between = [before === undefined ? 'da saída' : `de ${before.delivery.name}`, after?.delivery.name ?? 'a volta']
  return (
    <StopDialog
      title={`Mover ${delivery.name}`}
      action="Mover"
      delivery={delivery}
      onClose={onClose}
      onGo={() => planner.move(delivery.id, vehicle === null ? { vehicle } : { vehicle, order })}
    >
      <div className="grid-12">
        <div className="field" style={{ '--span': 8 }}>
          <label htmlFor={`${id}r`}>Rota</label>
          <select
            id={`${id}r`}
            ref={takeFocus}
            className="input"
            value={vehicle === null ? '' : String(vehicle)}
            onChange={(event) => choose(event.target.value)}
          >
            {routes.map((one) => (
              <option key={one.vehicle.id} value={one.vehicle.id}>
                {one.letter} · {one.vehicle.plate} ({one.stops.length})
              </option>
            ))}
            <option value="">Fora das rotas</option>
          </select>
        </div>
        <div className="field" style={{ '--span': 4 }}>
          <label htmlFor={`${id}p`}>Posição</label>
          <input
            id={`${id}p`}
            className="input input-end"
            inputMode="numeric"
            disabled={vehicle === null}
            value={vehicle === null ? '' : typed}
            maxLength={4}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
          />
        </div>
        <p className="field-help" aria-live="polite">
          {vehicle === null
            ? 'Fica fora de todas as rotas.'
            : `${order} de ${others.length + 1}: depois ${between[0]}, antes ${after === undefined ? 'da volta' : `de ${between[1]}`}.`}
        </p>
      </div>
    </StopDialog>
  )
}

interface Targets {
  readonly plans: readonly Row[]
}

function useOpenPlans(own: string): Targets | null {
  const [found, setFound] = useState<Targets | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      try {
        const query = { perPage: 50, orderBy: 'id', sortedBy: 'desc' } as const
        setFound({ plans: openPlans((await list(RESOURCE, query, stop.signal)).data, own) })
      } catch (error) {
        toast.error(error)
      }
    }
    void load()
    return () => stop.abort()
  }, [own])
  return found
}

const planName = (row: Row): string =>
  [textOf(row.descricao) || `Cenário ${row.id}`, formatDate(row.dRota)].filter(Boolean).join(' · ')

/** Transfers a delivery to another vehicle's route, or into another plan. */
export function TransferDialog({ delivery, onClose }: StopDialogProps): ReactElement {
  useSignals()
  const planner = usePlanner()
  const id = useId()
  const own = planner.spotOf(delivery.id).vehicle
  const routes = planner.standing.value.routes.filter(({ vehicle }) => vehicle.id !== own)
  const targets = useOpenPlans(planner.id)
  const [target, setTarget] = useState(() => (own === null ? '' : `v${routes[0]?.vehicle.id ?? ''}`))
  const go = (): Promise<boolean> => {
    if (target.startsWith('v')) return planner.transfer(delivery.id, Number(target.slice(1)))
    const plan = targets?.plans.find((row) => `c${row.id}` === target)
    return plan === undefined ? Promise.resolve(false) : planner.transferAway(delivery.id, plan)
  }
  return (
    <StopDialog
      title={`Transferir ${delivery.name}`}
      action="Transferir"
      delivery={delivery}
      reason={target === '' || target === 'v' ? 'Escolha para onde.' : undefined}
      onClose={onClose}
      onGo={go}
    >
      <div className="field">
        <label htmlFor={id}>Para</label>
        <select
          id={id}
          ref={takeFocus}
          className="input"
          value={target}
          onChange={(event) => setTarget(event.target.value)}
        >
          <option value="" />
          {own === null || routes.length === 0 ? null : (
            <optgroup label="A rota de outro veículo">
              {routes.map(({ vehicle, letter, stops }) => (
                <option key={vehicle.id} value={`v${vehicle.id}`}>
                  {letter} · {vehicle.plate} ({stops.length})
                </option>
              ))}
            </optgroup>
          )}
          {targets === null || targets.plans.length === 0 ? null : (
            <optgroup label="Outro cenário">
              {targets.plans.map((row) => (
                <option key={row.id} value={`c${row.id}`}>
                  {planName(row)}
                </option>
              ))}
            </optgroup>
          )}
        </select>
        <p className="field-help">
          Em outra rota entra no fim; em outro cenário fica fora das rotas até que ele seja calculado.
        </p>
      </div>
    </StopDialog>
  )
}

const WINDOWS = /^\s*(\d{1,2}:?\d{2})\s*(?:-|–|a|às)\s*(\d{1,2}:?\d{2})\s*$/

/** `08:00-12:00, 14:00-18:00` as the API takes it; null where it is none. */
function readWindows(text: string): readonly (readonly [string, string])[] | null {
  const parts = text.split(/[,;]/).filter((part) => part.trim() !== '')
  const read = parts.flatMap((part) => {
    const found = WINDOWS.exec(part)
    return found === null ? [] : [[found[1] ?? '', found[2] ?? ''] as const]
  })
  return read.length === parts.length ? read : null
}

const windowsText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((one) => (Array.isArray(one) ? `${textOf(one[0])}–${textOf(one[1])}` : '')).join(', ')
    : ''

interface NeedsProps {
  readonly chosen: readonly number[]
  readonly onChange: (needs: readonly number[]) => void
}

/** What the vehicle of a delivery must have, pressed on or off; nothing to choose from shows nothing. */
function Needs({ chosen, onChange }: NeedsProps): ReactElement | null {
  useSignals()
  const { traits } = usePlanner().around.value
  const id = useId()
  if (traits.size === 0) return null
  return (
    <div className="stop-needs" role="group" aria-labelledby={id}>
      <span id={id}>Pede do veículo</span>
      {[...traits].map(([trait, name]) => {
        const on = chosen.includes(trait)
        return (
          <button
            key={trait}
            type="button"
            className={`pick ${on ? 'pick-on' : ''}`}
            aria-pressed={on}
            onClick={() => onChange(on ? chosen.filter((one) => one !== trait) : [...chosen, trait])}
          >
            {name}
          </button>
        )
      })}
    </div>
  )
}

/** Weight, volumes, hours, minutes, priority and what vehicle one delivery asks for. */
export function EditDialog({ delivery, onClose }: StopDialogProps): ReactElement {
  const planner = usePlanner()
  const [form] = useState(() => {
    const made = new FormModel()
    const { peso, volumes, minutos, prioridade, janelas, versao } = delivery.row
    made.load({ id: delivery.id, versao, peso, volumes, minutos, prioridade, janelas: windowsText(janelas) })
    return made
  })
  const [needs, setNeeds] = useState(delivery.needs)
  const save = async (): Promise<boolean> => {
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
    if (!form.validate()) return false
    const { janelas, versao: _versao, ...values } = form.payload()
    const hours = readWindows(textOf(janelas))
    try {
      await put(`${DELIVERY}/${delivery.id}`, {
        ...values,
        janelas: hours === null || hours.length === 0 ? null : hours,
        ...(needs === delivery.needs ? {} : { particularidades: needs }),
      })
      await planner.refresh()
      return true
    } catch (error) {
      toast.error(error)
      return false
    }
  }
  return (
    <FormContext value={form}>
      <StopDialog title={delivery.name} action="Salvar" delivery={delivery} onClose={onClose} onGo={save}>
        <div className="grid-12">
          <Field name="peso" span={6} autoFocus />
          <Field name="volumes" span={6} />
          <Field
            name="janelas"
            span={12}
            maxLength={120}
            help="08:00-12:00, 14:00-18:00. Vazio: os horários do cliente"
            validate={(value) =>
              readWindows(textOf(value)) === null ? 'Informe horários como 08:00-12:00, 14:00-18:00.' : undefined
            }
          />
          <Field name="minutos" span={6} help="Vazio: os do cenário" />
          <Field name="prioridade" span={6} help="0 a 100: a maior fica por último de fora" />
          <Needs chosen={needs} onChange={setNeeds} />
        </div>
      </StopDialog>
    </FormContext>
  )
}

/** Where a delivery lies: pointed at on the map, or written in degrees. */
export function PlaceDialog({ delivery, onClose }: StopDialogProps): ReactElement {
  const planner = usePlanner()
  const [form] = useState(() => {
    const made = new FormModel()
    made.load({ id: delivery.id, lat: delivery.place?.[1] ?? null, lon: delivery.place?.[0] ?? null })
    return made
  })
  const save = (): Promise<boolean> => {
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
    const [lon, lat] = [numberOf(form.values.peek().lon), numberOf(form.values.peek().lat)]
    if (!form.validate() || lon === null || lat === null) return Promise.resolve(false)
    return planner.pin(delivery.id, [lon, lat])
  }
  const point = (): void => {
    planner.askPlace(delivery)
    onClose()
  }
  return (
    <FormContext value={form}>
      <StopDialog title={`Lugar de ${delivery.name}`} action="Salvar" delivery={delivery} onClose={onClose} onGo={save}>
        <div className="grid-12">
          <p className="field-help">{delivery.address || 'Sem endereço'}</p>
          <Field name="lat" required span={6} autoFocus />
          <Field name="lon" required span={6} />
          <div>
            <Button icon="home" onClick={point}>
              Apontar no mapa
            </Button>
          </div>
          <p className="field-help">O lugar fica lembrado para este endereço.</p>
        </div>
      </StopDialog>
    </FormContext>
  )
}
