import * as v from 'valibot'
import { checkedReason } from '../../../core/lifecycle/reasons'
import { action } from '../../platform/action'
import { badRequest } from '../../platform/errors'
import { loadWhere, update } from '../../platform/engine/write'
import { shortText } from '../../platform/inputs'
import { markSales } from './mark-sales'
import { assertRota, rota, rotaVenda } from './rota'

/** Cancels a route that is not finalised and has delivered nothing (T3-009): its sales wait for delivery again. Throws `delivered`. */
export const cancela = action(rota, 'cancela', {
  on: 'record',
  right: 'edit',
  summary: 'Cancela a rota: as vendas voltam a esperar entrega.',
  input: v.object({ xJustCancelamento: v.optional(shortText(500)) }),
  run: async ({ ctx, record, input }) => {
    const xJustCancelamento = input.xJustCancelamento ? checkedReason('cancelamento', input.xJustCancelamento) : null
    assertRota(record, 'cancela')
    const stops = await loadWhere(ctx, rotaVenda, 'rota_id', [record.id], { lock: true })
    if (stops.some((one) => one.dhEntrega !== null && !one.xOcorrencia))
      throw badRequest('Esta rota já tem entregas feitas: finalize-a em vez de cancelar.', 'delivered')
    if (record.dhLiberacao !== null) await markSales(ctx, stops, { dhEnviado: null })
    await update(ctx, rota, record, { dhCancelamento: ctx.clock.now(), xJustCancelamento }, 'cancela')
  },
})
