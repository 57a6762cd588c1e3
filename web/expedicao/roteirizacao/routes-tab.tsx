import { useEffect, useState, type ReactElement } from 'react'
import { effect } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useKeys } from '../../app/keys'
import { Button, IconButton } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { Icon } from '../../ui/icon'
import type { LonLat } from '../../ui/map/map-model'
import { RouteMap } from '../../ui/map/route-map'
import { usePlanner, type StopCommand } from './context'
import type { Delivery } from './plan'
import type { Planner } from './planner-state'
import { focusStop, RouteList } from './route-list'
import { mapOf } from './standing'

async function drop(planner: Planner, { id, name }: Delivery): Promise<void> {
  const sure = await confirm({
    title: `Excluir ${name} da roteirização?`,
    text: 'A venda volta a esperar entrega.',
    action: 'Excluir',
    danger: true,
  })
  if (sure) await planner.drop(id)
}

/** What the commands of the lists do: some at once, some ask. */
function useCommands(): (command: StopCommand, delivery: Delivery) => void {
  const planner = usePlanner()
  return (command, delivery) => {
    const { id, locked } = delivery
    if (command === 'lock') {
      if (planner.spotOf(id).vehicle !== null) void planner.lock([id], !locked)
    } else if (command === 'outside') void planner.move(id, { vehicle: null }).then(() => focusStop(id))
    else if (command === 'drop') void drop(planner, delivery)
    else planner.ask({ kind: command, delivery })
  }
}

/** The routes of the open plan: lists of stops beside the map, each showing what is pointed at in the other. */
export function RoutesTab({ editable }: { readonly editable: boolean }): ReactElement {
  useSignals()
  const planner = usePlanner()
  const run = useCommands()
  const [pane, setPane] = useState<'list' | 'map'>('list')
  useKeys({
    undo: () => {
      if (planner.changes.peek().length === 0) return false
      void planner.undo()
      return undefined
    },
  })
  const changes = planner.changes.value.length
  const placing = planner.placing.value
  return (
    <div className={`route-panel pane-${placing === null ? pane : 'map'}`}>
      <div className="pane-switch" role="group" aria-label="Mostrar">
        {(['list', 'map'] as const).map((name) => (
          <button
            key={name}
            type="button"
            className={`pick ${pane === name ? 'pick-on' : ''}`}
            aria-pressed={pane === name}
            onClick={() => setPane(name)}
          >
            {name === 'list' ? 'Lista' : 'Mapa'}
          </button>
        ))}
      </div>
      <div className="route-side">
        <div className="route-tools">
          <Button
            icon="undo"
            hotkey="undo"
            onClick={() => void planner.undo()}
            {...(changes === 0 ? { reason: 'Nada a desfazer.' } : {})}
          >
            Desfazer
          </Button>
          <FoldButton />
          <span className="route-told" role="status">
            {planner.told.value}
          </span>
        </div>
        <RouteList editable={editable} onCommand={run} />
        {editable ? (
          <p className="route-keys">
            <kbd className="kbd">M</kbd> mover <kbd className="kbd">T</kbd> transferir <kbd className="kbd">Espaço</kbd>{' '}
            travar <kbd className="kbd">Ctrl+↑↓</kbd> ordem <kbd className="kbd">Del</kbd> excluir
          </p>
        ) : null}
      </div>
      <MapPane editable={editable} />
    </div>
  )
}

function FoldButton(): ReactElement {
  useSignals()
  const planner = usePlanner()
  const ids = planner.standing.value.routes.map(({ vehicle }) => vehicle.id)
  const closed = ids.length > 0 && ids.every((id) => planner.closed.value.has(id))
  return (
    <IconButton
      icon={closed ? 'down' : 'minus'}
      label={closed ? 'Abrir todas as rotas' : 'Recolher todas as rotas'}
      onClick={() => planner.fold(ids, !closed)}
    />
  )
}

/** Keeps the drawn map as the plan stands, and what is pointed at pointed out. */
function useDrawing(planner: Planner): void {
  useEffect(() => effect(() => planner.map.value?.show(mapOf(planner.standing.value, planner.around.value))), [planner])
  useEffect(
    () =>
      effect(() => {
        const stop = planner.hoveredStop.value
        const alone = planner.chosenRoute.value
        const route = planner.hoveredRoute.value ?? alone
        planner.map.value?.point({ route, alone, stop, target: planner.chosenStop.value })
      }),
    [planner],
  )
  useEffect(() => effect(() => planner.map.value?.asking(planner.placing.value !== null)), [planner])
}

function MapPane({ editable }: { readonly editable: boolean }): ReactElement {
  useSignals()
  const planner = usePlanner()
  const [pins, setPins] = useState(false)
  useDrawing(planner)
  const movable = pins && editable
  useEffect(() => effect(() => planner.map.value?.movable(movable)), [planner, movable])
  const answer = (place: LonLat): void => {
    const asked = planner.placing.peek()
    planner.askPlace(null)
    if (asked !== null) void planner.pin(asked.id, place).then(() => focusStop(asked.id))
  }
  return (
    <div className="route-map-pane">
      <RouteMap
        label="Mapa das rotas: setas movem, + e − aproximam"
        homeTitle="Saída dos veículos"
        onReady={(map) => planner.drawnOn(map)}
        onHover={(route, stop) => planner.hover(route, stop)}
        onRoute={(id) => planner.chooseRoute(id)}
        onStop={(id) => planner.chooseStop(id)}
        onPin={(id, place) => planner.pin(id, place)}
        onPlace={answer}
      />
      <div className="map-tools" role="toolbar" aria-label="Mapa">
        <CameraButtons />
        {editable ? (
          <button
            type="button"
            className={`btn btn-plain ${pins ? 'btn-on' : ''}`}
            aria-pressed={pins}
            onClick={() => setPins(!pins)}
          >
            <Icon name="edit" />
            <span>Mover pinos</span>
          </button>
        ) : null}
      </div>
      <PlaceAsked />
    </div>
  )
}

/** Frames the routes, centres on what is chosen (with nothing chosen the home marker shows itself), shows the home marker. */
function CameraButtons(): ReactElement {
  const planner = usePlanner()
  const locate = (): void => {
    const chosen = planner.chosenStop.peek()
    if (chosen === null) planner.map.peek()?.home()
    else planner.map.peek()?.target(chosen)
  }
  const home = (): void => {
    planner.chooseStop(null)
    planner.map.peek()?.home()
  }
  return (
    <>
      <Button icon="columns" onClick={() => planner.map.peek()?.fit(planner.chosenRoute.peek() ?? undefined)}>
        Enquadrar
      </Button>
      <Button icon="search" onClick={locate}>
        Localizar
      </Button>
      <Button icon="home" onClick={home}>
        Saída
      </Button>
    </>
  )
}

function PlaceAsked(): ReactElement | null {
  useSignals()
  const planner = usePlanner()
  const placing = planner.placing.value
  if (placing === null) return null
  const leave = (): void => {
    planner.askPlace(null)
    focusStop(placing.id)
  }
  return (
    <div className="map-asks" role="status">
      <span>Aponte no mapa o lugar de {placing.name}.</span>
      <Button onClick={leave}>Voltar</Button>
    </div>
  )
}
