import { Control, DivIcon, LatLngBounds, Map as Leaflet, Marker, Polyline, TileLayer } from 'leaflet'
import sheet from 'leaflet/dist/leaflet.css' with { type: 'text' }
import { addStyle } from '../later-style'
import style from './map.css' with { type: 'text' }
import {
  isCrowded,
  placesOf,
  toneOf,
  type LonLat,
  type MapData,
  type MapFocus,
  type MapRoute,
  type MapStop,
  type MapTiles,
} from './map-model'
import { Ways } from './ways'

addStyle(sheet)
addStyle(style)

export interface MapOptions {
  readonly tiles: MapTiles | null
  /** Whether the server knows how roads run. */
  readonly roads: boolean
  readonly homeTitle: string
  /** The pointer is over a route or stop; nulls when it left. */
  readonly onHover?: (route: number | null, stop: number | null) => void
  readonly onRoute?: (id: number) => void
  readonly onStop?: (id: number) => void
  /** A pin was let go elsewhere: whether it stays there. */
  readonly onPin?: (id: number, place: LonLat) => Promise<boolean>
  /** The ground was pressed while a place is asked for. */
  readonly onPlace?: (place: LonLat) => void
}

/** The drawn map: what its owner does with it. */
export interface DrawnMap {
  readonly show: (data: MapData) => void
  readonly point: (focus: MapFocus) => void
  /** Brings everything, or one route, into view. */
  readonly fit: (route?: number) => void
  readonly target: (stop: number) => void
  /** Centres on the home marker, which bounces. */
  readonly home: () => void
  /** Pins can be moved. */
  readonly movable: (on: boolean) => void
  /** The next press on the ground is a place. */
  readonly asking: (on: boolean) => void
  readonly destroy: () => void
}

/** Seconds of the camera's flight, and the closest it goes by itself. */
const FLIGHT = 0.35
const NEAR = 16
const BOUNCE_MS = 1400
/** Roads are asked for once the routes have rested so long. */
const LEARN_AFTER_MS = 400
/** Width of a stop's pin, in pixels. */
const PIN = 26
const HOME =
  '<svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true"><path d="M2.5 8 8 3l5.5 5M4 7v6.5h8V7"/></svg>'

/** What has been told of the roads, for every map of the page. */
const ways = new Ways()

const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
const at = ([lon, lat]: LonLat): [number, number] => [lat, lon]

function wordsOf(lines: readonly string[]): HTMLElement {
  const box = document.createElement('div')
  for (const [rank, line] of lines.entries()) {
    const row = document.createElement(rank === 0 ? 'strong' : 'span')
    row.textContent = line
    box.append(row)
  }
  return box
}

const stopClass = ({ rank, locked, faulty, rough }: MapStop): string =>
  [
    'map-stop',
    toneOf(rank),
    ...(locked ? ['map-locked'] : []),
    ...(faulty ? ['map-faulty'] : []),
    ...(rough ? ['map-rough'] : []),
  ].join(' ')

/** A stop on the map, as it was drawn last. */
interface DrawnStop {
  stop: MapStop
  readonly marker: Marker
  readonly words: HTMLElement
}

interface DrawnLine {
  readonly key: string
  readonly rank: number
  readonly line: Polyline
  readonly casing: Polyline
}

class RouteMap implements DrawnMap {
  private readonly map: Leaflet
  private readonly stops = new Map<number, DrawnStop>()
  private readonly lines = new Map<number, DrawnLine>()
  private house: Marker | null = null
  private data: MapData = { home: null, routes: [], stops: [] }
  private focus: MapFocus = { route: null, alone: null, stop: null, target: null }
  private pins = false
  private places = false
  private fitted = false
  private width = 0
  private learning: ReturnType<typeof setTimeout> | undefined
  private readonly watch: ResizeObserver

  constructor(
    private readonly host: HTMLElement,
    private readonly options: MapOptions,
  ) {
    const map = new Leaflet(host, {
      zoomControl: false,
      attributionControl: false,
      zoomSnap: 0.25,
      minZoom: 3,
      maxZoom: 18,
      zoomAnimation: !still(),
      fadeAnimation: !still(),
    })
    this.map = map.setView([-15, -52], 4)
    new Control.Zoom({ zoomInTitle: 'Aproximar', zoomOutTitle: 'Afastar', position: 'topright' }).addTo(map)
    new Control.Scale({ imperial: false, position: 'bottomright' }).addTo(map)
    if (options.tiles) {
      new TileLayer(options.tiles.url, { maxZoom: 18 }).addTo(map)
      new Control.Attribution({ prefix: false }).addAttribution(options.tiles.credit).addTo(map)
    }
    map.on('click', ({ latlng }) => {
      const { lng, lat } = latlng.wrap()
      if (this.places) options.onPlace?.([lng, lat])
    })
    map.on('zoomend', () => this.crowd())
    this.watch = new ResizeObserver(() => this.resized())
    this.watch.observe(host)
  }

