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
import { type Ctx, rowsOf } from '../../platform/context'
import { keyOf } from '../solver/travel'
import { loadScenario } from './scenario'
import { withBreaks } from './place-breaks'
import { storePlan } from './plan-store'

/**
 * Computes the routes anew as they are written in the deliveries (vehicle and order), without changing them: hours, loads, distances, and what each stop
 * breaks. Only the legs that are driven are looked up, so that it takes some milliseconds. Answers the plan.
 */
export async function recompute(ctx: Ctx, id: number): Promise<RoutePlan> {
  const { scenario, guess } = await loadScenario(ctx, id)
  const written: Scenario = { ...scenario, fromScratch: false }
  const travel = await travelAlong(ctx, written, guess)
  const made = routePlan(written, plan(withBreaks(readProblem(scenarioProblem(written, travel)))))
  const before = await reasonsOf(ctx, id)
  const now = { ...made, unassigned: made.unassigned.map((one) => ({ ...one, reason: before.get(one.id) ?? '' })) }
  await storePlan(ctx, id, now)
  await storeTotals(ctx, id, now)
  return now
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

/** Travel on the legs of the routes as they are written; the rest of the table is empty. */
async function travelAlong(
  ctx: Ctx,
  scenario: Scenario,
  guess: { roadFactor: number; speedKmh: number },
): Promise<ScenarioTravel> {
  const places = scenarioPlaces(scenario)
  const legs = legsOf(scenario)
  const pairs = legs.map(([from, to]) => ({ de: keyOf(places[from] ?? [0, 0]), para: keyOf(places[to] ?? [0, 0]) }))
  const rows = await rowsOf(
    ctx,
    sql`select t.de, t.para, t.segundos, t.metros from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p (de text, para text)
        join trecho_rota t on t.de = p.de and t.para = p.para where t.segundos >= 0`,
  )
  const known = new Map(rows.map((row) => [`${row.de};${row.para}`, row]))
  const empty = () => places.map(() => places.map(() => 0))
  const [durations, distances] = [empty(), empty()]
  for (const [at, [from, to]] of legs.entries()) {
    const road = known.get(`${pairs[at]?.de};${pairs[at]?.para}`)
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

/** From place to place (0 is the depot), each route out and back. */
function legsOf({ deliveries, vehicles }: Scenario): (readonly [number, number])[] {
  return vehicles.flatMap(({ id }) => {
    const stops = deliveries
      .flatMap((one, rank) => (one.at?.vehicle === id ? [{ rank: rank + 1, order: one.at.order }] : []))
      .toSorted((a, b) => a.order - b.order)
      .map(({ rank }) => rank)
    const route = [0, ...stops, 0]
    return route.slice(1).map((to, at) => [route[at] ?? 0, to] as const)
  })
}
