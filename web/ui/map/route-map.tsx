import { useEffect, useRef, type ReactElement } from 'react'
import { get } from '../../app/api'
import { toast } from '../../app/toasts'
import { addStyle } from '../later-style'
import { isRecord, textOf } from '../row'
import type { DrawnMap, MapOptions } from './draw'
import type { MapTiles } from './map-model'
import tones from './tones.css' with { type: 'text' }

addStyle(tones)

export interface RouteMapProps extends Omit<MapOptions, 'tiles'> {
  /** The map once it stands; null when it goes. */
  readonly onReady: (map: DrawnMap | null) => void
  readonly label: string
}

let asked: Promise<MapTiles | null> | null = null

/** Where the configuration says tiles come from; asked once for a page. */
function tilesOf(): Promise<MapTiles | null> {
  asked ??= get('mapa').then((answer) => {
    const url = isRecord(answer) ? textOf(answer.tiles) : ''
    return url === '' ? null : { url, credit: isRecord(answer) ? textOf(answer.credito) : '' }
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
        const [{ drawMap }, tiles] = await Promise.all([import('./draw'), tilesOf().catch(() => null)])
        if (gone) return
        map = drawMap(box, {
          tiles,
          homeTitle: latest.current.homeTitle,
          onHover: (...over) => latest.current.onHover?.(...over),
          onRoute: (id) => latest.current.onRoute?.(id),
          onStop: (id) => latest.current.onStop?.(id),
          onPin: (...moved) => latest.current.onPin?.(...moved),
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
