import * as v from 'valibot'
import { action } from '../../platform/action'
import { invalid } from '../../platform/errors'
import { idList } from '../../platform/inputs'
import { rotaVenda } from './rota'
import { answerStops, ofRoute, routeToChange, stopsOf, stopsAnswer } from './stops'
import { timeRoute } from './time-route'

/** Puts the stops of a route into an order given by hand, and times them anew. */
export const reordena = action(rotaVenda, 'reordena', {
  on: 'collection',
  right: 'edit',
  summary: 'Põe as vendas da rota na ordem dos ids (todos os itens da rota) e recalcula os horários.',
  input: v.object({ ...ofRoute, ids: idList }),
  answer: stopsAnswer,
  run: async ({ ctx, input }) => {
    const record = await routeToChange(ctx, input.id)
    const stops = new Map((await stopsOf(ctx, record)).map((one) => [one.id, one]))
    const wanted = [...new Set(input.ids)].flatMap((id) => stops.get(id) ?? [])
    if (wanted.length !== stops.size || input.ids.length !== stops.size)
      throw invalid({ ids: ['As vendas da rota mudaram: atualize e tente de novo.'] })
    await timeRoute(ctx, record, wanted)
    return { rota_vendas: await answerStops(ctx, record) }
  },
})
