import * as v from 'valibot'
import { straightMetres } from '../../../core/routing/matrices'
import type { PlanRoute, RoutePlan } from '../../../core/routing/scenario'
import { clockText } from '../../../core/routing/words'
import { type Did, effect } from '../../documents/effect'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { sharedValues } from '../../platform/custom/own-values'
import { badRequest, invalid } from '../../platform/errors'
import { loadWhere, update } from '../../platform/engine/write'
import { idList } from '../../platform/inputs'
import type { RecordOf, Row } from '../../platform/resource'
import { assertMay } from '../../platform/rights'
import { rota, rotaVenda } from '../rota/rota'
import { waitingSales } from '../rota/waiting'
import { planOf } from './plan-store'
import { roteirizacao, roteirizacaoEntrega } from './roteirizacao'

type Plan = RecordOf<typeof roteirizacao>

/** Turns the routes of the chosen vehicles into delivery routes (T3-003), all or none; the plan is kept as it was from then on. */
export const gerarRotas = action(roteirizacao, 'gerar_rotas', {
  on: 'record',
  right: 'edit',
  summary: 'Gera as rotas de entrega dos veículos escolhidos.',
  input: v.object({ selectedRouteVehicleIds: idList }),
  answer: v.object({ rota_list: v.array(v.object({ id: v.number(), veiculo_id: v.number() })) }),
  verb: 'gerar_rotas',
  run: async ({ ctx, record, input }) => {
    assertMay(ctx, rota, 'create')
    const plan = await planOf(ctx, record.id)
    const routes = chosen(plan, input.selectedRouteVehicleIds)
    const deliveries = await loadWhere(ctx, roteirizacaoEntrega, 'roteirizacao_id', [record.id], { lock: true })
    await assertWaiting(ctx, routes)
    const own = await sharedValues(ctx, rota, { resource: roteirizacao, row: record })
    const made = []
    const did = await effect(ctx, roteirizacao, record, { passo: 'gerar_rotas' })
    for (const route of routes) made.push(await createRoute(did, record, { route, deliveries, own }))
    await update(ctx, roteirizacao, record, { dhGeracao: ctx.clock.now() }, 'gerar_rotas')
    return { rota_list: made }
  },
})

function chosen(plan: RoutePlan | undefined, vehicles: readonly number[]): PlanRoute[] {
  if (vehicles.length === 0) throw invalid({ selectedRouteVehicleIds: ['Selecione ao menos um veículo.'] })
  const routes = plan?.routes.filter(({ vehicle }) => vehicles.includes(vehicle)) ?? []
  const without = vehicles.filter((id) => !routes.some(({ vehicle }) => vehicle === id))
  if (without.length > 0) throw invalid({ selectedRouteVehicleIds: ['Há veículo escolhido que não tem rota.'] })
  return routes
}

async function assertWaiting(ctx: Ctx, routes: readonly PlanRoute[]): Promise<void> {
  const ids = routes.flatMap(({ jobSteps }) =>
    jobSteps.flatMap(({ deliverables }) => deliverables.map((one) => one.venda_id)),
  )
  const waiting = await waitingSales(ctx, ids)
  const gone = ids.filter((id) => !waiting.has(id))
  if (gone.length > 0)
    throw badRequest(
      `Estas vendas não esperam mais entrega: ${gone.slice(0, 10).join(', ')}. Exclua-as e calcule de novo.`,
      'not_waiting',
    )
}

interface Making {
  readonly route: PlanRoute
  readonly deliveries: readonly RecordOf<typeof roteirizacaoEntrega>[]
  /** What routes take over of the plan's own fields. */
  readonly own: Row
}

async function createRoute(
  did: Did,
  plan: Plan,
  { route, deliveries, own }: Making,
): Promise<{ id: number; veiculo_id: number }> {
  const known = new Map(deliveries.map((one) => [one.id, one]))
  const lines = route.jobSteps.flatMap((step, at) => {
    const delivery = known.get(step.id ?? 0)
    if (!delivery) return []
    const { venda_id, xNome, xEnder, lon, lat, peso, volumes, sem_peso, sem_volumes } = delivery
    const hora_prevista = clockText(step.arrival + step.waiting_time)
    const load = { peso, volumes, sem_peso, sem_volumes }
    return [{ venda_id, xNome, xEnder, lon, lat, ...load, ordem: at + 1, hora_prevista }]
  })
  const made = await did.make(rota, {
    values: {
      ...own,
      empresa_id: plan.empresa_id,
      roteirizacao_id: plan.id,
      veiculo_id: route.vehicle,
      dRota: plan.dRota,
      inicio: clockText(route.steps[0]?.arrival ?? 0),
      distancia: route.distance,
      distancia_reta: straightMetres(route.steps.flatMap(({ location }) => (location ? [location] : []))),
      duracao: route.duration,
      segundos_parado: route.service + route.waiting_time,
    },
    lines: { [rotaVenda.name]: lines },
    acao: 'gerar_rotas',
  })
  return { id: made.id, veiculo_id: route.vehicle }
}
