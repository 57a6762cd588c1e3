import { sql } from 'drizzle-orm'
import type { PlanRoute, PlanStep, RoutePlan } from '../../../core/routing/scenario'
import { clockText, hoursText, outsideText, violationText } from '../../../core/routing/words'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import type { Row } from '../../platform/resource'
import { planNeeds } from '../posicao/needs'
import { receptionOn, STOP_HOURS } from '../posicao/reception'
import { plansOf } from './plan-store'

/** A delivery as a workbook or a print tells it. */
export interface StopView {
  readonly number: number
  /** HH:MM; '' where it is in no route. */
  readonly arrival: string
  readonly waitMinutes: number
  readonly serviceMinutes: number
  /** Kilometres since the start. */
  readonly km: number
  /** What is still on board when the vehicle leaves the stop. */
  readonly loadKg: number
  readonly loadVolumes: number
  readonly venda_id: number
  readonly customer: string
  readonly phone: string
  readonly address: string
  readonly district: string
  readonly city: string
  readonly windows: string
  /** What the vehicle must have. */
  readonly needs: string
  readonly kg: number
  readonly volumes: number
  readonly broken: string
}

export interface RouteView {
  readonly veiculo_id: number
  readonly vehicle: string
  readonly carrier: string
  readonly leaves: string
  readonly returns: string
  readonly km: number
  readonly travelMinutes: number
  readonly waitMinutes: number
  readonly kg: number
  readonly volumes: number
  readonly broken: string
  readonly stops: readonly StopView[]
}

export interface PlanView {
  readonly routes: readonly RouteView[]
  readonly outside: readonly (Pick<
    StopView,
    'venda_id' | 'customer' | 'address' | 'district' | 'city' | 'windows' | 'needs' | 'kg' | 'volumes'
  > & {
    readonly why: string
  })[]
}

const brokenText = (causes: readonly string[]): string => causes.map(violationText).join(', ')

/**
 * Reads plans with everything that is told of their routes, in three queries for all, and answers what tells one of them. Before it is calculated, all of
 * a plan is outside.
 */
export async function planViews(ctx: Ctx, ids: readonly number[]): Promise<(id: number) => PlanView> {
  const plans = await plansOf(ctx, ids)
  const deliveries = byPlan(await rowsOf(ctx, deliveriesQuery(ids)))
  const vehicles = byPlan(
    await rowsOf(
      ctx,
      sql`select l.roteirizacao_id, l.veiculo_id as id, v.placa, t."xNome" from roteirizacao_veiculo l join veiculo v on v.id = l.veiculo_id
          join transportadora t on t.id = v.transportadora_id where l.roteirizacao_id = any (${intArray(ids)}::int[])`,
    ),
  )
  return (id) => viewOf(plans.get(id), deliveries.get(id) ?? [], vehicles.get(id) ?? [])
}

const byPlan = (rows: readonly Row[]): ReadonlyMap<number, readonly Row[]> =>
  Map.groupBy(rows, (row) => Number(row.roteirizacao_id))

function viewOf(plan: RoutePlan | undefined, deliveries: readonly Row[], vehicles: readonly Row[]): PlanView {
  const known = new Map(deliveries.map((row) => [Number(row.id), row]))
  const fleet = new Map(vehicles.map((row) => [Number(row.id), row]))
  const routes = (plan?.routes ?? []).map((route) => routeView(route, known, fleet.get(route.vehicle)))
  const routed = new Set(plan?.routes.flatMap(({ jobSteps }) => jobSteps.map(({ id }) => id)))
  const left = new Map(plan?.unassigned.map(({ id, reason }) => [id, reason]))
  const whyOf = (row: Row): string =>
    outsideText({
      placed: row.lon !== null,
      calculated: plan !== undefined,
      named: left.has(Number(row.id)),
      reason: left.get(Number(row.id)) ?? '',
    })
  const outside = deliveries
    .filter((row) => !routed.has(Number(row.id)))
    .map((row) => ({ ...saleOf(row), why: whyOf(row) }))
  return { routes, outside }
}

const deliveriesQuery = (ids: readonly number[]) => sql`
  select e.roteirizacao_id, e.id, e.venda_id, e."xNome", e."xEnder", e."xBairro", e."xMun", e.lon, e.peso, e.volumes, c.fone, ${STOP_HOURS} as horas, ${planNeeds('descricao')} as pede
  from roteirizacao_entrega e join roteirizacao p on p.id = e.roteirizacao_id join venda s on s.id = e.venda_id join cliente c on c.id = s.cliente_id
  ${receptionOn(sql`p."dRota"`)} where e.roteirizacao_id = any (${intArray(ids)}::int[]) order by e.id`

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Hours as they are kept, `[["08:00", "12:00"], …]`, as people read them; '' for all day. */
export function windowsText(value: unknown): string {
  if (!Array.isArray(value)) return ''
  const list: readonly unknown[] = value
  return hoursText(list.flatMap((one) => (Array.isArray(one) ? [[text(one[0]), text(one[1])] as const] : [])))
}

const saleOf = (row: Row) => ({
  venda_id: Number(row.venda_id),
  customer: text(row.xNome),
  address: text(row.xEnder),
  district: text(row.xBairro),
  city: text(row.xMun),
  windows: windowsText(row.horas),
  needs: Array.isArray(row.pede) ? row.pede.join(', ') : '',
  kg: Number(row.peso),
  volumes: Number(row.volumes),
})

const minutes = (seconds: number): number => Math.round(seconds / 60)
const kilometres = (metres: number): number => Math.round(metres / 100) / 10
/** Loads are grams and volumes. */
const kilos = (load: readonly number[]): number => Math.round(load[0] ?? 0) / 1000

function routeView(route: PlanRoute, known: ReadonlyMap<number, Row>, vehicle: Row | undefined): RouteView {
  const stops = route.jobSteps.flatMap((step, at) => {
    const row = known.get(step.id ?? 0)
    return row ? [stopView(step, at + 1, row)] : []
  })
  return {
    veiculo_id: route.vehicle,
    vehicle: text(vehicle?.placa),
    carrier: text(vehicle?.xNome),
    leaves: clockText(route.steps[0]?.arrival ?? 0),
    returns: clockText(route.steps.at(-1)?.arrival ?? 0),
    km: kilometres(route.distance),
    travelMinutes: minutes(route.duration),
    waitMinutes: minutes(route.waiting_time),
    kg: kilos(route.delivery),
    volumes: route.delivery[1] ?? 0,
    broken: brokenText(route.violations),
    stops,
  }
}

const stopView = (step: PlanStep, number: number, row: Row): StopView => ({
  number,
  ...saleOf(row),
  phone: text(row.fone),
  arrival: clockText(step.arrival + step.waiting_time),
  waitMinutes: minutes(step.waiting_time),
  serviceMinutes: minutes(step.service),
  km: kilometres(step.distance),
  loadKg: kilos(step.load),
  loadVolumes: step.load[1] ?? 0,
  broken: brokenText(step.violations),
})
