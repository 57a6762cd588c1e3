import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { row } from '../../platform/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, invalid, notFound } from '../../platform/errors'
import { announce, loadWhere, update, updateMany } from '../../platform/engine/write'
import { flag, identifier } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { ADDRESS_COLUMNS, ADDRESS_JOIN } from '../posicao/delivery-address'
import { addressOf, rememberPosition } from '../posicao/posicao'
import { recompute } from './recompute'
import { roteirizacao, roteirizacaoEntrega, roteirizacaoVeiculo } from './roteirizacao'

type Plan = RecordOf<typeof roteirizacao>
type Delivery = RecordOf<typeof roteirizacaoEntrega>

/** What a change by hand answers: all routes, timed anew, with what they break; null before they were calculated. */
export const solutionAnswer = v.object({ solution: v.nullable(row) })

/** The deliveries of a plan, locked. */
export async function deliveriesOf(ctx: Ctx, plan: Plan): Promise<Delivery[]> {
  return loadWhere(ctx, roteirizacaoEntrega, 'roteirizacao_id', [plan.id], { lock: true })
}

/** One of them; throws 404 for any other. */
export function deliveryIn(all: readonly Delivery[], id: number): Delivery {
  const found = all.find((one) => one.id === id)
  if (!found) throw notFound()
  return found
}

/** Writes the order of the stops of one vehicle. */
async function renumber(ctx: Ctx, vehicle: number | null, ids: readonly number[]): Promise<void> {
  const rows = ids.map((id, at) => ({ id, veiculo_id: vehicle, ordem: vehicle === null ? null : at + 1 }))
  await ctx.db.execute(
    sql`update roteirizacao_entrega e set veiculo_id = r.veiculo_id, ordem = r.ordem, fixada = e.fixada and r.veiculo_id is not null
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id int, veiculo_id int, ordem int) where e.id = r.id`,
  )
}

const stopsOf = (all: readonly Delivery[], vehicle: number | null, but: number): number[] =>
  all
    .filter((one) => one.veiculo_id === vehicle && vehicle !== null && one.id !== but)
    .toSorted((a, b) => (a.ordem ?? 0) - (b.ordem ?? 0))
    .map((one) => one.id)

/** Puts a stop at a place of a route, of the same vehicle or another, or takes it out of all; the rest keeps its order. Answers the routes with what the move breaks. */
export async function moveTo(
  ctx: Ctx,
  plan: Plan,
  target: { id: number; vehicle: number | null; order: number | undefined },
) {
  const all = await deliveriesOf(ctx, plan)
  const moved = deliveryIn(all, target.id)
  if (target.vehicle !== null) {
    const vehicles = await loadWhere(ctx, roteirizacaoVeiculo, 'roteirizacao_id', [plan.id])
    if (!vehicles.some((one) => one.veiculo_id === target.vehicle))
      throw invalid({ veiculo_id: ['Este veículo não está na roteirização.'] })
  }
  if (moved.lon === null) throw badRequest('Marque no mapa o lugar desta entrega antes de movê-la.', 'no_place')
  const stops = stopsOf(all, target.vehicle, moved.id)
  const at = Math.min(Math.max((target.order ?? stops.length + 1) - 1, 0), stops.length)
  await renumber(ctx, target.vehicle, target.vehicle === null ? [moved.id] : stops.toSpliced(at, 0, moved.id))
  if (moved.veiculo_id !== null && moved.veiculo_id !== target.vehicle)
    await renumber(ctx, moved.veiculo_id, stopsOf(all, moved.veiculo_id, moved.id))
  const solution = await recompute(ctx, plan.id)
  await announce(ctx, roteirizacao, plan.id)
  return { solution }
}

const vehicleOrNone = v.nullable(identifier)

/** Moves a stop within its route, to another, or out of all (drag and drop). */
export const mover = action(roteirizacao, 'mover', {
  on: 'record',
  right: 'edit',
  summary: 'Põe uma entrega em outra posição ou rota, ou fora de todas, e recalcula horários e violações.',
  input: v.object({ entrega_id: identifier, veiculo_id: vehicleOrNone, ordem: v.optional(identifier) }),
  answer: solutionAnswer,
  verb: 'mover',
  run: ({ ctx, record, input }) =>
    moveTo(ctx, record, { id: input.entrega_id, vehicle: input.veiculo_id, order: input.ordem }),
})

/** Locks a stop in its route, or all stops of a vehicle, or unlocks them: a new calculation leaves locked ones with their vehicle and in their order. */
export const fixar = action(roteirizacao, 'fixar', {
  on: 'record',
  right: 'edit',
  summary: 'Trava ou destrava uma entrega na sua rota, ou a rota inteira de um veículo.',
  input: v.union([
    v.object({ entrega_id: identifier, fixada: flag }),
    v.object({ veiculo_id: identifier, fixada: flag }),
  ]),
  answer: v.object({ ids: v.array(v.number()), fixada: v.boolean() }),
  verb: 'mover',
  run: async ({ ctx, record, input }) => {
    const { fixada } = input
    const all = await deliveriesOf(ctx, record)
    const chosen =
      'entrega_id' in input
        ? [deliveryIn(all, input.entrega_id)]
        : all.filter((one) => one.veiculo_id === input.veiculo_id)
    if (chosen.length === 0 || chosen.some((one) => one.veiculo_id === null))
      throw badRequest('Só uma entrega que está numa rota pode ser travada.', 'no_route')
    const edits = chosen.map(({ id }) => ({ id, fixada }))
    await updateMany(ctx, roteirizacaoEntrega, chosen, edits, 'fixar')
    await announce(ctx, roteirizacao, record.id)
    return { ids: chosen.map(({ id }) => id), fixada }
  },
})

const degree = (limit: number) =>
  v.pipe(v.number(), v.minValue(-limit, 'Informe graus válidos.'), v.maxValue(limit, 'Informe graus válidos.'))

/** Moves the pin of a delivery: the place is remembered for its address. */
export const moverPino = action(roteirizacao, 'mover_pino', {
  on: 'record',
  right: 'edit',
  summary: 'Marca no mapa o lugar de uma entrega; o endereço fica lembrado.',
  input: v.object({ entrega_id: identifier, lon: degree(180), lat: degree(90) }),
  answer: solutionAnswer,
  writes: 'entregas',
  run: async ({ ctx, record, input }) => {
    const delivery = deliveryIn(await deliveriesOf(ctx, record), input.entrega_id)
    const [row] = await rowsOf(
      ctx,
      sql`select ${ADDRESS_COLUMNS} from venda s ${ADDRESS_JOIN} where s.id = ${delivery.venda_id}`,
    )
    if (row) await rememberPosition(ctx, addressOf(row), { place: [input.lon, input.lat], source: 'manual' })
    const place = { lon: input.lon.toFixed(6), lat: input.lat.toFixed(6), fonte: 'manual' }
    await update(ctx, roteirizacaoEntrega, delivery, place, 'mover_pino')
    const solution = record.dhCalculo === null ? null : await recompute(ctx, record.id)
    await announce(ctx, roteirizacao, record.id)
    return { solution }
  },
})
