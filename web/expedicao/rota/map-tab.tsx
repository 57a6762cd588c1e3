import { useContext, useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { TabContext, useForm } from '../../ui/form/context'
import type { DrawnMap } from '../../ui/map/draw'
import type { LonLat, MapData } from '../../ui/map/map-model'
import { RouteMap } from '../../ui/map/route-map'
import { EmptyState } from '../../ui/pieces'
import { isSet, type Values } from '../../ui/row'
import { arrivalText, stopsOf, windowText } from './route'

const placeOf = (lon: unknown, lat: unknown): LonLat | null =>
  isSet(lon) && isSet(lat) ? [Number(lon), Number(lat)] : null

/** Where the vehicles leave from, `[longitude, latitude]`; null when it is not known. */
function homeOf({ saida }: Values): LonLat | null {
  return Array.isArray(saida) ? placeOf(saida[0], saida[1]) : null
}

/** The route from its stops in their order, there and back. Stops without a place are left out. */
export function mapOf(route: Values): MapData {
  const home = homeOf(route)
  const stops = stopsOf(route).flatMap((stop, at) => {
    const place = placeOf(stop.row.lon, stop.row.lat)
    if (place === null) return []
    const lines = [stop.name, stop.address, arrivalText(stop.arrival), windowText(stop)].filter((line) => line !== '')
    const label = String(at + 1)
    return [
      { id: stop.id, place, label, rank: 0, lines, locked: false, faulty: stop.late || stop.closed, rough: false },
    ]
  })
  const ends = home === null ? [] : [home]
  const places = [...ends, ...stops.map(({ place }) => place), ...ends]
  return { home, stops, routes: [{ id: 0, rank: 0, title: 'Rota', places }] }
}

/** The route on a map, drawn while its tab is open: its library comes with it (R3-014). */
export function MapTab(): ReactElement | null {
  useSignals()
  const form = useForm()
  const route = form.record.value
  const open = form.tab.value === useContext(TabContext)
  const [map, setMap] = useState<DrawnMap | null>(null)
  const [target, setTarget] = useState<number | null>(null)
  useEffect(() => {
    if (route !== undefined) map?.show(mapOf(route))
  }, [map, route])
  useEffect(() => map?.point({ route: null, alone: null, stop: null, target }), [map, target])
  if (route === undefined || !open) return null
  if (mapOf(route).stops.length === 0) return <EmptyState text="Nenhuma venda com lugar conhecido" />
  return (
    <div className="route-map-tab">
      <RouteMap
        label="Mapa da rota: setas movem, + e − aproximam"
        homeTitle="Saída do veículo"
        onReady={setMap}
        onStop={setTarget}
      />
    </div>
  )
}
