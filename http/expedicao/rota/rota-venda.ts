import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { solve } from '../../../core/routing/solve'
import { readProblem } from '../../../core/routing/read'
import { plan } from '../../../core/routing/plan'
import { routePlan, type Scenario, scenarioPlaces, scenarioProblem } from '../../../core/routing/scenario'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import { addLines } from '../../platform/engine/create'
import { audit } from '../../platform/engine/audit'
import { announce, deleteRows, find, loadWhere, updateRows } from '../../platform/engine/write'
import { flag, identifier, idList } from '../../platform/inputs'
import type { RecordOf, Resource } from '../../platform/resource'
import { learnedGuess, placeOfCompany, seconds } from '../roteirizacao/scenario'
import { straightTravel } from '../solver/travel'
import { assertRota, rota, rotaVenda } from './rota'
import { ADDRESS_COLUMNS } from '../posicao/delivery-address'
import { WAITING } from './waiting'

/** The calls of `rota_venda` name the route in their path (E3-010 to E3-013). */
const ofRoute = { id: identifier }
const LIMITS = { listed: 500, stops: 500 }
const SERVICE_MINUTES = 15
/** Enough for a route of some thirty stops, some tens of milliseconds. */
const ITERATIONS = 4_000

/** The record that the path names, locked. These calls are of no record of their own, so that one that is not there is a wrong input: 422. */
async function named<R extends Resource>(ctx: Ctx, resource: R, id: number): Promise<RecordOf<R>> {
  const record = await find(ctx, resource, id, { lock: true })
  if (!record) throw invalid({ id: ['Selecione um registro válido.'] })
  return record
}

async function routeToChange(ctx: Ctx, id: number): Promise<RecordOf<typeof rota>> {
  const record = await named(ctx, rota, id)
  assertRota(record, 'altera_entregas')
  return record
}

export const getVendas = action(rotaVenda, 'getVendas', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Vendas que podem entrar na rota: esperam entrega e não estão em outra.',
  input: v.object(ofRoute),
  run: async ({ ctx, input }) => {
    const record = await find(ctx, rota, input.id)
    if (!record) throw invalid({ id: ['Selecione um registro válido.'] })
    const rows = await rowsOf(
      ctx,
      sql`select s.id, s.cliente_id, c."xNome", s."vTotal", s.volumes, s."dEntrega", ${ADDRESS_COLUMNS} ${WAITING} and s.empresa_id = ${record.empresa_id}
          order by "xMun", "xBairro", s.id limit ${LIMITS.listed + 1}`,
    )
    const data = rows.slice(0, LIMITS.listed).map((row) => ({
      id: row.id,
      cliente_id: row.cliente_id,
      xNome: row.xNome,
      xBairro: row.xBairro,
      xMun: row.xMun,
      UF: row.UF,
      dEntrega: row.dEntrega,
      volumes: Number(row.volumes ?? 0) || 1,
      vTotal: Number(row.vTotal),
      isSelected: false,
    }))
    return { data, more: rows.length > LIMITS.listed }
  },
})

export const addVendas = action(rotaVenda, 'addVendas', {
  on: 'collection',
  right: 'edit',
  summary: 'Inclui vendas no fim da rota.',
  input: v.object({ ...ofRoute, vendas: idList }),
  run: async ({ ctx, input }) => {
    const record = await routeToChange(ctx, input.id)
    const stops = await loadWhere(ctx, rotaVenda, 'rota_id', [record.id])
    const fresh = [...new Set(input.vendas)].filter((id) => !stops.some((one) => one.venda_id === id))
    if (input.vendas.length === 0) throw invalid({ vendas: ['Selecione ao menos uma venda.'] })
    if (stops.length + fresh.length > LIMITS.stops)
      throw badRequest(`Uma rota tem no máximo ${LIMITS.stops} vendas.`, 'too_many')
    const last = Math.max(0, ...stops.map((one) => one.ordem ?? 0))
    const rows = fresh.map((venda_id, at) => ({ venda_id, ordem: last + at + 1 }))
    const stored = await addLines(ctx, rotaVenda, record, rows)
    await audit(
      ctx,
      stored.map((one) => ({ resource: rotaVenda, record: one, before: undefined, acao: 'addVendas' })),
    )
    await timeRoute(ctx, record, await stopsOf(ctx, record))
    return { rota_vendas: await stopsOf(ctx, record) }
  },
})

