import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { decimal, HUNDRED } from '../../core/money/decimal'
import { FORMATION_DEFAULTS, formPrice, VARIABLE_COSTS } from '../../core/pricing/formation'
import { action } from '../platform/action'
import { rowsOf } from '../platform/context'
import { assertMayKnowCosts } from './costs'
import { decimalInput } from '../platform/inputs'
import { mercadoria } from './mercadoria'

const COSTS = ['vCusto', 'pIPI', 'vICMSUFDest', 'vICMSST', 'vFrete', 'pOutrosCustos'] as const
const formationInput = v.object(
  Object.fromEntries([...COSTS, ...VARIABLE_COSTS].map((name) => [name, v.optional(v.nullable(decimalInput))])),
)

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
    const told = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined))
    const formed = formPrice({ vCusto: cost, ...defaults, ...told }, 'percent')
    return Object.fromEntries(Object.entries(formed).map(([name, value]) => [name, Number(String(value))]))
  },
})
