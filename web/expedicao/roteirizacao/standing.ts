import { clockText, hoursText, secondsOf, violationText } from '../../../core/routing/words'
import { counted } from '../../ui/format'
import { letterOf, type MapData, type MapRoute, type MapStop } from '../../ui/map/map-model'
import { isRecord, numberOf, rowsOf, textOf } from '../../ui/row'
import {
  needsOf,
  sourceText,
  span,
  whyOutside,
  type Delivery,
  type PlanVehicle,
  type Route,
  type Solution,
  type Step,
  type Surroundings,
} from './plan'

/** A stop as it stands in a route. */
export interface Stop {
  readonly delivery: Delivery
  readonly vehicle: number
  /** 1 for the first. */
  readonly order: number
  /** `B3`. */
  readonly label: string
  readonly step: Step
  /** Metres from the stop before. */
  readonly leg: number
  readonly faults: readonly string[]
}

/** A vehicle's day: also one that brings nothing. */
export interface VehicleRoute {
  readonly vehicle: PlanVehicle
  readonly rank: number
  readonly letter: string
  readonly route: Route | null
  readonly stops: readonly Stop[]
  readonly start: Step | undefined
  readonly end: Step | undefined
  /** What the route as a whole breaks, in words. */
  readonly faults: readonly string[]
}

export interface Outside {
  readonly delivery: Delivery
  readonly why: string
}

export interface Standing {
  readonly routes: readonly VehicleRoute[]
  readonly outside: readonly Outside[]
  readonly places: ReadonlyMap<number, { readonly vehicle: number; readonly order: number }>
  readonly faults: number
}

/** The same standing with the routes of before where they are as they were: who draws them need not again. */
export function steady(now: Standing, before: Standing | undefined): Standing {
  const routes = now.routes.map((route, at) => {
    const old = before?.routes[at]
    return old !== undefined && isSameRoute(route, old) ? old : route
  })
  return { ...now, routes }
}

function isSameRoute({ stops, ...route }: VehicleRoute, { stops: oldStops, ...old }: VehicleRoute): boolean {
  const isSameStop = ({ delivery, ...stop }: Stop, at: number): boolean => {
    const { delivery: oldDelivery, ...oldStop } = oldStops[at] ?? { delivery: null }
    return delivery === oldDelivery && JSON.stringify(stop) === JSON.stringify(oldStop)
  }
  return stops.length === oldStops.length && JSON.stringify(route) === JSON.stringify(old) && stops.every(isSameStop)
}

/** How late a stop is: after the last window in which it could still have been served. */
function lateness(step: Step, hours: readonly (readonly [string, string])[]): number {
  const closes = hours.map(([, to]) => secondsOf(to)).filter((to) => to < step.arrival)
  return closes.length === 0 ? 0 : step.arrival - Math.max(...closes)
}

/** What a stop breaks, in words: how late it is, and what its vehicle has not. */
function faultsOf(step: Step, delivery: Delivery, { vehicle, around }: OnVehicle): string[] {
  return step.violations.map((cause) => {
    const late = cause === 'delay' ? lateness(step, around.windows.get(delivery.id) ?? []) : 0
    if (late > 0) return `${violationText(cause)} de ${span(late)}`
    const missing = cause === 'skills' ? needsOf(delivery, around).filter((one) => !vehicle.traits.includes(one)) : []
    return missing.length > 0 ? `O veículo não tem: ${missing.join(', ')}` : violationText(cause)
  })
}

interface OnVehicle {
  readonly vehicle: PlanVehicle
  readonly around: Surroundings
}

function stopsOf(
  route: Route,
  { letter, known, ...on }: OnVehicle & { letter: string; known: ReadonlyMap<number, Delivery> },
): Stop[] {
  let before = 0
  let order = 0
  return route.steps.flatMap((step) => {
    const delivery = step.type === 'job' && step.id !== null ? known.get(step.id) : undefined
    if (delivery === undefined) return []
    const leg = Math.max(0, step.distance - before)
    before = step.distance
    order++
    return [
      {
        delivery,
        vehicle: route.vehicle,
        order,
        label: `${letter}${order}`,
        step,
        leg,
        faults: faultsOf(step, delivery, on),
      },
    ]
  })
}

/** What belongs to the whole route and to no stop of it. */
function routeFaults(route: Route): string[] {
  const atStops = new Set(route.steps.filter(({ type }) => type === 'job').flatMap(({ violations }) => violations))
  const end = route.steps.at(-1)
  return route.violations.flatMap((cause) =>
    cause === 'delay' && end?.violations.includes('delay') === true
      ? ['Volta depois do horário']
      : atStops.has(cause)
        ? []
        : [violationText(cause)],
  )
}

