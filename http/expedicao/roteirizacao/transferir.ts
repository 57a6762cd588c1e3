import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { addLines } from '../../platform/engine/create'
import { keep, type Parents, tellParents } from '../../platform/engine/parents'
import { guardAction } from '../../platform/engine/guard'
import { announce, deleteRows, load } from '../../platform/engine/write'
import { identifier } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { deliveriesOf, deliveryIn, moveTo, solutionAnswer } from './ajustes'
import { recompute } from './recompute'
import { roteirizacao, roteirizacaoEntrega } from './roteirizacao'

type Plan = RecordOf<typeof roteirizacao>
type Delivery = RecordOf<typeof roteirizacaoEntrega>

const NO_TRANSFER = 'Não foi possível abrir o seletor de veículos.'

/** Transfers a delivery to another route (T3-005): only one that a route brings, and only to a different route. */
export const transferir = action(roteirizacao, 'transferir', {
  on: 'record',
  right: 'edit',
  summary: 'Transfere uma entrega para a rota de outro veículo.',
  input: v.object({ entrega_id: identifier, veiculo_id: identifier }),
  answer: solutionAnswer,
  verb: 'mover',
  run: async ({ ctx, record, input }) => {
    const from = deliveryIn(await deliveriesOf(ctx, record), input.entrega_id).veiculo_id
    if (from === null || from === input.veiculo_id) throw badRequest(NO_TRANSFER, 'no_transfer')
    return moveTo(ctx, record, { id: input.entrega_id, vehicle: input.veiculo_id, order: undefined })
  },
})

/** Moves a delivery into another plan of the same company, outside of its routes until that is calculated or it is put into one. */
export const transferirCenario = action(roteirizacao, 'transferir_cenario', {
  on: 'record',
  right: 'edit',
  summary: 'Transfere uma entrega para outro cenário.',
  input: v.object({ entrega_id: identifier, roteirizacao_id: identifier }),
  answer: solutionAnswer,
  writes: 'entregas',
  run: async ({ ctx, record, input }) => {
    const delivery = deliveryIn(await deliveriesOf(ctx, record), input.entrega_id)
    const target = await targetOf(ctx, record, { id: input.roteirizacao_id, venda_id: delivery.venda_id })
    const kept: Parents = new Map()
    keep(roteirizacao, record, kept)
    await deleteRows(ctx, roteirizacaoEntrega, [delivery])
    await addLines(ctx, roteirizacaoEntrega, target, [lineOf(delivery)])
    const solution = record.dhCalculo === null ? null : await recompute(ctx, record.id)
    await tellParents(ctx, kept)
    await announce(ctx, roteirizacao, record.id)
    await announce(ctx, roteirizacao, target.id)
    return { solution }
  },
})

async function targetOf(ctx: Ctx, from: Plan, { id, venda_id }: { id: number; venda_id: number }): Promise<Plan> {
  const target = await load(ctx, roteirizacao, id, { lock: true })
  if (target.id === from.id || target.empresa_id !== from.empresa_id)
    throw badRequest('Escolha outro cenário da mesma empresa.', 'same_plan')
  await guardAction(ctx, roteirizacao, target, { writes: 'entregas' })
  const [present] = await rowsOf(
    ctx,
    sql`select 1 from roteirizacao_entrega where roteirizacao_id = ${target.id} and venda_id = ${venda_id}`,
  )
  if (present) throw badRequest('Esta venda já está no outro cenário.', 'present')
  return target
}

/** What a delivery takes along: all but its place in the routes. */
function lineOf(delivery: Delivery) {
  const { venda_id, xNome, xEnder, xBairro, xMun, lon, lat, fonte } = delivery
  const { peso, volumes, sem_peso, sem_volumes, minutos, prioridade, janelas, particularidades } = delivery
  const place = { venda_id, xNome, xEnder, xBairro, xMun, lon, lat, fonte }
  return { ...place, peso, volumes, sem_peso, sem_volumes, minutos, prioridade, janelas, particularidades }
}
