import * as v from 'valibot'
import { closeWithRoute } from '../../nfe/mdfe/close'
import { loadWhere, updateRows } from '../../platform/engine/write'
import { flag } from '../../platform/inputs'
import { step } from '../../platform/step'
import { markSales } from './mark-sales'
import { assertKm, kilometres, rota, rotaVenda } from './rota'

/** Finalises a released route (T3-006): what names no occurrence was delivered. The kilometres that were driven teach how roads wind here. `encerra_mdfe` closes its open manifests with it; without, they keep it from ending. */
export const finaliza = step(rota, 'finaliza', {
  summary:
    'Finaliza a rota: o que não tem ocorrência foi entregue; o que tem volta a esperar entrega. encerra_mdfe encerra os MDF-e abertos dela.',
  input: {
    km_inicial: v.optional(kilometres),
    km_final: v.optional(kilometres),
    encerra_mdfe: v.optional(flag, false),
  },
  run: async ({ ctx, record, input: { encerra_mdfe, ...input } }) => {
    assertKm({ ...record, ...input })
    await closeWithRoute(ctx, record, encerra_mdfe)
    const stops = await loadWhere(ctx, rotaVenda, 'rota_id', [record.id], { lock: true })
    const [back, done] = [stops.filter((one) => one.xOcorrencia), stops.filter((one) => !one.xOcorrencia)]
    await updateRows(
      ctx,
      rotaVenda,
      done.map((one) => ({ id: one.id, dhEntrega: one.dhEntrega ?? ctx.clock.now() })),
    )
    await markSales(ctx, back, { dhEnviado: null })
    return { set: input }
  },
})