  /** Hidden maps have no size: what was to be fitted then, is fitted once it shows. */
  private resized(): void {
    const hidden = this.width === 0
    this.width = this.host.clientWidth
    this.map.invalidateSize({ animate: false })
    if (hidden || !this.fitted) this.fit()
  }

  show(data: MapData): void {
    this.data = data
    this.drawHome()
    this.drawRoutes()
    this.drawStops()
    this.point(this.focus)
    this.learnWays()
    if (this.fitted) this.crowd()
    else this.fit()
  }

  /** Lets the routes go by their roads, once these are known. */
  private learnWays(): void {
    clearTimeout(this.learning)
    if (this.options.roads) this.learning = setTimeout(() => void this.goByRoads(), LEARN_AFTER_MS)
  }

  private async goByRoads(): Promise<void> {
    const told = await ways.learn(this.data.routes.map(({ places }) => places))
    if (!told || !this.host.isConnected) return
    this.drawRoutes()
    this.point(this.focus)
  }

  /** Where pins would lie on each other and hide the routes, stops are dots until one comes nearer. */
  private crowd(): void {
    const places = this.data.stops.map(({ place }) => this.map.project(at(place)))
    this.host.classList.toggle('map-crowded', isCrowded(places, PIN))
  }

  private drawHome(): void {
    const { home } = this.data
    if (home === null) {
      this.house?.remove()
      this.house = null
    } else if (this.house) this.house.setLatLng(at(home))
    else {
      const icon = new DivIcon({ className: 'map-home', html: HOME, iconSize: [32, 32] })
      this.house = new Marker(at(home), { icon, keyboard: false, zIndexOffset: 500 }).addTo(this.map)
      this.house.bindTooltip(wordsOf([this.options.homeTitle]), { direction: 'auto', offset: [18, 0] })
    }
  }

  private drawRoutes(): void {
    const wanted = new Map(this.data.routes.map((one) => [one.id, one]))
    // A colour is its vehicle's; when vehicles change, so do colours.
    for (const [id, { rank, line, casing }] of this.lines)
      if (wanted.get(id)?.rank !== rank) {
        line.remove()
        casing.remove()
        this.lines.delete(id)
      }
    for (const route of this.data.routes) this.drawRoute(route)
  }

  private drawRoute(route: MapRoute): void {
    const key = JSON.stringify([route.places, route.title, ways.known(route.places)])
    const known = this.lines.get(route.id)
    if (known?.key === key) return
    const { line, casing } = known ?? this.newLine(route)
    const places = ways.along(route.places).map(at)
    line.setLatLngs(places)
    casing.setLatLngs(places)
    line.setTooltipContent(wordsOf([route.title]))
    this.lines.set(route.id, { key, rank: route.rank, line, casing })
  }

  /** A line without places yet. */
  private newLine({ id, rank }: MapRoute): Pick<DrawnLine, 'line' | 'casing'> {
    const casing = new Polyline([], { className: 'map-casing', interactive: false }).addTo(this.map)
    const line = new Polyline([], { className: `map-line ${toneOf(rank)}` }).addTo(this.map)
    line.bindTooltip('', { sticky: true })
    line.on('mouseover', () => this.options.onHover?.(id, null))
    line.on('mouseout', () => this.options.onHover?.(null, null))
    line.on('click', () => this.options.onRoute?.(id))
    return { line, casing }
  }

  private drawStops(): void {
    const wanted = new Set(this.data.stops.map(({ id }) => id))
    for (const [id, { marker }] of this.stops)
      if (!wanted.has(id)) {
        marker.remove()
        this.stops.delete(id)
      }
    for (const stop of this.data.stops) this.drawStop(stop)
  }

