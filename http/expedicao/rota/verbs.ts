import * as v from 'valibot'
import { checkedReason } from '../../../core/lifecycle/reasons'
import { veiculo } from '../../cadastros/veiculo'
import { venda } from '../../comercial/venda/venda'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { audit } from '../../platform/engine/audit'
import { announce, find, loadWhere, update, updateRows } from '../../platform/engine/write'
import { nothing, shortText } from '../../platform/inputs'
import { notConfigured } from '../../platform/outside/call'
import type { RecordOf, Row } from '../../platform/resource'
import { assertRota, rota, rotaVenda } from './rota'

/** Writes into the sales of stops how they travel; each sale's history tells it. */
async function markSales(ctx: Ctx, stops: readonly RecordOf<typeof rotaVenda>[], values: Row): Promise<void> {
  const ids = stops.map((one) => one.venda_id)
  const before = await loadWhere(ctx, venda, 'id', ids, { lock: true })
  const after = await updateRows(
    ctx,
    venda,
    before.map((one) => ({ ...values, id: one.id })),
  )
  const known = new Map(before.map((one) => [one.id, one]))
  await audit(
    ctx,
    after.map((record) => ({ resource: venda, record, before: known.get(record.id), acao: 'rota' })),
  )
}

/** Releases a route (T3-007): its vehicle leaves, its sales are sent. */
export const libera = action(rota, 'libera', {
  on: 'record',
  right: 'edit',
  summary: 'Libera a rota: o veículo sai e as vendas ficam enviadas.',
  input: nothing,
  run: async ({ ctx, record }) => {
    assertRota(record, 'libera')
    const stops = await loadWhere(ctx, rotaVenda, 'rota_id', [record.id])
    if (stops.length === 0) throw badRequest('Inclua ao menos uma venda antes de liberar a rota.', 'no_sales')
    const transportadora_id = (await find(ctx, veiculo, record.veiculo_id))?.transportadora_id ?? null
    await markSales(ctx, stops, { dhEnviado: ctx.clock.now(), veiculo_id: record.veiculo_id, transportadora_id })
    await update(ctx, rota, record, { dhLiberacao: ctx.clock.now() }, 'libera')
  },
})

/** Finalises a released route (T3-006): what names no occurrence was delivered. */
export const finaliza = action(rota, 'finaliza', {
  on: 'record',
  right: 'edit',
  summary: 'Finaliza a rota: o que não tem ocorrência foi entregue; o que tem volta a esperar entrega.',
  input: nothing,
  run: async ({ ctx, record }) => {
    assertRota(record, 'finaliza')
    const stops = await loadWhere(ctx, rotaVenda, 'rota_id', [record.id], { lock: true })
    const [back, done] = [stops.filter((one) => one.xOcorrencia), stops.filter((one) => !one.xOcorrencia)]
    await updateRows(
      ctx,
      rotaVenda,
      done.map((one) => ({ id: one.id, dhEntrega: one.dhEntrega ?? ctx.clock.now() })),
    )
    await markSales(ctx, back, { dhEnviado: null })
    await update(ctx, rota, record, { dhFinalizacao: ctx.clock.now() }, 'finaliza')
  },
})

/** Cancels a route that is not finalised (T3-009): its sales wait for delivery again. */
export const cancela = action(rota, 'cancela', {
  on: 'record',
  right: 'edit',
  summary: 'Cancela a rota: as vendas voltam a esperar entrega.',
  input: v.object({ xJustCancelamento: v.optional(shortText(500)) }),
  run: async ({ ctx, record, input }) => {
    const xJustCancelamento = input.xJustCancelamento ? checkedReason('cancelamento', input.xJustCancelamento) : null
    assertRota(record, 'cancela')
    if (record.dhLiberacao !== null)
      await markSales(ctx, await loadWhere(ctx, rotaVenda, 'rota_id', [record.id]), { dhEnviado: null })
    await update(ctx, rota, record, { dhCancelamento: ctx.clock.now(), xJustCancelamento }, 'cancela')
  },
})

/** The MDF-e of a route needs the fiscal documents and a company's certificate (T3-008). */
export const geraMDFe = action(rota, 'geraMDFe', {
  on: 'record',
  right: 'edit',
  summary: 'Gera o MDF-e da rota.',
  input: nothing,
  run: async ({ ctx, record }) => {
    assertRota(record, 'geraMDFe')
    await announce(ctx, rota, record.id)
    throw notConfigured('A emissão de MDF-e não está configurada nesta empresa. A rota não foi alterada.')
  },
})