/** The plan as it stands: each vehicle's stops in order, what is outside and why. */
export function standing(deliveries: readonly Delivery[], solution: Solution | null, around: Surroundings): Standing {
  const known = new Map(deliveries.map((one) => [one.id, one]))
  const byVehicle = new Map((solution?.routes ?? []).map((route) => [route.vehicle, route]))
  const routes = around.vehicles.map((vehicle, rank): VehicleRoute => {
    const letter = letterOf(rank)
    const route = byVehicle.get(vehicle.id) ?? null
    const stops = route === null ? [] : stopsOf(route, { letter, known, vehicle, around })
    return {
      vehicle,
      rank,
      letter,
      route,
      stops,
      start: route?.steps.find(({ type }) => type === 'start'),
      end: route?.steps.findLast(({ type }) => type === 'end'),
      faults: route === null ? [] : routeFaults(route),
    }
  })
  const places = new Map(
    routes.flatMap(({ stops }) =>
      stops.map(({ delivery, vehicle, order }) => [delivery.id, { vehicle, order }] as const),
    ),
  )
  return {
    routes,
    outside: deliveries
      .filter(({ id }) => !places.has(id))
      .map((delivery) => ({ delivery, why: whyOutside(delivery, solution) })),
    places,
    faults: routes.reduce(
      (sum, { faults, stops }) => sum + faults.length + stops.reduce((own, stop) => own + stop.faults.length, 0),
      0,
    ),
  }
}

const DISTANCE_UNKNOWN = { arrival: 0, distance: 0, service: 0, waiting: 0, load: [], violations: [] }

/** The routes of a running calculation: the order of the stops, without hours. Null while it has found none. */
export function livePlan(detail: unknown, deliveries: readonly Delivery[]): Solution | null {
  const routes = isRecord(detail) && Array.isArray(detail.routes) ? detail.routes.filter(isRecord) : []
  if (routes.length === 0) return null
  const made = routes.map((route): Route => ({
    vehicle: numberOf(route.vehicle) ?? 0,
    distance: 0,
    duration: 0,
    waiting: 0,
    service: 0,
    delivery: [],
    violations: [],
    steps: rowsOf(route.steps).map((step) => ({ ...DISTANCE_UNKNOWN, type: textOf(step.type), id: numberOf(step.id) })),
  }))
  const brought = new Set(made.flatMap(({ steps }) => steps.map(({ id }) => id)))
  const left = deliveries.filter(({ id }) => !brought.has(id)).map(({ id }) => [id, ''] as const)
  return { live: true, routes: made, unassigned: new Map(left), distance: 0, duration: 0, cost: 0 }
}

function stopLines({ delivery, label, step, faults }: Stop, around: Surroundings): string[] {
  const hours = around.windows.get(delivery.id)
  const needs = needsOf(delivery, around)
  return [
    `${label} · ${delivery.name}`,
    delivery.address,
    ...(step.arrival === 0
      ? []
      : [`Chega ${clockText(step.arrival)}${step.waiting > 0 ? `, espera ${span(step.waiting)}` : ''}`]),
    ...(hours === undefined ? [] : [`Recebe ${hoursText(hours)}`]),
    ...(needs.length === 0 ? [] : [`Pede ${needs.join(', ')}`]),
    ...faults,
    ...(delivery.locked ? ['Travada'] : []),
    sourceText(delivery.source),
  ].filter((line) => line !== '')
}

/** The plan as the map draws it. */
export function mapOf({ routes, outside }: Standing, around: Surroundings): MapData {
  const { home } = around
  const drawn = routes.filter(({ stops }) => stops.length > 0)
  return {
    home,
    routes: drawn.map(({ vehicle, rank, letter, stops }): MapRoute => {
      const places = stops.flatMap(({ delivery }) => (delivery.place === null ? [] : [delivery.place]))
      return {
        id: vehicle.id,
        rank,
        title: `${letter} · ${vehicle.plate} · ${counted(stops.length, 'entrega', 'entregas')}`,
        places: home === null ? places : [home, ...places, home],
      }
    }),
    stops: [
      ...outside.flatMap(({ delivery, why }): MapStop[] =>
        delivery.place === null
          ? []
          : [
              {
                id: delivery.id,
                place: delivery.place,
                label: '–',
                rank: -1,
                lines: [delivery.name, delivery.address, why, sourceText(delivery.source)].filter(
                  (line) => line !== '',
                ),
                locked: false,
                faulty: false,
                rough: sourceText(delivery.source) !== '',
              },
            ],
      ),
      ...drawn.flatMap(({ rank, stops }) =>
        stops.flatMap((stop): MapStop[] =>
          stop.delivery.place === null
            ? []
            : [
                {
                  id: stop.delivery.id,
                  place: stop.delivery.place,
                  label: stop.label,
                  rank,
                  lines: stopLines(stop, around),
                  locked: stop.delivery.locked,
                  faulty: stop.faults.length > 0,
                  rough: sourceText(stop.delivery.source) !== '',
                },
              ],
        ),
      ),
    ],
  }
}
