import { greatCircle } from '../../core/routing/matrices'
import type { Solution } from '../../core/routing/solution'

const SIZE = 1000
const MARGIN = 30
/** Told apart also by who does not see colours well; the dash tells the rest. */
const COLOURS = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#56b4e9',
  '#e69f00',
  '#882255',
  '#44aa99',
  '#999933',
  '#332288',
]

/** The routes as a drawing: each a line of its own colour, stops as dots, where vehicles start as squares. Empty when no step has coordinates. */
export function routesSvg(solution: Solution): string {
  const routes = solution.routes.map((route) =>
    route.steps.flatMap(({ location, type }) => (location ? [{ location, type }] : [])),
  )
  const places = routes.flat().map(({ location }) => location)
  if (places.length === 0) return ''
  const at = projection(places)
  const lines = routes.map((steps, rank) => {
    const colour = COLOURS[rank % COLOURS.length] ?? '#000'
    const dash = rank < COLOURS.length ? '' : ` stroke-dasharray="${4 + rank}"`
    const points = steps.map(({ location }) => at(location).join(',')).join(' ')
    const dots = steps
      .filter(({ type }) => type !== 'start' && type !== 'end')
      .map(({ location }) => `<circle cx="${at(location)[0]}" cy="${at(location)[1]}" r="5" fill="${colour}"/>`)
    return `<g><title>Veículo ${solution.routes[rank]?.vehicle ?? ''}</title><polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>${dots.join('')}</g>`
  })
  const homes = routes.flatMap((steps) =>
    steps.filter(({ type }) => type === 'start').map(({ location }) => at(location)),
  )
  const squares = homes.map(([x, y]) => `<rect x="${x - 7}" y="${y - 7}" width="14" height="14" fill="#1d1e29"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}"><rect width="100%" height="100%" fill="#fff"/>${lines.join('')}${[...new Set(squares)].join('')}</svg>\n`
}

type Place = readonly [number, number]

/** Longitudes and latitudes on the drawing, a metre as long each way. */
function projection(places: readonly Place[]): (place: Place) => readonly [number, number] {
  const [lons, lats] = [places.map(([lon]) => lon), places.map(([, lat]) => lat)]
  const [west, east, south, north] = [Math.min(...lons), Math.max(...lons), Math.min(...lats), Math.max(...lats)]
  const [wide, high] = [greatCircle([west, north], [east, north]), greatCircle([west, south], [west, north])]
  const scale = (SIZE - 2 * MARGIN) / Math.max(wide, high, 1)
  const place = (part: number, whole: number, metres: number) => (whole === 0 ? 0 : (part / whole) * metres * scale)
  const round = (value: number) => Math.round(value * 10) / 10
  return ([lon, lat]) => [
    round(MARGIN + place(lon - west, east - west, wide)),
    round(MARGIN + place(north - lat, north - south, high)),
  ]
}
