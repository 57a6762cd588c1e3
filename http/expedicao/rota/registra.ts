import * as v from 'valibot'
import { action } from '../../platform/action'
import { guardVerb } from '../../platform/engine/guard'
import { announce, load, update } from '../../platform/engine/write'
import { flag, shortText } from '../../platform/inputs'
import { rota, rotaVenda } from './rota'

/** Tells what became of a stop of a released route: delivered, not delivered and why, or (neither) nothing yet. */
export const registra = action(rotaVenda, 'registra', {
  on: 'record',
  right: 'edit',
  summary: 'Registra uma entrega: feita (entregue), não feita (xOcorrencia diz por quê), ou ainda nada.',
  input: v.object({ entregue: v.optional(flag, false), xOcorrencia: v.optional(v.nullable(shortText(300))) }),
  run: async ({ ctx, record, input }) => {
    const route = await load(ctx, rota, record.rota_id, { lock: true })
    await guardVerb(ctx, rota, route, 'registra')
    const told = input.entregue
      ? { dhEntrega: record.dhEntrega ?? ctx.clock.now(), xOcorrencia: null }
      : { dhEntrega: null, xOcorrencia: input.xOcorrencia || null }
    await update(ctx, rotaVenda, record, told, 'registra')
    await announce(ctx, rota, route.id)
  },
})
