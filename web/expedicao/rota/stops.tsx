import { useContext, useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { needOf } from '../../app/access'
import { whyNot as rightMissing } from '../../app/why'
import { onChanged } from '../../app/events'
import { toast } from '../../app/toasts'
import { Button, IconButton } from '../../ui/button'
import { Chip, type ChipState } from '../../ui/chip'
import { SaveContext, useForm } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { Icon } from '../../ui/icon'
import { EmptyState, Toolbar } from '../../ui/pieces'
import { counted, formatQuantity } from '../../ui/format'
import { getPath, isSet, textOf, type Row, type Values } from '../../ui/row'
import { ChooseSales } from '../vendas/choose-sales'
import { change, reload } from './changes'
import { useOrdering, type Ordering } from './order'
import {
  arrivalText,
  kilometresText,
  needsText,
  RESOURCE,
  RIGHT,
  stopsOf,
  STOP_RESOURCE,
  timeText,
  windowText,
  type Stop,
} from './route'
import { StopDialog, type StopChanges } from './stop-dialog'

const STATES: Readonly<Record<Stop['state'], ChipState | null>> = {
  espera: null,
  entregue: { word: 'Entregue', hue: 'verde', mark: 'check' },
  ocorrencia: { word: 'Não entregue', hue: 'vermelho' },
}
const WAITING: ChipState = { word: 'A entregar', hue: 'azul', mark: 'half' }

function useChanges(form: FormModel): StopChanges {
  const save = useContext(SaveContext)
  const [busy, setBusy] = useState(false)
  return {
    busy,
    run: async (path, options) => {
      if (form.dirty.peek() && !form.readOnly.peek() && !(await save())) return undefined
      setBusy(true)
      const answer = await change(form, path, options)
      setBusy(false)
      return answer
    },
  }
}

/** The sales of the route in the order in which they are delivered. */
export function Stops(): ReactElement {
  useSignals()
  const form = useForm()
  const route = form.record.value
  useEffect(
    () =>
      onChanged(RESOURCE, () => {
        if (!form.dirty.peek()) reload(form).catch(() => undefined) // who is away is told by the next thing that is done
      }),
    [form],
  )
  return route === undefined ? (
    <EmptyState text="Salve a rota para incluir vendas." />
  ) : (
    <StopList form={form} route={route} />
  )
}

interface StopListProps {
  readonly form: FormModel
  readonly route: Row
}

interface Figures {
  readonly before: Values
  readonly after: Values
}

const figuresOf = (answer: Values): Figures => {
  const [before, after] = [getPath(answer, 'antes'), getPath(answer, 'depois')]
  return { before: Object(before), after: Object(after) }
}

const noticesOf = (answer: Values): readonly string[] => {
  const told = getPath(answer, 'avisos')
  return Array.isArray(told) ? told.map(textOf) : []
}

const saying = ({ distancia, duracao }: Values): string => `${kilometresText(distancia)} km, ${timeText(duracao)}`

interface StopVerbs {
  readonly figures: Figures | null
  readonly order: (ids: readonly number[]) => Promise<void>
  readonly optimize: () => Promise<void>
  readonly remove: (stop: Stop) => void
  readonly add: (vendas: readonly number[]) => Promise<unknown>
}

/** What is done with the stops of a route; the best order tells what it saved, and can be undone. */
function useStopVerbs({ form, route }: StopListProps, stops: readonly Stop[], { run }: StopChanges): StopVerbs {
  const [figures, setFigures] = useState<Figures | null>(null)
  const path = `${STOP_RESOURCE}/${route.id}`
  const order = async (ids: readonly number[], failed = 'Não foi possível mudar a ordem'): Promise<void> => {
    setFigures(null)
    await run(`${path}/reordena`, { body: { ids }, failed })
  }
  const optimize = async (): Promise<void> => {
    const ids = stops.map(({ id }) => id)
    const body = { otimizar: true }
    const answer = await run(`${path}/otimizaRota`, { body, failed: 'Não foi possível calcular a rota' })
    if (answer === undefined) return
    const made = figuresOf(answer)
    setFigures(made)
    toast.success(`De ${saying(made.before)} para ${saying(made.after)}.`, {
      title: 'Rota otimizada',
      about: form,
      undo: () => void order(ids, 'Não foi possível desfazer'),
    })
    for (const notice of noticesOf(answer)) toast.alert(notice)
  }
  return {
    figures,
    order,
    optimize,
    remove: (stop) =>
      void run(`${STOP_RESOURCE}/${stop.id}/removePedidoPendenteRota`, {
        failed: 'Não foi possível tirar a venda da rota',
      }),
    add: (vendas) => run(`${path}/addVendas`, { body: { vendas }, failed: 'Não foi possível incluir as vendas' }),
  }
}

function StopList({ form, route }: StopListProps): ReactElement {
  const changes = useChanges(form)
  const stops = stopsOf(route)
  const verbs = useStopVerbs({ form, route }, stops, changes)
  const [said, setSaid] = useState('')
  const [picking, setPicking] = useState(false)
  const [openStop, setOpenStop] = useState<number | null>(null)
  const changeable = form.whyNotList('rota_vendas') === undefined
  const missing = rightMissing(needOf(RIGHT, 'edit'))
  const known = new Map(stops.map((one) => [one.id, one]))
  const opened = openStop === null ? undefined : known.get(openStop)
  const canOrder = changeable && missing === null
  return (
    <section className="route-stops" aria-label="Vendas da rota">
      {changeable ? (
        <Tools
          several={stops.length > 1}
          busy={changes.busy}
          missing={missing}
          onAdd={() => setPicking(true)}
          onOptimize={() => void verbs.optimize()}
        />
      ) : null}
      {verbs.figures === null || !changeable ? null : <Compared {...verbs.figures} />}
      {stops.length === 0 ? <EmptyState text="Nenhuma venda nesta rota" /> : null}
      <OrderedStops
        stops={known}
        stored={stops.map(({ id }) => id)}
        route={route}
        canOrder={canOrder}
        onOrder={verbs.order}
        onOpen={setOpenStop}
        onRemove={canOrder ? verbs.remove : undefined}
        onSay={setSaid}
      />
      <p className="sr-only" role="status">
        {said}
      </p>
      {picking ? (
        <ChooseSales
          path={`${STOP_RESOURCE}/${route.id}/getVendas`}
          onPick={async (ids) => (await verbs.add(ids)) !== undefined}
          onClose={() => setPicking(false)}
        />
      ) : null}
      {opened === undefined ? null : (
        <StopDialog route={route} stop={opened} changes={changes} onClose={() => setOpenStop(null)} />
      )}
    </section>
  )
}

interface ToolsProps {
  readonly several: boolean
  readonly busy: boolean
  readonly missing: string | null
  readonly onAdd: () => void
  readonly onOptimize: () => void
}

function Tools({ several, busy, missing, onAdd, onOptimize }: ToolsProps): ReactElement {
  const reason = missing === null ? {} : { reason: missing }
  return (
    <Toolbar label="Vendas da rota">
      <Button icon="add" {...reason} onClick={onAdd}>
        Incluir vendas
      </Button>
      {several ? (
        <Button icon="refresh" busy={busy} {...reason} onClick={onOptimize}>
          Otimizar
        </Button>
      ) : null}
      {several && missing === null ? (
        <span className="field-help route-hint">Arraste, ou Ctrl+↑ e Ctrl+↓, para mudar a ordem</span>
      ) : null}
    </Toolbar>
  )
}

function Compared({ before, after }: Figures): ReactElement {
  const saved = (Number(before.duracao) || 0) - (Number(after.duracao) || 0)
  return (
    <p className="route-compared" role="status">
      <span>
        Antes: <b>{saying(before)}</b>
      </span>
      <span>
        Agora: <b>{saying(after)}</b>
      </span>
      <span>{saved > 59 ? `${timeText(saved)} a menos de viagem` : 'Já estava na melhor ordem que se encontrou'}</span>
    </p>
  )
}

interface OrderedStopsProps {
  readonly stops: ReadonlyMap<number, Stop>
  readonly stored: readonly number[]
  readonly route: Row
  readonly canOrder: boolean
  readonly onOrder: (ids: readonly number[]) => Promise<void>
  readonly onOpen: (id: number) => void
  readonly onRemove: ((stop: Stop) => void) | undefined
  readonly onSay: (text: string) => void
}

const WALK: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowUp: (at) => Math.max(0, at - 1),
  ArrowDown: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** ↑ and ↓ go from stop to stop, Enter opens one, Del takes it out. */
function OrderedStops(props: OrderedStopsProps): ReactElement {
  const { stops, stored, route, canOrder, onOpen, onRemove, onSay } = props
  const list = useRef<HTMLOListElement>(null)
  const ordering = useOrdering(stored, { onOrder: props.onOrder, says: onSay })
  const focusAt = (index: number): void => list.current?.querySelectorAll<HTMLElement>('.stop-open')[index]?.focus()
  const onKey = (event: KeyboardEvent, stop: Stop): void => {
    if (canOrder && ordering.keys(event, stop.id)) return
    const at = ordering.ids.indexOf(stop.id)
    const walk = event.ctrlKey || event.altKey || event.metaKey ? undefined : WALK[event.key]
    if (walk !== undefined) {
      event.preventDefault()
      focusAt(walk(at, ordering.ids.length - 1))
    } else if (event.key === 'Delete' && onRemove !== undefined) {
      event.preventDefault()
      onRemove(stop)
      focusAt(at === 0 ? 1 : at - 1)
    }
  }
  return (
    <ol ref={list} className="stops">
      {ordering.ids.map((id, index) => {
        const stop = stops.get(id)
        return stop === undefined ? null : (
          <StopItem
            key={id}
            stop={stop}
            number={index + 1}
            underWay={isSet(route.dhLiberacao)}
            ordering={canOrder ? ordering : undefined}
            onOpen={() => onOpen(id)}
            onRemove={onRemove === undefined ? undefined : () => onRemove(stop)}
            onKey={(event) => onKey(event, stop)}
          />
        )
      })}
    </ol>
  )
}

interface StopItemProps {
  readonly stop: Stop
  readonly number: number
  readonly underWay: boolean
  readonly ordering: Ordering | undefined
  readonly onOpen: () => void
  readonly onRemove: (() => void) | undefined
  readonly onKey: (event: KeyboardEvent) => void
}

function StopItem({ stop, number, underWay, ordering, onOpen, onRemove, onKey }: StopItemProps): ReactElement {
  const chip = STATES[stop.state] ?? (underWay ? WAITING : null)
  const { row } = stop
  const carried = [
    counted(Number(row.volumes), 'volume', 'volumes'),
    ...(Number(row.peso) > 0 || row.sem_peso === true
      ? [`${formatQuantity(row.peso, 1)}${row.sem_peso === true ? '?' : ''} kg`]
      : []),
  ].join(' · ')
  return (
    <li className={`stop ${ordering?.held === stop.id ? 'stop-held' : ''}`} data-stop={stop.id}>
      {ordering === undefined ? null : (
        <span className="stop-grip" title="Arraste para mudar a ordem" aria-hidden="true" {...ordering.handle(stop.id)}>
          <Icon name="menu" />
        </span>
      )}
      <span className="stop-number">{number}</span>
      <button type="button" className="stop-open" onClick={onOpen} onKeyDown={onKey}>
        <span className="stop-name">
          {stop.name} <small>Venda {textOf(row.venda_id)}</small>
        </span>
        <span className="stop-address">{stop.address || 'Sem endereço'}</span>
        {stop.state === 'ocorrencia' ? <span className="stop-why">{textOf(row.xOcorrencia)}</span> : null}
      </button>
      <span className="stop-facts">
        <span>
          {stop.arrival === '' ? <em>sem lugar conhecido</em> : <b>{arrivalText(stop.arrival)}</b>}
          <span className={stop.late || stop.closed ? 'route-over' : undefined}> {windowText(stop)}</span>
        </span>
        <span>{carried}</span>
        {stop.needs.length === 0 ? null : (
          <span className={stop.needs.every(({ met }) => met) ? undefined : 'route-over'}>{needsText(stop)}</span>
        )}
      </span>
      {chip === null ? null : <Chip {...chip} />}
      {onRemove === undefined ? null : (
        <IconButton icon="trash" label={`Tirar da rota: ${stop.name}`} onClick={onRemove} />
      )}
    </li>
  )
}
