import * as v from 'valibot'
import { action } from '../../platform/action'
import { row } from '../../platform/answers'
import { invalid } from '../../platform/errors'
import { find } from '../../platform/engine/write'
import { shortText } from '../../platform/inputs'
import { rota, rotaVenda } from './rota'
import { MOST_STOPS, ofRoute } from './stops'
import { offeredSales } from './waiting'

/** The sales that may join a route (E3-010), at most as many as one holds. */
export const getVendas = action(rotaVenda, 'getVendas', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Vendas que podem entrar na rota: esperam entrega e não estão em outra.',
  input: v.object({ ...ofRoute, q: v.optional(shortText(80)) }),
  answer: v.object({ data: v.array(row), more: v.boolean() }),
  run: async ({ ctx, input }) => {
    const record = await find(ctx, rota, input.id)
    if (!record) throw invalid({ id: ['Selecione um registro válido.'] })
    return offeredSales(ctx, record, { q: input.q, most: MOST_STOPS })
  },
})
