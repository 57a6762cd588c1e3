import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { roteirizacaoLife } from '../../../core/lifecycle/roteirizacao'
import { assertVerb } from '../../../core/lifecycle/standing'
import { CoreError } from '../../../core/errors'
import {
  type RoutePlan,
  routePlan,
  type Scenario,
  scenarioPlaces,
  scenarioProblem,
} from '../../../core/routing/scenario'
import { action } from '../../platform/action'
import { row } from '../../platform/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { announce, load, update } from '../../platform/engine/write'
import { identifier } from '../../platform/inputs'
import { job, type JobWork, startJob } from '../../platform/jobs/job'
import { log } from '../../platform/log'
import { CallFailed } from '../../platform/outside/call'
import { geocode } from '../posicao/geocoder'
import { ADDRESS_COLUMNS, ADDRESS_JOIN } from '../posicao/delivery-address'
import { addressOf, rememberPosition } from '../posicao/posicao'
import type { LiveProgress } from '../solver/search-messages'
import { solveRoutes, type Solved } from '../solver/solver'
import { travelBetween } from '../solver/travel'
import { planOf, storePlan } from './plan-store'
import { storeTotals } from './recompute'
import { roteirizacao } from './roteirizacao'
import { loadScenario } from './scenario'
import { SALE_WEIGHT, SALE_WEIGHT_UNKNOWN } from '../rota/waiting'

/** The plan of deliveries of which no place is known: its notices say so. */
const NOWHERE: RoutePlan = { routes: [], unassigned: [], summary: { cost: 0, distance: 0, duration: 0, routes: 0 } }

/** Calculates a plan's routes in the background: places, roads, routes; each improvement is shown as it comes. */
export const calcularJob = job('expedicao.calcular', {
  title: 'Calcular rotas',
  input: v.object({ roteirizacao_id: identifier, segundos: v.number() }),
  run: async (work) => {
    const { input, transaction, services } = work
    const id = input.roteirizacao_id
    await work.progress({ done: 0, total: 100, note: 'Localizando os endereços' })
    const unknown = await locate(work, id)
    const loaded = await transaction(async (ctx) => {
      await readLoads(ctx, id)
      return loadScenario(ctx, id)
    })
    if (loaded.scenario.deliveries.length === 0) {
      const notices = [...unknown, ...loaded.notices]
      await transaction((ctx) => store(ctx, id, { plan: NOWHERE, engine: 'prumo', notices }))
      return { routes: 0, unassigned: 0, engine: 'prumo', notices, curve: [] }
    }
    await work.progress({ done: 2, total: 100, note: 'Buscando as distâncias' })
    const roads = { pool: services.pool, osrmUrl: services.osrmUrl, guess: loaded.guess }
    const travel = await travelBetween(scenarioPlaces(loaded.scenario), roads)
    const problem = scenarioProblem(loaded.scenario, travel)
    const curve: number[][] = []
    let drawn: LiveProgress['routes'] = []
    const solved = await solveRoutes(problem, services.vroomUrl, {
      seconds: input.segundos,
      ...(work.signal ? { signal: work.signal } : {}),
      onProgress: (now) => {
        curve.push([Math.round(now.done * input.segundos * 10) / 10, now.cost, now.unassigned])
        if (now.routes) drawn = now.routes
        const detail = {
          curve: curve.slice(-200),
          routes: drawn,
          unassigned: now.unassigned,
          total: loaded.scenario.deliveries.length,
        }
        void work
          .progress({ done: 2 + Math.floor(now.done * 97), total: 100, note: 'Calculando', detail })
          .catch(() => undefined) // a cancel reaches the search by its signal
      },
    }).catch((error: unknown) => {
      throw lockedTooMuch(error, loaded.scenario)
    })
    const notices = [...unknown, ...loaded.notices, ...travel.notices, ...solved.notices]
    const plan = routePlan(loaded.scenario, solved.solution)
    await transaction((ctx) => store(ctx, id, { plan, engine: solved.engine, notices }))
    return {
      routes: plan.routes.length,
      unassigned: plan.unassigned.length,
      engine: solved.engine,
      notices,
      curve: curve.slice(-200),
    }
  },
})

/** The engine names a vehicle whose locked stops break a rule; people know it by its plate. Any other error is as it was. */
function lockedTooMuch(error: unknown, { vehicles }: Scenario): unknown {
  const id = error instanceof CoreError ? /^Infeasible route for vehicle (\d+)/.exec(error.message)?.[1] : undefined
  const vehicle = vehicles.find((one) => String(one.id) === id)
  if (!vehicle) return error
  return new CoreError(
    'locked_too_much',
    `As entregas travadas na rota do veículo ${vehicle.name} não cabem juntas, na ordem em que estão, sem violar horário ou capacidade: destrave alguma.`,
  )
}

async function store(
  ctx: Ctx,
  id: number,
  {
    plan,
    engine,
    notices,
  }: { readonly plan: RoutePlan; readonly engine: Solved['engine']; readonly notices: readonly string[] },
): Promise<void> {
  const record = await load(ctx, roteirizacao, id, { lock: true })
  assertVerb(roteirizacaoLife, record, 'calcular')
  await place(ctx, id, plan)
  await storePlan(ctx, id, plan)
  await update(ctx, roteirizacao, record, { dhCalculo: ctx.clock.now(), motor: engine, avisos: notices }, 'calcular')
  await storeTotals(ctx, id, plan)
  await announce(ctx, roteirizacao, id)
}

