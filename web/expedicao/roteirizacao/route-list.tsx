import { memo, useEffect, useRef, useState, type DragEvent, type KeyboardEvent, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { clockText } from '../../../core/routing/words'
import { IconButton } from '../../ui/button'
import { counted } from '../../ui/format'
import { Icon } from '../../ui/icon'
import { toneOf } from '../../ui/map/map-model'
import { EmptyState } from '../../ui/pieces'
import { usePlanner, type StopCommand } from './context'
import { kilos, km, span, type Delivery } from './plan'
import { PlanNotices } from './plan-notices'
import type { Outside, VehicleRoute } from './standing'
import { StopMenu, type MenuTarget } from './stop-menu'
import { draggedId, isStopDrag, StopRow } from './stop-row'

interface ListProps {
  readonly editable: boolean
  readonly onCommand: (command: StopCommand, delivery: Delivery) => void
}

const KEYS: Readonly<Record<string, StopCommand>> = {
  m: 'move',
  t: 'transfer',
  ' ': 'lock',
  e: 'edit',
  p: 'place',
  Delete: 'drop',
}

/** The stop rows on the screen, top to bottom. */
function rowsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-stop]')]
}

function moveFocus(list: HTMLElement, key: string): boolean {
  const rows = rowsIn(list)
  const now = rows.findIndex((row) => row === document.activeElement)
  const to =
    key === 'ArrowDown'
      ? now + 1
      : key === 'ArrowUp'
        ? now - 1
        : key === 'Home'
          ? 0
          : key === 'End'
            ? rows.length - 1
            : -1
  const next = rows[to]
  if (now < 0 || next === undefined) return false
  next.focus()
  return true
}

