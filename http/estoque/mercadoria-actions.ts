import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { decimal, HUNDRED } from '../../core/money/decimal'
import { FORMATION_DEFAULTS } from '../../core/pricing/formation'
import { action } from '../platform/action'
import { rowsOf } from '../platform/context'
import { assertMayKnowCosts } from './costs'
import { formationInput, formedOf, told } from './formacao'
import { mercadoria } from './mercadoria'

/** Price formation of a product; percentages are percent. What is left out starts with the specification's defaults and the average cost. */
export const formacaoPreco = action(mercadoria, 'formacaoPreco', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Forma o preço sugerido e o mínimo a partir dos custos.',
  input: formationInput,
  answer: v.record(v.string(), v.nullable(v.number())),
  run: async ({ ctx, record, input }) => {
    assertMayKnowCosts(ctx)
    const [stock] = await rowsOf(
      ctx,
      sql`select "vCustoMedio"::text as cost from mercadoria_saldo where mercadoria_id = ${record.id} and empresa_id = ${ctx.actor.empresa_id}`,
    )
    const cost = Number(stock?.cost ?? 0) > 0 ? String(stock?.cost) : record.custo
    const defaults = Object.fromEntries(
      Object.entries(FORMATION_DEFAULTS).map(([name, share]) => [name, decimal(share).times(HUNDRED).toString()]),
    )
    return formedOf({ ...defaults, ...told(input) }, String(cost))
  },
})
