import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { decimal, sum } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { nothing } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { metaVendedor } from './meta'

const goal = v.object({
  vendedor_id: v.number(),
  descricao: v.string(),
  dFim: v.string(),
  vMeta: v.number(),
  vRealizado: v.number(),
  pRealizado: v.number(),
})
type Goal = v.InferOutput<typeof goal>

/** The goals of the caller, when the caller is one of the sellers, that run today in the chosen company: what was invoiced of each. */
async function ownGoals(ctx: Ctx): Promise<readonly Goal[]> {
  const today = ctx.clock.today()
  const rows = await rowsOf(
    ctx,
    sql`select g.*, case when g."vMeta" > 0 then round(100 * g."vRealizado" / g."vMeta", 1) else 100 end as percent
        from (select t.id, t.vendedor_id, m.descricao, m."dFim"::text as "dFim", t."vMeta", (
                select coalesce(sum(v."vTotal"), 0) from venda v
                where v.empresa_id = m.empresa_id and v.vendedor_id = t.vendedor_id and v."dhCancelamento" is null
                  and v."dhFaturamento" >= m."dIni"::timestamptz and v."dhFaturamento" < (m."dFim" + 1)::timestamptz) as "vRealizado"
              from vendedor p join meta_vendedor t on t.vendedor_id = p.id join meta m on m.id = t.meta_id
              where p.user_id = ${ctx.actor.id} and m.empresa_id = ${ctx.actor.empresa_id} and ${today}::date between m."dIni" and m."dFim"
              order by m."dFim", t.id limit 10) g`,
  )
  return rows.map((row) => ({
    vendedor_id: Number(row.vendedor_id),
    descricao: String(row.descricao),
    dFim: String(row.dFim),
    vMeta: Number(row.vMeta),
    vRealizado: Number(row.vRealizado),
    pRealizado: Number(row.percent),
  }))
}

/** The caller's own goals, whatever rights they hold on those of others. */
export const minhas = action(metaVendedor, 'minhas', {
  on: 'collection',
  right: 'own',
  reads: true,
  summary: 'Mostra as metas de hoje de quem chama, quando é vendedor, e quanto já foi faturado',
  input: nothing,
  answer: v.object({ data: v.array(goal) }),
  run: async ({ ctx }) => ({ data: [...(await ownGoals(ctx))] }),
})

/** What a seller still lacks to the goals of today. */
export async function myGoals(ctx: Ctx): Promise<Row> {
  const goals = await ownGoals(ctx)
  if (goals.length === 0) return {}
  const lacking = goals
    .map(({ vMeta, vRealizado }) => decimal(vMeta).minus(vRealizado))
    .filter((left) => left.sign() > 0)
  return { minha_meta: { qtd: goals.length, vTotal: Number(sum(lacking).toFixed(2)) } }
}