/** Keys of the lists: arrows go from stop to stop, letters do what the menu does. */
function useListKeys({ editable, onCommand }: ListProps): (event: KeyboardEvent<HTMLElement>) => void {
  const planner = usePlanner()
  return (event) => {
    const id = Number(event.target instanceof HTMLElement ? event.target.dataset.stop : undefined)
    const delivery = planner.delivery(id)
    if (delivery === undefined || event.altKey || event.metaKey) return
    const arrow = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const command =
      event.ctrlKey || event.shiftKey ? undefined : KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (event.ctrlKey && arrow !== 0) {
      if (editable && planner.spotOf(id).vehicle !== null) void planner.nudge(id, arrow).then(() => focusStop(id))
    } else if (command !== undefined) {
      if (editable) onCommand(command, delivery)
    } else if (event.ctrlKey || !moveFocus(event.currentTarget, event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Puts the focus on a stop once it stands where it was moved to. */
export function focusStop(id: number): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-stop="${id}"]`)?.focus())
}

/** What is dropped on a part of the list but on no stop of it. */
function useDropZone(onDrop: (id: number) => void) {
  const [over, setOver] = useState(false)
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!isStopDrag(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false)
        const id = draggedId(event)
        if (id === null) return
        event.preventDefault()
        onDrop(id)
      },
    },
  }
}

/** Each vehicle's stops, and what is in no route. */
export function RouteList(props: ListProps): ReactElement {
  useSignals()
  const planner = usePlanner()
  const box = useRef<HTMLDivElement>(null)
  const keys = useListKeys(props)
  const { routes, outside } = planner.standing.value
  const chosen = planner.chosenStop.value
  // What is chosen on the map comes into view here.
  useEffect(() => {
    if (chosen !== null) box.current?.querySelector(`[data-stop="${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const [menu, setMenu] = useState<MenuTarget | null>(null)
  const shared = { editable: props.editable, onMenu: setMenu }
  return (
    <div ref={box} className="route-list" onKeyDown={keys} role="group" aria-label="Rotas e entregas">
      <PlanNotices />
      {outside.length === 0 ? null : <OutsidePart {...shared} outside={outside} />}
      {routes.map((route) => (
        <RoutePart key={route.vehicle.id} {...shared} route={route} />
      ))}
      {menu === null ? null : (
        <StopMenu key={menu.delivery.id} target={menu} onCommand={props.onCommand} onClose={() => setMenu(null)} />
      )}
      {outside.length === 0 && routes.length === 0 ? (
        <EmptyState text="Escolha os veículos em Cenário e as vendas a entregar" />
      ) : null}
    </div>
  )
}

/** Redrawn when their own routes change, not with every focus and menu: a plan may have a thousand stops. */
const OutsidePart = memo(OutsideSection)
const RoutePart = memo(RouteSection)

interface SectionProps {
  readonly editable: boolean
  readonly onMenu: (target: MenuTarget) => void
}

function OutsideSection({ outside, ...props }: SectionProps & { readonly outside: readonly Outside[] }): ReactElement {
  const planner = usePlanner()
  const zone = useDropZone((id) => void planner.move(id, { vehicle: null }))
  return (
    <section
      className={`route-part ${zone.over ? 'route-over' : ''}`}
      aria-label="Fora das rotas"
      {...(props.editable ? zone.handlers : {})}
    >
      <h3 className="route-head">
        <span className="route-title">
          <Icon name="warn" size={14} /> Fora das rotas
        </span>
        <span className="route-figures">{counted(outside.length, 'entrega', 'entregas')}</span>
      </h3>
      <ul>
        {outside.map(({ delivery, why }) => (
          <StopRow
            key={delivery.id}
            delivery={delivery}
            why={why}
            rank={-1}
            editable={props.editable}
            onMenu={props.onMenu}
          />
        ))}
      </ul>
    </section>
  )
}

function Totals({ route }: { readonly route: VehicleRoute }): ReactElement | null {
  if (route.route === null || route.start === undefined) return null
  const { distance, duration, waiting, service, delivery } = route.route
  const { grams, volumes } = route.vehicle
  const [carried = 0, pieces = 0] = delivery
  const parts = [
    `${km(distance)}`,
    `${span(duration)} de viagem`,
    `${span(service)} parado`,
    ...(waiting >= 60 ? [`${span(waiting)} de espera`] : []),
    `${pieces}${volumes === null ? '' : ` de ${volumes}`} vol`,
    ...(carried > 0 ? [`${kilos(carried)}${grams === null ? '' : ` de ${kilos(grams)}`}`] : []),
  ]
  return <p className="route-totals">{parts.join(' · ')}</p>
}

function RouteHead({ route, editable }: { readonly route: VehicleRoute; readonly editable: boolean }): ReactElement {
  useSignals()
  const planner = usePlanner()
  const { vehicle, letter, stops } = route
  const open = !planner.closed.value.has(vehicle.id)
  const locked = stops.length > 0 && stops.every(({ delivery }) => delivery.locked)
  const shown = planner.chosenRoute.value === vehicle.id
  const toggle = (): void => planner.fold([vehicle.id], open)
  const show = (): void => {
    planner.chooseRoute(vehicle.id)
    planner.chooseStop(null)
    planner.map.peek()?.fit(shown ? undefined : vehicle.id)
  }
  const ids = stops.map(({ delivery }) => delivery.id)
  return (
    <div className="route-head">
      <h3 className="route-title">
        <button type="button" className="route-toggle" aria-expanded={open} onClick={toggle}>
          <Icon name="down" size={14} />
          <span className="stop-badge">{letter}</span>
          <span className="route-name">
            {vehicle.plate} {vehicle.carrier === '' ? null : <small>{vehicle.carrier}</small>}
          </span>
          <span className="route-figures">{counted(stops.length, 'entrega', 'entregas')}</span>
        </button>
      </h3>
      {stops.length === 0 ? null : (
        <>
          <IconButton icon="search" label={`Mostrar a rota ${letter} no mapa`} pressed={shown} onClick={show} />
          {editable ? (
            <IconButton
              icon="lock"
              label={`${locked ? 'Destravar' : 'Travar'} a rota ${letter} inteira`}
              pressed={locked}
              onClick={() => void planner.lock(ids, !locked, vehicle.id)}
            />
          ) : null}
        </>
      )}
    </div>
  )
}

function RouteSection({ route, ...props }: SectionProps & { readonly route: VehicleRoute }): ReactElement {
  useSignals()
  const planner = usePlanner()
  const { vehicle, rank, letter, stops, start, end, faults } = route
  const lit = useComputed(() => planner.hoveredRoute.value === vehicle.id).value
  const zone = useDropZone((id) => void planner.move(id, { vehicle: vehicle.id, order: stops.length + 1 }))
  const dropAt = (order: number) => (id: number, after: boolean) => {
    const own = stops.find(({ delivery }) => delivery.id === id)?.order
    const wanted = order + (after ? 1 : 0)
    // Taken out of its own route first, what comes after it moves up by one.
    void planner.move(id, { vehicle: vehicle.id, order: own !== undefined && own < wanted ? wanted - 1 : wanted })
  }
  return (
    <section
      className={`route-part ${toneOf(rank)} ${lit ? 'route-lit' : ''} ${zone.over ? 'route-over' : ''}`}
      aria-label={`Rota ${letter}, ${vehicle.plate}`}
      onMouseEnter={() => planner.hoverRoute(vehicle.id)}
      onMouseLeave={() => planner.hoverRoute(null)}
      {...(props.editable ? zone.handlers : {})}
    >
      <RouteHead route={route} editable={props.editable} />
      {stops.length > 0 ? <Totals route={route} /> : null}
      {faults.map((fault) => (
        <p key={fault} className="stop-fault route-fault">
          <Icon name="warn" size={12} /> {fault}
        </p>
      ))}
      {planner.closed.value.has(vehicle.id) ? null : stops.length === 0 ? (
        <p className="route-empty">Sem entregas{props.editable ? ': arraste uma para cá' : ''}</p>
      ) : (
        <>
          {start === undefined || start.arrival === 0 ? null : (
            <p className="route-ends">Sai às {clockText(start.arrival)}</p>
          )}
          <ol>
            {stops.map((stop) => (
              <StopRow
                key={stop.delivery.id}
                delivery={stop.delivery}
                stop={stop}
                rank={rank}
                editable={props.editable}
                onMenu={props.onMenu}
                onDropAt={dropAt(stop.order)}
              />
            ))}
          </ol>
          {end === undefined || end.arrival === 0 ? null : (
            <p className="route-ends">Volta às {clockText(end.arrival)}</p>
          )}
        </>
      )}
    </section>
  )
}
