import { useState, type DragEvent, type ReactElement, type ReactNode } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { clockText, hoursText } from '../../../core/routing/words'
import { formatQuantity } from '../../ui/format'
import { Icon } from '../../ui/icon'
import { toneOf } from '../../ui/map/map-model'
import { usePlanner } from './context'
import { km, needsOf, sourceText, span, type Delivery } from './plan'
import type { Stop } from './standing'
import type { MenuTarget } from './stop-menu'

const DRAGGED = 'application/x-prumo-entrega'

/** The delivery that is being dragged; null for anything else. */
export function draggedId(event: DragEvent): number | null {
  const id = Number(event.dataTransfer.getData(DRAGGED))
  return Number.isInteger(id) && id > 0 ? id : null
}

export const isStopDrag = (event: DragEvent): boolean => event.dataTransfer.types.includes(DRAGGED)

export interface RowProps {
  readonly delivery: Delivery
  readonly stop?: Stop
  /** Why it is outside of all routes. */
  readonly why?: string
  readonly rank: number
  readonly editable: boolean
  readonly onMenu: (target: MenuTarget) => void
  /** A stop was let go over this one. */
  readonly onDropAt?: (id: number, after: boolean) => void
}

interface FactsProps {
  readonly stop: Stop | undefined
  readonly delivery: Delivery
  readonly hours: string
  readonly needs: readonly string[]
}

/** What it comes to; what is not known of it is a question mark. */
function loadText({ volumes, kilos, row }: Delivery): string {
  const pieces = `${volumes}${row.sem_volumes === true ? '?' : ''} vol`
  const weight = row.sem_peso === true ? `${formatQuantity(kilos)}? kg` : kilos > 0 ? `${formatQuantity(kilos)} kg` : ''
  return [pieces, weight].filter((part) => part !== '').join(' · ')
}

function Facts({ stop, delivery, hours, needs }: FactsProps): ReactElement {
  const rough = sourceText(delivery.source)
  const parts: readonly (readonly [string, ReactNode])[] = [
    ['bairro', delivery.district || delivery.town],
    ['recebe', hours === '' ? '' : `recebe ${hours}`],
    ['pede', needs.length === 0 ? '' : `pede ${needs.join(', ')}`],
    ['carga', loadText(delivery)],
    ['trecho', stop === undefined || stop.leg === 0 ? '' : `+ ${km(stop.leg)}`],
    ['lugar', rough],
  ]
  return (
    <span className="stop-facts">
      {parts
        .filter(([, text]) => text !== '')
        .map(([key, text]) => (
          <span key={key}>{text}</span>
        ))}
    </span>
  )
}

function Times({ stop }: { readonly stop: Stop }): ReactElement | null {
  const { arrival, waiting, service } = stop.step
  if (arrival === 0) return null
  const begin = arrival + waiting
  return (
    <span className="stop-times">
      <strong>{clockText(arrival)}</strong>
      {waiting >= 60 ? <small>espera {span(waiting)}</small> : null}
      <small>sai {clockText(begin + service)}</small>
    </span>
  )
}

/** Where in a row the pointer is: what is dropped goes before or after it. */
const isLowerHalf = (event: DragEvent): boolean => {
  const box = event.currentTarget.getBoundingClientRect()
  return event.clientY > box.top + box.height / 2
}

function useDropMark(onDropAt: RowProps['onDropAt']) {
  const [mark, setMark] = useState<'before' | 'after' | null>(null)
  if (onDropAt === undefined) return { mark, handlers: {} }
  return {
    mark,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!isStopDrag(event)) return
        event.preventDefault()
        event.stopPropagation()
        setMark(isLowerHalf(event) ? 'after' : 'before')
      },
      onDragLeave: () => setMark(null),
      onDrop: (event: DragEvent) => {
        const id = draggedId(event)
        setMark(null)
        if (id === null) return
        event.preventDefault()
        event.stopPropagation()
        onDropAt(id, isLowerHalf(event))
      },
    },
  }
}

/** Who it is, where and when it receives, what is wrong with it. */
function Name({ delivery, stop, why }: RowProps): ReactElement {
  useSignals()
  const around = usePlanner().around.value
  const hours = around.windows.get(delivery.id)
  return (
    <span className="stop-name">
      <span>
        {delivery.name}
        {delivery.locked ? (
          <>
            <Icon name="lock" size={12} />
            <span className="sr-only"> travada</span>
          </>
        ) : null}
      </span>
      <Facts
        stop={stop}
        delivery={delivery}
        hours={hours === undefined ? '' : hoursText(hours)}
        needs={needsOf(delivery, around)}
      />
      {why === undefined ? null : <span className="stop-why">{why}</span>}
      {(stop?.faults ?? []).map((fault) => (
        <span key={fault} className="stop-fault">
          <Icon name="warn" size={12} /> {fault}
        </span>
      ))}
    </span>
  )
}

/** One delivery of the lists: dragged by the mouse, moved by key, with a menu of all that can be done. */
export function StopRow(props: RowProps): ReactElement {
  useSignals()
  const planner = usePlanner()
  const { delivery, stop, rank, editable } = props
  const { mark, handlers } = useDropMark(editable ? props.onDropAt : undefined)
  // Each row hears of its own changes alone.
  const over = useComputed(() => planner.hoveredStop.value === delivery.id).value
  const tabbable = useComputed(() => planner.tabStop.value === delivery.id).value
  const chosen = useComputed(() => planner.chosenStop.value === delivery.id).value
  const choose = (): void => {
    planner.chooseStop(delivery.id)
    if (!chosen) planner.map.peek()?.target(delivery.id)
  }
  return (
    <li
      className={`stop-row ${toneOf(rank)} ${over ? 'stop-over' : ''} ${chosen ? 'stop-chosen' : ''} ${mark === null ? '' : `stop-drop-${mark}`}`}
      draggable={editable}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, String(delivery.id))
        event.dataTransfer.effectAllowed = 'move'
      }}
      onMouseEnter={() => planner.hoverStop(delivery.id)}
      onMouseLeave={() => planner.hoverStop(null)}
      {...handlers}
    >
      <button
        type="button"
        className="stop-main"
        data-stop={delivery.id}
        tabIndex={tabbable ? 0 : -1}
        aria-current={chosen || undefined}
        onFocus={() => planner.focused(delivery.id)}
        onClick={choose}
      >
        <span className="stop-badge">{stop?.label ?? '–'}</span>
        <Name {...props} />
        {stop === undefined ? null : <Times stop={stop} />}
      </button>
      {editable ? (
        <button
          type="button"
          className="icon-btn stop-menu"
          tabIndex={tabbable ? 0 : -1}
          aria-haspopup="menu"
          aria-label={`Ações de ${delivery.name}`}
          title="Ações"
          onClick={(event) => props.onMenu({ delivery, inRoute: stop !== undefined, anchor: event.currentTarget })}
        >
          <Icon name="more" />
        </button>
      ) : null}
    </li>
  )
}
