import * as v from 'valibot'
import { venda } from '../../comercial/venda/venda'
import { veiculo } from '../../cadastros/veiculo'
import { warnOfUnpaidGuides } from '../../nfe/gnre/unpaid'
import { badRequest } from '../../platform/errors'
import { find, loadWhere } from '../../platform/engine/write'
import { step } from '../../platform/step'
import { markSales } from './mark-sales'
import { assertKm, kilometres, rota, rotaVenda } from './rota'
import { mayLeave } from './waiting'

/** Releases a route (T3-007): its vehicle leaves, its sales are sent. */
export const libera = step(rota, 'libera', {
  summary: 'Libera a rota: o veículo sai e as vendas ficam enviadas. Pode informar o km da saída.',
  input: { km_inicial: v.optional(kilometres) },
  run: async ({ ctx, record, input }) => {
    const stops = await loadWhere(ctx, rotaVenda, 'rota_id', [record.id])
    if (stops.length === 0) throw badRequest('Inclua ao menos uma venda antes de liberar a rota.', 'no_sales')
    const sales = await loadWhere(
      ctx,
      venda,
      'id',
      stops.map((one) => one.venda_id),
      { lock: true },
    )
    const unfit = sales.filter((one) => !mayLeave(one)).map((one) => one.id)
    if (unfit.length > 0)
      throw badRequest(`Tire da rota antes de liberar as vendas que não podem sair: nº ${unfit.join(', ')}.`, 'unfit')
    await warnOfUnpaidGuides(
      ctx,
      sales.map(({ id }) => id),
    )
    assertKm({ ...record, ...input })
    const transportadora_id = (await find(ctx, veiculo, record.veiculo_id))?.transportadora_id ?? null
    await markSales(ctx, stops, { dhEnviado: ctx.clock.now(), veiculo_id: record.veiculo_id, transportadora_id })
    return { set: input }
  },
})
