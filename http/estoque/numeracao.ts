import * as v from 'valibot'
import { action } from '../platform/action'
import { identifier } from '../platform/inputs'
import { startAt, upcoming } from '../platform/series'
import { mercadoria } from './mercadoria'
import { productSeries } from './product-codes'

/** Which code a new product of the company is given next; with `proximo` it goes on from there. Throws 409 for one that was passed already. */
export const numeracao = action(mercadoria, 'numeracao', {
  on: 'collection',
  right: 'edit',
  summary: 'Diz, ou muda, o código que a próxima mercadoria da empresa recebe.',
  input: v.object({ proximo: v.optional(identifier) }),
  answer: v.object({ proximo: v.number() }),
  run: async ({ ctx, input }) => {
    const key = productSeries(ctx)
    if (input.proximo !== undefined) await startAt(ctx, key, input.proximo)
    return { proximo: await upcoming(ctx, key) }
  },
})
