import * as v from 'valibot'
import { action } from '../../platform/action'
import { recordOf, row } from '../../platform/answers'
import { badRequest } from '../../platform/errors'
import { find } from '../../platform/engine/write'
import { flag } from '../../platform/inputs'
import { travelBetween } from '../solver/travel'
import { rota, rotaVenda } from './rota'
import { answerStops, ofRoute, routeToChange, stopsOf } from './stops'
import { routePlaces, timeRoute } from './time-route'

/**
 * Puts the stops of a route into the best order found, or only times them as they stand (E3-013); answers the figures before and after, and in `avisos` what
 * whoever reads them should know. For the best order the roads that are not known yet are asked of the server of distances, where there is one.
 */
export const otimizaRota = action(rotaVenda, 'otimizaRota', {
  on: 'collection',
  right: 'edit',
  summary: 'Põe as vendas da rota na melhor ordem (otimizar), ou só recalcula os horários da ordem que está.',
  input: v.object({ ...ofRoute, otimizar: v.optional(flag, true) }),
  answer: v.object({
    rota_vendas: v.array(recordOf('rota_venda')),
    antes: row,
    depois: row,
    avisos: v.array(v.string()),
  }),
  ask: async ({ ctx, input }) => {
    const record = input.otimizar ? await find(ctx, rota, input.id) : undefined
    const asked = record && (await routePlaces(ctx, record, await stopsOf(ctx, record)))
    if (!asked) return () => Promise.resolve([])
    const { places, guess } = asked
    return async ({ pool, osrmUrl }) => (await travelBetween(places, { pool, osrmUrl, guess })).notices
  },
  run: async ({ ctx, input, asked: avisos }) => {
    const record = await routeToChange(ctx, input.id)
    const stops = await stopsOf(ctx, record)
    if (stops.length === 0) throw badRequest('Inclua ao menos uma venda antes de otimizar a rota.', 'no_sales')
    const antes = await timeRoute(ctx, record, stops)
    const depois = input.otimizar ? await timeRoute(ctx, record, stops, { best: true }) : antes
    return { rota_vendas: await answerStops(ctx, record), antes, depois, avisos }
  },
})
