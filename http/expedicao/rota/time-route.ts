import { sql } from 'drizzle-orm'
import { straightMetres, type TravelGuess } from '../../../core/routing/matrices'
import { plan } from '../../../core/routing/plan'
import type { LonLat } from '../../../core/routing/polyline'
import { readProblem } from '../../../core/routing/read'
import { routePlan, type Scenario, scenarioPlaces, scenarioProblem } from '../../../core/routing/scenario'
import { solve } from '../../../core/routing/solve'
import { clockText, secondsOf } from '../../../core/routing/words'
import { type Ctx, rowsOf } from '../../platform/context'
import { announce, find, loadWhere, updateRows } from '../../platform/engine/write'
import { resourceNamed, type Row } from '../../platform/resource'
import { noDeparture, routeDeparture } from '../posicao/departure'
import { STOP_HOURS, STOP_SOURCES } from '../posicao/reception'
import { learnedGuess, windowsIn } from '../roteirizacao/scenario'
import { REMEMBERED_PLACES, rememberedTravel } from '../solver/travel'

const SERVICE_MINUTES = 15
/** Enough for a route of some thirty stops, some tens of milliseconds. */
const ITERATIONS = 4_000

/** What a route comes to: metres and seconds on the way; null where it is not known where vehicles leave from. */
export interface RouteFigures {
  readonly distancia: number | null
  readonly duracao: number | null
}

/**
 * Writes order and hours into the stops of a route: in the order given, or in the best that is found. Stops without a known place come last, without an
 * hour. Roads are those that were asked for earlier; straight lines elsewhere. Throws 400 `no_depot` when the best order is wanted of who does not
 * say where vehicles leave from; without, the order alone is written.
 */
export async function timeRoute(
  ctx: Ctx,
  record: Row,
  stops: readonly Row[],
  { best = false }: { readonly best?: boolean } = {},
): Promise<RouteFigures> {
  const [placed, lost] = [stops.filter((one) => one.lon !== null), stops.filter((one) => one.lon === null)]
  const depot = await routeDeparture(ctx, record)
  if (!depot && best) throw noDeparture()
  if (!depot || placed.length === 0) {
    await write(ctx, record, { order: [...stops], hours: new Map(), figures: UNKNOWN })
    return UNKNOWN
  }
  const scenario = await scenarioOf(ctx, record, { depot, stops: placed })
  const guess = await learnedGuess(ctx, Number(record.empresa_id))
  const travel = await rememberedTravel(ctx, scenarioPlaces(scenario), guess)
  const ordered = best ? bestOrder(scenario, travel) : scenario
  const timed = routePlan(ordered, plan(readProblem(scenarioProblem(ordered, travel))))
  const steps = timed.routes.flatMap(({ jobSteps }) => jobSteps)
  const known = new Map(placed.map((one) => [one.id, one]))
  const figures = {
    distancia: timed.summary.distance,
    duracao: timed.summary.duration,
    distancia_reta: straightMetres(
      timed.routes.flatMap(({ steps: all }) => all.flatMap(({ location }) => (location ? [location] : []))),
    ),
    segundos_parado: steps.reduce((sum, step) => sum + step.service + step.waiting_time, 0),
  }
  await write(ctx, record, {
    order: [...steps.map(({ id }) => known.get(id)).filter((one) => one !== undefined), ...lost],
    hours: new Map(steps.map(({ id, arrival, waiting_time }) => [id, clockText(arrival + waiting_time)])),
    figures,
  })
  return { distancia: figures.distancia, duracao: figures.duracao }
}

const UNKNOWN = { distancia: null, duracao: null, distancia_reta: null, segundos_parado: 0 } as const

