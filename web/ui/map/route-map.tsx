import { useEffect, useRef, type ReactElement } from 'react'
import { get } from '../../app/api'
import { toast } from '../../app/toasts'
import { addStyle } from '../later-style'
import { isRecord, textOf } from '../row'
import type { DrawnMap, MapOptions } from './draw'
import type { MapTiles } from './map-model'
import tones from './tones.css' with { type: 'text' }

addStyle(tones)

export interface RouteMapProps extends Omit<MapOptions, 'tiles' | 'roads'> {
  /** The map once it stands; null when it goes. */
  readonly onReady: (map: DrawnMap | null) => void
  readonly label: string
}

interface MapSettings {
  readonly tiles: MapTiles | null
  readonly roads: boolean
}

const UNKNOWN: MapSettings = { tiles: null, roads: false }
let asked: Promise<MapSettings> | null = null

/** Where the configuration says tiles come from, and whether roads are known; asked once for a page. */
function settingsOf(): Promise<MapSettings> {
  asked ??= get('mapa').then((answer) => {
    if (!isRecord(answer)) return UNKNOWN
    const url = textOf(answer.tiles)
    return {
      tiles: url === '' ? null : { url, credit: textOf(answer.credito) },
      roads: answer.caminhos === true,
    }
  })
  return asked
}

/** Where a map stands. The library comes in a chunk of its own; the owner draws into the map that `onReady` gives. */
export function RouteMap({ onReady, label, ...options }: RouteMapProps): ReactElement {
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef({ ...options, onReady })
  useEffect(() => {
    latest.current = { ...options, onReady }
  })
  useEffect(() => {
    const box = host.current
    if (box === null) return undefined
    let gone = false
    let map: DrawnMap | null = null
    const draw = async (): Promise<void> => {
      try {
        const [{ drawMap }, settings] = await Promise.all([import('./draw'), settingsOf().catch(() => UNKNOWN)])
        if (gone) return
        map = drawMap(box, {
          ...settings,
          homeTitle: latest.current.homeTitle,
          onHover: (...over) => latest.current.onHover?.(...over),
          onRoute: (id) => latest.current.onRoute?.(id),
          onStop: (id) => latest.current.onStop?.(id),
          onPin: async (...moved) => (await latest.current.onPin?.(...moved)) ?? false,
          onPlace: (place) => latest.current.onPlace?.(place),
        })
        latest.current.onReady(map)
      } catch (error) {
        toast.error(error, 'Não foi possível carregar o mapa')
      }
    }
    void draw()
    return () => {
      gone = true
      latest.current.onReady(null)
      map?.destroy()
    }
  }, [])
  return <div ref={host} className="route-map" role="group" aria-label={label} tabIndex={0} />
}
