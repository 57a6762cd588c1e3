import { sql } from 'drizzle-orm'
import { greatCircle } from '../../../core/routing/matrices'
import { plan } from '../../../core/routing/plan'
import { readProblem } from '../../../core/routing/read'
import {
  type RoutePlan,
  routePlan,
  type Scenario,
  scenarioPlaces,
  scenarioProblem,
  type ScenarioTravel,
} from '../../../core/routing/scenario'
import { legKey, placeKey } from '../../../core/routing/ways'
import { type Ctx, rowsOf } from '../../platform/context'
import type { Row } from '../../platform/resource'
import { loadScenario } from './scenario'
import { withBreaks } from './place-breaks'
import { storePlan } from './plan-store'

/**
 * Computes the routes anew as they are written in the deliveries (vehicle and order), without changing them: hours, loads, distances, and what each stop
 * breaks. Each route by itself, with the legs that it drives alone, so that it takes some milliseconds. Answers the plan.
 */
export async function recompute(ctx: Ctx, id: number): Promise<RoutePlan> {
  const { scenario, guess } = await loadScenario(ctx, id)
  const parts = partsOf(scenario)
  const roads = await roadsAlong(ctx, parts)
  const made = parts.map((part) =>
    routePlan(part, plan(withBreaks(readProblem(scenarioProblem(part, travelOf(part, roads, guess)))))),
  )
  const served = new Set(parts.flatMap(({ deliveries }) => deliveries.map((one) => one.id)))
  const reasons = await reasonsOf(ctx, id)
  const now: RoutePlan = {
    routes: made.flatMap(({ routes }) => routes),
    unassigned: scenario.deliveries
      .filter((one) => !served.has(one.id))
      .map((one) => ({ id: one.id, venda_id: one.venda_id, reason: reasons.get(one.id) ?? '' })),
    summary: {
      cost: sumOf(made, 'cost'),
      distance: sumOf(made, 'distance'),
      duration: sumOf(made, 'duration'),
      routes: sumOf(made, 'routes'),
    },
  }
  await storePlan(ctx, id, now)
  await storeTotals(ctx, id, now)
  return now
}

const sumOf = (plans: readonly RoutePlan[], figure: keyof RoutePlan['summary']): number =>
  plans.reduce((sum, { summary }) => sum + summary[figure], 0)

/** A scenario for each vehicle that brings something: itself and what it brings. */
function partsOf(scenario: Scenario): Scenario[] {
  const brought = Map.groupBy(scenario.deliveries, ({ at }) => at?.vehicle)
  return scenario.vehicles.flatMap((vehicle) => {
    const deliveries = brought.get(vehicle.id)
    return deliveries === undefined ? [] : [{ ...scenario, fromScratch: false, vehicles: [vehicle], deliveries }]
  })
}

/** Why deliveries are outside, as the last calculation found: with all distances, which are not looked up here. One that went in and out again keeps its reason. */
async function reasonsOf(ctx: Ctx, id: number): Promise<ReadonlyMap<number, string>> {
  const rows = await rowsOf(
    ctx,
    sql`select id, motivo from roteirizacao_entrega where roteirizacao_id = ${id} and veiculo_id is null and motivo is not null`,
  )
  return new Map(rows.map((row) => [Number(row.id), String(row.motivo)]))
}

/** The figures of a plan that lists show. */
export async function storeTotals(ctx: Pick<Ctx, 'db'>, id: number, { summary }: RoutePlan): Promise<void> {
  await ctx.db.execute(
    sql`update roteirizacao set distancia = ${summary.distance}, duracao = ${summary.duration}, custo = ${summary.cost} where id = ${id}`,
  )
}

type Roads = ReadonlyMap<string, Row>

/** What is known of the roads on the legs of routes. */
async function roadsAlong(ctx: Ctx, parts: readonly Scenario[]): Promise<Roads> {
  const pairs = parts.flatMap((part) => {
    const keys = scenarioPlaces(part).map(placeKey)
    return legsOf(part).map(([from, to]) => ({ de: keys[from], para: keys[to] }))
  })
  const rows = await rowsOf(
    ctx,
    sql`select t.de, t.para, t.segundos, t.metros from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p (de text, para text)
        join trecho_rota t on t.de = p.de and t.para = p.para where t.segundos >= 0`,
  )
  return new Map(rows.map((row) => [legKey(String(row.de), String(row.para)), row]))
}

/** Travel on the legs of a route as it is written; the rest of the table is empty. */
function travelOf(part: Scenario, roads: Roads, guess: { roadFactor: number; speedKmh: number }): ScenarioTravel {
  const places = scenarioPlaces(part)
  const keys = places.map(placeKey)
  const empty = () => places.map(() => places.map(() => 0))
  const [durations, distances] = [empty(), empty()]
  for (const [from, to] of legsOf(part)) {
    const road = roads.get(legKey(keys[from] ?? '', keys[to] ?? ''))
    const straight = greatCircle(places[from] ?? [0, 0], places[to] ?? [0, 0]) * guess.roadFactor
    const metres = road ? Number(road.metros) : Math.round(straight)
    setAt(distances, from, to, metres)
    setAt(durations, from, to, road ? Number(road.segundos) : Math.round((metres * 3.6) / guess.speedKmh))
  }
  return { durations, distances }
}

function setAt(table: number[][], from: number, to: number, value: number): void {
  const row = table[from]
  if (row) row[to] = value
}

/** From place to place (0 is the depot) in the order of the route, out and back. */
function legsOf({ deliveries }: Scenario): (readonly [number, number])[] {
  const stops = deliveries
    .map(({ at }, rank) => ({ rank: rank + 1, order: at?.order ?? 0 }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ rank }) => rank)
  const route = [0, ...stops, 0]
  return route.slice(1).map((to, at) => [route[at] ?? 0, to] as const)
}
