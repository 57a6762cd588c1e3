import * as v from 'valibot'
import { returnable } from '../../../core/returns/share'
import { action } from '../../platform/action'
import { load } from '../../platform/engine/write'
import { identifier } from '../../platform/inputs'
import { venda } from '../venda/venda'
import { soldLines } from './returned'
import { vendaDevolucao } from './venda-devolucao'

/** What may still come back of a sale, line by line: what a new return begins with. */
export const itens = action(vendaDevolucao, 'itens', {
  on: 'collection',
  right: 'create',
  reads: true,
  summary: 'Itens de uma venda, com o que ainda pode voltar de cada um.',
  input: v.object({ venda_id: identifier }),
  answer: v.object({
    data: v.array(
      v.object({
        venda_mercadoria_id: v.number(),
        mercadoria_id: v.number(),
        xProd: v.string(),
        un: v.nullable(v.string()),
        qItem: v.number(),
        qTrib: v.number(),
        vItem: v.number(),
        qVolta: v.number(),
        vVolta: v.number(),
      }),
    ),
  }),
  run: async ({ ctx, input }) => {
    const sale = await load(ctx, venda, input.venda_id)
    const sold = await soldLines(ctx, sale.id)
    return {
      data: [...sold.values()].map((one) => ({
        venda_mercadoria_id: one.venda_mercadoria_id,
        mercadoria_id: one.mercadoria_id,
        xProd: one.xProd,
        un: one.un,
        qItem: Number(one.quantity),
        qTrib: Number(returnable(one).toFixed(4)),
        vItem: Number(one.value),
        qVolta: Number(one.takenQuantity),
        vVolta: Number(one.takenValue),
      })),
    }
  },
})
