import * as v from 'valibot'
import { action } from '../../platform/action'
import { deleteRows } from '../../platform/engine/write'
import { rotaVenda } from './rota'
import { answerStops, named, ofRoute, routeToChange, stopsOf, stopsAnswer } from './stops'
import { timeRoute } from './time-route'

/** Takes a sale out of its route (E3-012). */
export const removePedidoPendenteRota = action(rotaVenda, 'removePedidoPendenteRota', {
  on: 'collection',
  right: 'edit',
  summary: 'Tira uma venda da rota: ela volta a esperar entrega. O id é o do item da rota.',
  input: v.object(ofRoute),
  answer: stopsAnswer,
  run: async ({ ctx, input }) => {
    const stop = await named(ctx, rotaVenda, input.id)
    const record = await routeToChange(ctx, stop.rota_id)
    await deleteRows(ctx, rotaVenda, [stop])
    await timeRoute(ctx, record, await stopsOf(ctx, record))
    return { rota_vendas: await answerStops(ctx, record) }
  },
})