/** Between which places a route goes, and the guess of travel where no road is known; undefined for what has too many, or no known place to leave from. */
export async function routePlaces(
  ctx: Ctx,
  record: Row,
  stops: readonly Row[],
): Promise<{ readonly places: readonly LonLat[]; readonly guess: TravelGuess } | undefined> {
  const depot = await routeDeparture(ctx, record)
  const places = stops.flatMap(({ lon, lat }) => (lon === null ? [] : [[Number(lon), Number(lat)] satisfies LonLat]))
  if (!depot || places.length >= REMEMBERED_PLACES) return undefined
  return { places: [depot, ...places], guess: await learnedGuess(ctx, Number(record.empresa_id)) }
}

/** Times a route as its stops stand: its day or the hour it leaves has changed. */
export async function timeAnew(ctx: Ctx, id: number): Promise<void> {
  const record = await find(ctx, resourceNamed('rota'), id)
  const stops = await loadWhere(ctx, resourceNamed('rota_venda'), 'rota_id', [id])
  if (!record || stops.length === 0) return
  await timeRoute(
    ctx,
    record,
    stops.toSorted((a, b) => Number(a.ordem) - Number(b.ordem) || a.id - b.id),
  )
}

interface Timed {
  readonly order: readonly Row[]
  readonly hours: ReadonlyMap<unknown, string>
  readonly figures: Row
}

async function write(ctx: Ctx, record: Row, { order, hours, figures }: Timed): Promise<void> {
  await updateRows(
    ctx,
    resourceNamed('rota_venda'),
    order.map((one, at) => ({ id: Number(one.id), ordem: at + 1, hora_prevista: hours.get(one.id) ?? null })),
  )
  await updateRows(ctx, resourceNamed('rota'), [{ id: Number(record.id), ...figures }])
  await announce(ctx, resourceNamed('rota'), Number(record.id))
}

/** The stops in the best order found; what fits no window comes last. */
function bestOrder(scenario: Scenario, travel: Parameters<typeof scenarioProblem>[1]): Scenario {
  const solution = solve(readProblem(scenarioProblem(scenario, travel)), { iterations: ITERATIONS, seed: 1 })
  const served = routePlan(scenario, solution).routes.flatMap(({ jobSteps }) => jobSteps.map(({ id }) => id))
  const rank = (id: number): number => (served.includes(id) ? served.indexOf(id) : served.length)
  const ids = scenario.deliveries.map(({ id }) => id).toSorted((a, b) => rank(a) - rank(b))
  return {
    ...scenario,
    deliveries: scenario.deliveries.map((one) => ({
      ...one,
      at: { vehicle: 1, order: ids.indexOf(one.id) + 1, locked: false },
    })),
  }
}

/** A route as a problem of one vehicle, each stop with the hours in which its customer receives and the minutes that its plan gave it. */
async function scenarioOf(
  ctx: Ctx,
  record: Row,
  { depot, stops }: { readonly depot: LonLat; readonly stops: readonly Row[] },
): Promise<Scenario> {
  const rows = await rowsOf(
    ctx,
    sql`select t.id, told.hours, told.minutos from rota_venda t, lateral (select ${STOP_HOURS} as hours, e.minutos ${STOP_SOURCES}) told where t.rota_id = ${record.id}`,
  )
  const told = new Map(rows.map((row) => [Number(row.id), row]))
  return {
    depot,
    // A long way goes on the days after.
    journey: [secondsOf(String(record.inicio ?? '08:00')), 30 * 86_400],
    objective: { km: false, time: true, cost: false },
    fromScratch: false,
    vehicles: [{ id: 1, name: 'rota', windows: [], skills: [], fixedCost: 0, costPerHour: 0, costPerKm: 0 }],
    deliveries: stops.map((one, at) => ({
      id: Number(one.id),
      venda_id: Number(one.venda_id),
      place: [Number(one.lon), Number(one.lat)],
      load: [0, 0],
      serviceMinutes: Number(told.get(Number(one.id))?.minutos ?? SERVICE_MINUTES),
      windows: windowsIn(told.get(Number(one.id))?.hours),
      priority: 0,
      skills: [],
      at: { vehicle: 1, order: at + 1, locked: false },
    })),
  }
}
