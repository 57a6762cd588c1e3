import { CoreError } from '../../errors'
import { type Json, asList, asNumber, asNumbers, asObject, asObjects, asWindows } from './json'

/** A stop of the request, as the checker sees it. */
export interface Stop {
  readonly key: string
  readonly at: Json
  readonly service: number
  readonly setup: number
  readonly delivery: readonly number[]
  readonly pickup: readonly number[]
  readonly skills: readonly number[]
  readonly priority: number
  readonly windows: readonly (readonly [number, number])[]
  /** Key of the other half of a shipment. */
  readonly partner?: string
}

export interface Leg {
  readonly seconds: number
  readonly metres: number
  readonly cost: number
}

function stopOf(type: string, item: Json, more: Partial<Stop> = {}): Stop {
  return {
    key: `${type} ${String(item['id'])}`,
    at: item,
    service: asNumber(item['service'], 0, 'service'),
    setup: asNumber(item['setup'], 0, 'setup'),
    delivery: asNumbers(item['delivery'] ?? (item['pickup'] === undefined ? item['amount'] : undefined), 'delivery'),
    pickup: asNumbers(item['pickup'], 'pickup'),
    skills: asNumbers(item['skills'], 'skills'),
    priority: asNumber(item['priority'], 0, 'priority'),
    windows: asWindows(item['time_windows'], 'time_windows'),
    ...more,
  }
}

/** Every stop of a request by `type id`. */
export function stopsOf(problem: Json): Map<string, Stop> {
  const stops = asObjects(problem['jobs'], 'jobs').map((job) => stopOf('job', job))
  for (const shipment of asObjects(problem['shipments'], 'shipments')) {
    const pickup = asObject(shipment['pickup'], 'pickup')
    const delivery = asObject(shipment['delivery'], 'delivery')
    const amount = asNumbers(shipment['amount'], 'amount')
    const common = {
      skills: asNumbers(shipment['skills'], 'skills'),
      priority: asNumber(shipment['priority'], 0, 'priority'),
    }
    const [first, second] = [`pickup ${String(pickup['id'])}`, `delivery ${String(delivery['id'])}`]
    stops.push(
      stopOf('pickup', pickup, { ...common, pickup: amount, delivery: [], partner: second }),
      stopOf('delivery', delivery, { ...common, pickup: [], delivery: amount, partner: first }),
    )
  }
  return new Map(stops.map((stop) => [stop.key, stop]))
}

function cell(matrix: unknown, row: number, column: number): number {
  const value = asList(asList(matrix, 'matrices')[row], 'matrices')[column]
  if (typeof value !== 'number') throw new CoreError('invalid_input', `A matriz não tem a posição ${row}, ${column}.`)
  return value
}

/** Metres of the great circle by the spherical law of haversines. */
function metresBetween(a: readonly number[], b: readonly number[]): number {
  const rad = (degrees: number) => (degrees / 180) * Math.PI
  const [x1 = 0, y1 = 0] = a
  const [x2 = 0, y2 = 0] = b
  const hav = (angle: number) => (1 - Math.cos(angle)) / 2
  const h = hav(rad(y2 - y1)) + Math.cos(rad(y1)) * Math.cos(rad(y2)) * hav(rad(x2 - x1))
  return 12_742_000 * Math.asin(Math.sqrt(Math.min(1, h)))
}

/** How travel is guessed without matrices. */
export interface Guess {
  readonly roadFactor: number
  readonly speedKmh: number
}

/** Travel between two places of a vehicle's profile, in the vehicle's own time and cost. */
export function legOf(
  problem: Json,
  vehicle: Json,
  guess: Guess,
  from: Json,
  to: Json,
  keys: readonly [string, string],
): Leg {
  const profile = typeof vehicle['profile'] === 'string' ? vehicle['profile'] : 'car'
  const all = problem['matrices'] === undefined ? {} : asObject(problem['matrices'], 'matrices')
  const own =
    all[profile] ??
    (profile === 'car' && problem['matrix'] !== undefined ? { durations: problem['matrix'] } : undefined)
  const speed = asNumber(vehicle['speed_factor'], 1, 'speed_factor')
  const costs = vehicle['costs'] === undefined ? {} : asObject(vehicle['costs'], 'costs')
  const perHour = asNumber(costs['per_hour'], 3600, 'per_hour')
  const perKm = asNumber(costs['per_km'], 0, 'per_km')
  let [seconds, metres, given]: [number, number, number | undefined] = [0, 0, undefined]
  if (own === undefined) {
    const line = metresBetween(asNumbers(from[keys[0]], keys[0]), asNumbers(to[keys[1]], keys[1])) * guess.roadFactor
    metres = Math.round(line)
    seconds = Math.round((line * 3.6) / guess.speedKmh)
  } else {
    const tables = asObject(own, 'matrices')
    const index = (key: string) => (key === 'location' ? 'location_index' : `${key}_index`)
    const row = asNumber(from[index(keys[0])], -1, 'location_index')
    const column = asNumber(to[index(keys[1])], -1, 'location_index')
    seconds = cell(tables['durations'], row, column)
    metres = tables['distances'] === undefined ? 0 : cell(tables['distances'], row, column)
    given = tables['costs'] === undefined ? undefined : cell(tables['costs'], row, column)
  }
  seconds = Math.round(seconds / speed)
  return { seconds, metres, cost: given ?? (seconds * perHour) / 3600 + (metres * perKm) / 1000 }
}

/** True when both name the same place: by their index where the request has matrices. */
export function samePlace(problem: Json, from: Json, to: Json, keys: readonly [string, string]): boolean {
  const index = (key: string) => (key === 'location' ? 'location_index' : `${key}_index`)
  const [a, b] = [from[index(keys[0])], to[index(keys[1])]]
  const indexed = problem['matrices'] !== undefined || problem['matrix'] !== undefined
  if (indexed && (a !== undefined || b !== undefined)) return a === b
  return JSON.stringify(from[keys[0]]) === JSON.stringify(to[keys[1]])
}
