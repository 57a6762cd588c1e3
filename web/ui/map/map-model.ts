/** A place: longitude and latitude in degrees. */
export type LonLat = readonly [number, number]

/** Colours that stay apart, also in the dark and for eyes that see fewer; further routes begin again. */
const TONES = 10
/** The class of a route's colour; a stop outside of all routes has none. */
export const toneOf = (rank: number): string => (rank < 0 ? 'tone-none' : `tone-${(rank % TONES) + 1}`)

/** A route's letters: A to Z, AA, AB… So that colour is never the only sign. */
export function letterOf(rank: number): string {
  const rest = Math.floor(rank / 26)
  return (rest > 0 ? letterOf(rest - 1) : '') + String.fromCodePoint(65 + (rank % 26))
}

export interface MapStop {
  readonly id: number
  readonly place: LonLat
  /** Route and number as the marker shows them: `B3`; short. */
  readonly label: string
  /** Rank of its route, −1 outside. */
  readonly rank: number
  /** Lines of the tooltip. */
  readonly lines: readonly string[]
  readonly locked: boolean
  /** It breaks something. */
  readonly faulty: boolean
  /** Its place is only the middle of something. */
  readonly rough: boolean
}

export interface MapRoute {
  readonly id: number
  readonly rank: number
  readonly title: string
  readonly places: readonly LonLat[]
}

export interface MapData {
  readonly home: LonLat | null
  readonly routes: readonly MapRoute[]
  readonly stops: readonly MapStop[]
}

/** What is pointed out now. */
export interface MapFocus {
  readonly route: number | null
  /** The route that was chosen: the others stand back. */
  readonly alone: number | null
  readonly stop: number | null
  /** The stop that was chosen: it has the target. */
  readonly target: number | null
}

/** Tiles, where the configuration names a source; routes draw without. */
export interface MapTiles {
  readonly url: string
  readonly credit: string
}

const middleOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** How many times as far as half of all places something must lie to be left out of the view, and how many may be. */
const FAR = 8
const FEW = 0.1

/** Places without the few that lie so far from all others that a view of them would show nothing else: wrong addresses, mostly. */
export function withoutOutliers(places: readonly LonLat[]): readonly LonLat[] {
  const [lon, lat] = [middleOf(places.map((one) => one[0])), middleOf(places.map((one) => one[1]))]
  const far = places.map((one) => Math.hypot(one[0] - lon, one[1] - lat))
  const limit = middleOf(far) * FAR
  const near = places.filter((_, at) => (far[at] ?? 0) <= limit)
  return limit > 0 && near.length >= places.length * (1 - FEW) ? near : places
}

/** Everything that has a place: what the view is fitted to. */
export function placesOf({ home, routes, stops }: MapData, route?: number): LonLat[] {
  if (route !== undefined) return routes.filter(({ id }) => id === route).flatMap(({ places }) => places)
  return [...withoutOutliers([...(home === null ? [] : [home]), ...stops.map(({ place }) => place)])]
}

/** Would more than a third of the pins of this width lie on another one? Places are in pixels. */
export function isCrowded(places: readonly { readonly x: number; readonly y: number }[], width: number): boolean {
  const taken = new Set(places.map(({ x, y }) => `${Math.floor(x / width)},${Math.floor(y / width)}`))
  return (places.length - taken.size) * 3 > places.length
}
