import * as v from 'valibot'
import { action } from '../../platform/action'
import { badRequest, invalid } from '../../platform/errors'
import { addLines } from '../../platform/engine/create'
import { audit } from '../../platform/engine/audit'
import { idList } from '../../platform/inputs'
import { rotaVenda } from './rota'
import { MOST_STOPS, answerStops, ofRoute, routeToChange, stopsOf, stopsAnswer } from './stops'
import { timeRoute } from './time-route'

/** Puts sales at the end of a route (E3-011); one that is there already stays where it is. */
export const addVendas = action(rotaVenda, 'addVendas', {
  on: 'collection',
  right: 'edit',
  summary: 'Inclui vendas no fim da rota.',
  input: v.object({ ...ofRoute, vendas: idList }),
  answer: stopsAnswer,
  run: async ({ ctx, input }) => {
    const record = await routeToChange(ctx, input.id)
    const stops = await stopsOf(ctx, record)
    const fresh = [...new Set(input.vendas)].filter((id) => !stops.some((one) => one.venda_id === id))
    if (input.vendas.length === 0) throw invalid({ vendas: ['Selecione ao menos uma venda.'] })
    if (stops.length + fresh.length > MOST_STOPS)
      throw badRequest(`Uma rota tem no máximo ${MOST_STOPS} vendas.`, 'too_many')
    const last = Math.max(0, ...stops.map((one) => one.ordem ?? 0))
    const rows = fresh.map((venda_id, at) => ({ venda_id, ordem: last + at + 1 }))
    const stored = await addLines(ctx, rotaVenda, record, rows)
    await audit(
      ctx,
      stored.map((one) => ({ resource: rotaVenda, record: one, before: undefined, acao: 'addVendas' })),
    )
    await timeRoute(ctx, record, await stopsOf(ctx, record))
    return { rota_vendas: await answerStops(ctx, record) }
  },
})