  private drawStop(stop: MapStop): void {
    const drawn = this.stops.get(stop.id)
    if (!drawn) return this.newStop(stop)
    const { stop: before, marker, words } = drawn
    drawn.stop = stop
    if (before.label !== stop.label) words.textContent = stop.label
    if (before.place.join() !== stop.place.join()) marker.setLatLng(at(stop.place))
    const [old, now] = [stopClass(before), stopClass(stop)]
    if (old === now) return undefined
    const classes = marker.getElement()?.classList
    classes?.remove(...old.split(' '))
    classes?.add(...now.split(' '))
    return undefined
  }

  private newStop(stop: MapStop): void {
    const { id } = stop
    const words = document.createElement('span')
    words.textContent = stop.label
    const icon = new DivIcon({ className: stopClass(stop), html: words, iconSize: [PIN, PIN] })
    const marker = new Marker(at(stop.place), { icon, keyboard: false, autoPan: true, draggable: this.pins })
    const drawn: DrawnStop = { stop, marker, words }
    marker.addTo(this.map)
    marker.bindTooltip(() => wordsOf(drawn.stop.lines), { direction: 'auto', offset: [14, 0] })
    marker.on('mouseover', () => this.options.onHover?.(null, id))
    marker.on('mouseout', () => this.options.onHover?.(null, null))
    marker.on('click', () => this.options.onStop?.(id))
    marker.on('dragend', () => {
      const { lng, lat } = marker.getLatLng().wrap()
      void this.pinned(drawn, [lng, lat])
    })
    this.stops.set(id, drawn)
  }

  /** A pin that may not stay where it was let go returns. */
  private async pinned({ stop: { id }, marker }: DrawnStop, place: LonLat): Promise<void> {
    const stays = await this.options.onPin?.(id, place)
    const back = this.stops.get(id)?.stop.place
    if (stays !== true && back) marker.setLatLng(at(back))
  }

  point(focus: MapFocus): void {
    this.focus = focus
    const own = this.data.stops.find(({ id }) => id === focus.stop)
    const aloneRank = this.data.routes.find(({ id }) => id === focus.alone)?.rank
    for (const [id, { line, casing }] of this.lines) {
      const lit = id === focus.route
      line.getElement()?.classList.toggle('map-lit', lit)
      casing.getElement()?.classList.toggle('map-lit', lit)
      line.getElement()?.classList.toggle('map-dim', focus.alone !== null && id !== focus.alone && !lit)
      if (lit) {
        casing.bringToFront()
        line.bringToFront()
      }
    }
    for (const [id, { stop, marker }] of this.stops) {
      const classes = marker.getElement()?.classList
      classes?.toggle('map-over', id === own?.id)
      classes?.toggle('map-target', id === focus.target)
      classes?.toggle('map-dim', focus.alone !== null && stop.rank !== aloneRank)
      const above = id === own?.id || id === focus.target ? 1000 : 0
      if (marker.options.zIndexOffset !== above) marker.setZIndexOffset(above)
    }
  }

  fit(route?: number): void {
    const places = placesOf(this.data, route)
    if (places.length === 0 || this.host.clientWidth === 0) return
    const animate = this.fitted && !still()
    // The home alone is no view: stops may come a moment later.
    this.fitted = this.data.stops.length > 0
    this.map.fitBounds(new LatLngBounds(places.map(at)), {
      padding: [36, 36],
      maxZoom: NEAR,
      animate,
      duration: FLIGHT,
    })
  }

  target(stop: number): void {
    const found = this.stops.get(stop)
    if (found) this.fly(found.stop.place)
  }

  home(): void {
    const { home } = this.data
    if (home === null) return
    this.fly(home)
    const element = this.house?.getElement()
    element?.classList.add('map-bounce')
    setTimeout(() => element?.classList.remove('map-bounce'), BOUNCE_MS)
  }

  private fly(place: LonLat): void {
    const zoom = Math.max(this.map.getZoom(), NEAR - 1)
    if (still()) this.map.setView(at(place), zoom, { animate: false })
    else this.map.flyTo(at(place), zoom, { duration: FLIGHT })
  }

  movable(on: boolean): void {
    this.pins = on
    this.host.classList.toggle('map-moving', on)
    for (const { marker } of this.stops.values()) {
      if (on) marker.dragging?.enable()
      else marker.dragging?.disable()
    }
  }

  asking(on: boolean): void {
    this.places = on
    this.host.classList.toggle('map-asking', on)
  }

  destroy(): void {
    clearTimeout(this.learning)
    this.watch.disconnect()
    this.map.remove()
  }
}

/** Draws routes and stops in an element, over tiles where there are any. */
export function drawMap(host: HTMLElement, options: MapOptions): DrawnMap {
  return new RouteMap(host, options)
}
