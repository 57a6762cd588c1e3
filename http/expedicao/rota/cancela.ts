import { assertNoneOpen } from '../../nfe/mdfe/close'
import { badRequest } from '../../platform/errors'
import { loadWhere } from '../../platform/engine/write'
import { step } from '../../platform/step'
import { markSales } from './mark-sales'
import { rota, rotaVenda } from './rota'

/** Cancels a route that is not finalised and has delivered nothing (T3-009): its sales wait for delivery again. Throws `delivered`, `open_manifest`. */
export const cancela = step(rota, 'cancela', {
  summary: 'Cancela a rota: as vendas voltam a esperar entrega.',
  run: async ({ ctx, record }) => {
    const stops = await loadWhere(ctx, rotaVenda, 'rota_id', [record.id], { lock: true })
    if (stops.some((one) => one.dhEntrega !== null && !one.xOcorrencia))
      throw badRequest('Esta rota já tem entregas feitas: finalize-a em vez de cancelar.', 'delivered')
    await assertNoneOpen(ctx, record)
    if (record.dhLiberacao !== null) await markSales(ctx, stops, { dhEnviado: null })
  },
})
