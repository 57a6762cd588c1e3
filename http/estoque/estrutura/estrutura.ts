import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { opened } from '../../../core/production/roll-up'
import { productStructure } from '../../../core/production/structure'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { dateInput } from '../../platform/inputs'
import { mayKnowCosts } from '../costs'
import { mercadoria } from '../mercadoria'
import { inForce, WITH_LOSS } from '../mercadoria-insumo'
import { structureOf } from './structure'

/** Lines that are told, of what a product is made of and of what it goes into. */
const MOST = 2_000

/** Where a product is used, at every level: what takes it, and what takes that. */
async function usedIn(ctx: Ctx, id: number, day: string): Promise<object[]> {
  return rowsOf(
    ctx,
    sql`with recursive above (id, nivel, q, trail) as (
          select i.mercadoria_id, 1, ${WITH_LOSS}, array[i.mercadoria_id] from mercadoria_insumo i where i.mercadoria_insumo_id = ${id} and ${inForce('i', day)}
          union all
          select i.mercadoria_id, a.nivel + 1, round(a.q * ${WITH_LOSS}, 6), a.trail || i.mercadoria_id from above a join mercadoria_insumo i on i.mercadoria_insumo_id = a.id
          where a.nivel < 50 and ${inForce('i', day)})
        select a.nivel, m.id as mercadoria_id, m.codigo, m."xProd", u.un, a.q::float8 as "qTrib"
        from (select * from above limit ${MOST}) a join mercadoria m on m.id = a.id left join unidade u on u.id = m.unidade_id order by a.trail`,
  )
}

/** What a product is made of at every level with what it comes to, and what it goes into. Costs are for who may know them. */
export const estrutura = action(mercadoria, 'estrutura', {
  on: 'record',
  right: 'read',
  reads: true,
  summary:
    'A estrutura do produto em todos os níveis, como é num dia (hoje, se vazio), com o custo que ela soma, e onde o produto é usado.',
  input: v.object({ dia: v.optional(v.nullable(dateInput)) }),
  answer: productStructure,
  run: async ({ ctx, record, input: { dia } }) => {
    const day = dia ?? ctx.clock.today()
    const { parts, lines, costs } = await structureOf(ctx, record.id, day)
    const known = mayKnowCosts(ctx)
    const own = costs.get(record.id)
    const told = (amount: { toFixed(decimals: number): string } | undefined) =>
      known && amount !== undefined ? Number(amount.toFixed(4)) : null
    return {
      vMaterial: told(own?.material),
      vMaoObra: told(own?.labour),
      vTotal: told(own?.total),
      custo: known ? Number(parts.get(record.id)?.custo ?? 0) : null,
      itens: opened(record.id, lines, { costs, most: MOST }).flatMap(
        ({ depth, line: { component }, quantity, cost }) => {
          const part = parts.get(component)
          if (part === undefined) return []
          const { codigo, name, un } = part
          return [
            {
              nivel: depth,
              mercadoria_id: component,
              codigo,
              xProd: name,
              un,
              qTrib: Number(quantity.toFixed(6)),
              vCusto: told(cost),
            },
          ]
        },
      ),
      usado: await usedIn(ctx, record.id, day),
    }
  },
})
