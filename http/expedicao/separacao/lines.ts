import * as v from 'valibot'
import { SHORTAGE_NAMES } from '../../../core/fields/expedicao/separacao'
import { decimal } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { badRequest, invalid } from '../../platform/errors'
import { decimalInput, identifier, nothing } from '../../platform/inputs'
import { assertLot, assertPlace, fallShort, fetchPart, putBack } from './fetch'
import { orderToPick, restOf, settleOrder, type Task, taskNamed, writeLines } from './order'
import { intoVolumes } from './readings'
import { type Linha, type Separacao, separacao, separacaoMercadoria } from './separacao'

/** The verbs of a line: what somebody does without a scanner, item by item. */

const motivo = v.picklist(SHORTAGE_NAMES, 'Valor inválido.')

/** The line as it stands, of an order that is held and may be picked. */
async function held(ctx: Ctx, record: Linha): Promise<{ readonly order: Separacao; readonly line: Task }> {
  const order = await orderToPick(ctx, record.separacao_id)
  return { order, line: await taskNamed(ctx, order, record.id) }
}

/** As `held`, of a document that still wants its goods. Throws 400 `cancelled`. */
async function wanted(ctx: Ctx, record: Linha): Promise<{ readonly order: Separacao; readonly line: Task }> {
  const { order, line } = await held(ctx, record)
  if (line.cancelled) throw badRequest('O documento deste item foi cancelado.', 'cancelled')
  return { order, line }
}

/**
 * Fetches a line (E3-027, T3-010): all that is left of it, or a part; from where the plan says, or from another place or of another lot. With a reason,
 * what is left is not there: it comes from the next places, or stays short. Throws 400 `picked`, `too_much`, `lot_blocked`, `no_stock`, `reserved`.
 */
export const separa = action(separacaoMercadoria, 'separa', {
  on: 'record',
  right: 'edit',
  summary: 'Separa um item: tudo, ou parte; do local e do lote previstos, ou de outros.',
  input: v.object({
    qTrib: v.optional(v.nullable(decimalInput)),
    armazenamento_id: v.optional(v.nullable(identifier)),
    lote_id: v.optional(v.nullable(identifier)),
    motivo: v.optional(v.nullable(motivo)),
  }),
  run: async ({ ctx, record, input }) => {
    const { order, line } = await wanted(ctx, record)
    const rest = restOf(line)
    if (rest.sign() <= 0) throw badRequest('Este item já foi separado.', 'picked')
    const quantity = input.qTrib ? decimal(input.qTrib) : input.motivo ? decimal('0') : rest
    if (quantity.sign() < 0) throw invalid({ qTrib: ['Quantidade inválida.'] })
    const from = {
      armazenamento_id: input.armazenamento_id ?? line.armazenamento_id,
      lote_id: input.lote_id === undefined ? line.lote_id : input.lote_id,
    }
    await assertPlace(ctx, order, from.armazenamento_id)
    await assertLot(ctx, line, from.lote_id)
    if (quantity.sign() > 0) await fetchPart(ctx, order, line, { quantity, ...from })
    if (input.motivo && rest.gt(quantity))
      await fallShort(ctx, order, await taskNamed(ctx, order, line.id), input.motivo)
    await settleOrder(ctx, order)
  },
})

/** A line is to be fetched again (E3-028, T3-011). Where it came from another place than planned, it is from there. Throws 400 `not_picked`. */
export const desfazSeparacao = action(separacaoMercadoria, 'desfazSeparacao', {
  on: 'record',
  right: 'edit',
  summary: 'Desfaz a separação de um item: ele volta a esperar, no local de onde veio.',
  input: nothing,
  run: async ({ ctx, record }) => {
    const { order, line } = await wanted(ctx, record)
    await putBack(ctx, order, line)
    await settleOrder(ctx, order)
  },
})

/** Goods that were fetched for a document that was cancelled are on their shelf again. Throws 400 `not_cancelled`. */
export const guarda = action(separacaoMercadoria, 'guarda', {
  on: 'record',
  right: 'edit',
  summary: 'Diz que o que foi separado para um documento cancelado está de volta no local.',
  input: nothing,
  run: async ({ ctx, record }) => {
    const order = await load(ctx, separacao, record.separacao_id, { lock: true })
    const line = await taskNamed(ctx, order, record.id)
    if (!line.cancelled) throw badRequest('O documento deste item não foi cancelado.', 'not_cancelled')
    if (decimal(line.qSeparada).isZero()) throw badRequest('Este item não chegou a ser separado.', 'not_picked')
    await intoVolumes(ctx, order, line.id)
    await writeLines(ctx, [{ id: line.id, dhGuardado: line.dhGuardado ?? ctx.clock.now() }])
  },
})