/** Writes into each delivery which vehicle brings it and as which stop, or why none does. */
async function place(ctx: Ctx, id: number, plan: RoutePlan): Promise<void> {
  const rows = [
    ...plan.routes.flatMap(({ vehicle, jobSteps }) =>
      jobSteps.map((step, at) => ({ id: step.id, veiculo_id: vehicle, ordem: at + 1, motivo: null })),
    ),
    ...plan.unassigned.map((one) => ({ id: one.id, veiculo_id: null, ordem: null, motivo: one.reason })),
  ]
  await ctx.db.execute(
    sql`update roteirizacao_entrega e set veiculo_id = r.veiculo_id, ordem = r.ordem, motivo = r.motivo, fixada = e.fixada and r.veiculo_id is not null
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id int, veiculo_id int, ordem int, motivo text)
        where e.id = r.id and e.roteirizacao_id = ${id}`,
  )
}

const GEOCODED_AT_ONCE = 200

/** Asks the geocoder, where one is set up, for addresses of which only the postcode or the town is known. Answers notices. */
async function locate({ services, transaction, signal }: JobWork<unknown>, id: number): Promise<string[]> {
  const { geocoderUrl } = services
  if (!geocoderUrl) return []
  const rows = await transaction((ctx) =>
    rowsOf(
      ctx,
      sql`select e.id, ${ADDRESS_COLUMNS} from roteirizacao_entrega e join venda s on s.id = e.venda_id ${ADDRESS_JOIN}
          where e.roteirizacao_id = ${id} and coalesce(e.fonte, 'estado') not in ('manual', 'geocoder') limit ${GEOCODED_AT_ONCE}`,
    ),
  )
  for (const row of rows) {
    signal.throwIfAborted()
    const address = addressOf(row)
    try {
      const place = await geocode(
        geocoderUrl,
        { ...address, xMun: row.xMun === null ? null : String(row.xMun) },
        { signal },
      )
      if (!place) continue
      await transaction(async (ctx) => {
        await rememberPosition(ctx, address, { place, source: 'geocoder' })
        await ctx.db.execute(
          sql`update roteirizacao_entrega set lon = ${place[0]}, lat = ${place[1]}, fonte = 'geocoder' where id = ${Number(row.id)} and coalesce(fonte, '') <> 'manual'`,
        )
      })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      log.warn('O serviço de endereços falhou: {error}', { error: error.message })
      return [`Alguns lugares são aproximados: ${error.message}`]
    }
  }
  return []
}

/** Weights and volumes that were not known when a sale came into the plan, as registers say them now. */
async function readLoads(ctx: Pick<Ctx, 'db'>, id: number): Promise<void> {
  await ctx.db.execute(sql`
    update roteirizacao_entrega e set peso = ${SALE_WEIGHT}, sem_peso = ${SALE_WEIGHT_UNKNOWN} from venda s
    where s.id = e.venda_id and e.roteirizacao_id = ${id} and e.sem_peso`)
  await ctx.db.execute(sql`
    update roteirizacao_entrega e set volumes = s.volumes, sem_volumes = false from venda s
    where s.id = e.venda_id and e.roteirizacao_id = ${id} and e.sem_volumes and s.volumes > 0`)
}

/** Calculates the routes (E3-003): answers the routes as they stand, and the task that calculates new ones. */
export const calcular = action(roteirizacao, 'calcular', {
  on: 'record',
  right: 'edit',
  summary: 'Calcula as rotas; a tarefa mostra o andamento e pode ser cancelada.',
  input: v.object({
    segundos: v.optional(
      v.pipe(
        v.union([v.number(), v.pipe(v.string(), v.transform(Number))]),
        v.integer(),
        v.minValue(1),
        v.maxValue(300),
      ),
    ),
  }),
  answer: v.object({ tarefa_id: v.number(), solution: v.nullable(row) }),
  verb: 'calcular',
  run: async ({ ctx, record, input }) => {
    const [counts] = await rowsOf(
      ctx,
      sql`select (select count(*)::int from roteirizacao_entrega where roteirizacao_id = ${record.id}) as entregas,
            (select count(*)::int from roteirizacao_veiculo where roteirizacao_id = ${record.id}) as veiculos`,
    )
    if (counts?.entregas === 0) throw badRequest('Inclua ao menos uma entrega antes de calcular.', 'no_deliveries')
    if (counts?.veiculos === 0) throw badRequest('Inclua ao menos um veículo antes de calcular.', 'no_vehicles')
    const about = {
      model_type: 'roteirizacao',
      model_id: record.id,
      title: `Calcular ${record.descricao ?? `rotas de ${record.dRota}`}`,
    }
    const { tarefa_id } = await startJob(
      ctx,
      calcularJob,
      { roteirizacao_id: record.id, segundos: input.segundos ?? record.segundos ?? 10 },
      about,
    )
    await announce(ctx, roteirizacao, record.id)
    return { tarefa_id, solution: (await planOf(ctx, record.id)) ?? null }
  },
})