export const removePedidoPendenteRota = action(rotaVenda, 'removePedidoPendenteRota', {
  on: 'collection',
  right: 'edit',
  summary: 'Tira uma venda da rota: ela volta a esperar entrega. O id é o do item da rota.',
  input: v.object(ofRoute),
  run: async ({ ctx, input }) => {
    const stop = await named(ctx, rotaVenda, input.id)
    const record = await routeToChange(ctx, stop.rota_id)
    await deleteRows(ctx, rotaVenda, [stop])
    const left = await stopsOf(ctx, record)
    await timeRoute(ctx, record, left)
    return { rota_vendas: await stopsOf(ctx, record) }
  },
})

export const otimizaRota = action(rotaVenda, 'otimizaRota', {
  on: 'collection',
  right: 'edit',
  summary: 'Põe as vendas da rota na melhor ordem (otimizar), ou só recalcula os horários da ordem que está.',
  input: v.object({ ...ofRoute, otimizar: v.optional(flag, true) }),
  run: async ({ ctx, input }) => {
    const record = await routeToChange(ctx, input.id)
    const stops = await stopsOf(ctx, record)
    if (stops.length === 0) throw badRequest('Inclua ao menos uma venda antes de otimizar a rota.', 'no_sales')
    await timeRoute(ctx, record, stops, { best: input.otimizar })
    return { rota_vendas: await stopsOf(ctx, record) }
  },
})

type Stop = RecordOf<typeof rotaVenda>

async function stopsOf(ctx: Ctx, record: RecordOf<typeof rota>): Promise<Stop[]> {
  const stops = await loadWhere(ctx, rotaVenda, 'rota_id', [record.id])
  return stops.toSorted((a, b) => (a.ordem ?? 0) - (b.ordem ?? 0) || a.id - b.id)
}

/** Writes order and hours into the stops of a route: as they stand, or in the best order found. Stops without a known place come last, without an hour. */
async function timeRoute(
  ctx: Ctx,
  record: RecordOf<typeof rota>,
  stops: readonly Stop[],
  { best = false }: { readonly best?: boolean } = {},
): Promise<void> {
  const [placed, lost] = [stops.filter((one) => one.lon !== null), stops.filter((one) => one.lon === null)]
  const scenario = await scenarioOf(ctx, record, placed)
  const guess = await learnedGuess(ctx, Number(record.empresa_id))
  const travel = straightTravel(scenarioPlaces(scenario), guess)
  const problem = readProblem(scenarioProblem(scenario, travel))
  const { routes, summary } = routePlan(
    scenario,
    best ? solve(problem, { iterations: ITERATIONS, seed: 1 }) : plan(problem),
  )
  const timed = routes.flatMap(({ jobSteps }) => jobSteps)
  const order = [
    ...timed.map(({ id }) => id ?? 0),
    ...placed.map(({ id }) => id).filter((id) => !timed.some((one) => one.id === id)),
    ...lost.map(({ id }) => id),
  ]
  const hours = new Map(timed.map(({ id, arrival, waiting_time }) => [id, clockOf(arrival + waiting_time)]))
  await updateRows(
    ctx,
    rotaVenda,
    order.map((id, at) => ({ id, ordem: at + 1, hora_prevista: hours.get(id) ?? null })),
  )
  const straight = Math.round(summary.distance / guess.roadFactor)
  const figures = {
    distancia: summary.distance,
    distancia_reta: straight,
    duracao: summary.duration,
    segundos_parado: timed.length * SERVICE_MINUTES * 60,
  }
  await updateRows(ctx, rota, [{ id: record.id, ...figures }])
  await announce(ctx, rota, record.id)
}

/** A route as a problem of one vehicle. */
async function scenarioOf(ctx: Ctx, record: RecordOf<typeof rota>, stops: readonly Stop[]): Promise<Scenario> {
  const depot = await placeOfCompany(ctx, Number(record.empresa_id))
  const start = seconds(record.inicio ?? '08:00')
  return {
    depot,
    journey: [start, 86_399],
    objective: { km: false, time: true, cost: false },
    fromScratch: false,
    vehicles: [{ id: 1, name: 'rota', windows: [], fixedCost: 0, costPerHour: 0, costPerKm: 0 }],
    deliveries: stops.map((one, at) => ({
      id: one.id,
      venda_id: one.venda_id,
      place: [Number(one.lon), Number(one.lat)],
      load: [0, 0],
      serviceMinutes: SERVICE_MINUTES,
      windows: [],
      priority: 0,
      at: { vehicle: 1, order: at + 1, locked: false },
    })),
  }
}

/** Seconds from midnight as HH:MM; what runs past the day keeps counting. */
export function clockOf(at: number): string {
  const minutes = Math.floor(at / 60)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
