import { sql } from 'drizzle-orm'
import { entradaLife } from '../../core/lifecycle/entrada'
import { inStates } from '../platform/in-states'
import { type Ctx, rowsOf } from '../platform/context'
import type { Row } from '../platform/resource'
import { figure } from '../painel/figure'
import { mayKnowCosts } from './costs'

const LOW_SHOWN = 10
/** Products below their minimum are counted up to here. */
const LOW_COUNTED = 1_000

/** Products at or below their minimum in the chosen company, those that lack most first. */
export async function lowStock(ctx: Ctx): Promise<Row> {
  const rows = await rowsOf(
    ctx,
    sql`select l.*, m."xProd", u.un from (
          select f.*, count(*) over ()::int as qtd from (
            select m.id, m.q_minimo, coalesce(s.q_total - s.q_reservado, 0) as q_disp
            from mercadoria m left join mercadoria_saldo s on s.mercadoria_id = m.id and s.empresa_id = ${ctx.actor.empresa_id}
            where m.q_minimo > 0 and m.ativo and coalesce(s.q_total, 0) <= m.q_minimo
            limit ${LOW_COUNTED}
          ) f order by f.q_disp / f.q_minimo, f.id limit ${LOW_SHOWN}
        ) l join mercadoria m on m.id = l.id left join unidade u on u.id = m.unidade_id order by l.q_disp / l.q_minimo, l.id`,
  )
  const itens = rows.map(({ id, xProd, q_disp, q_minimo, un }) => ({
    id,
    xProd,
    q_disp: Number(q_disp),
    q_minimo: Number(q_minimo),
    un,
  }))
  return { estoque_baixo: { qtd: Number(rows[0]?.qtd ?? 0), itens } }
}

/** What lies in stock at average cost, and in how many products. */
export async function stockValue(ctx: Ctx): Promise<Row> {
  if (!mayKnowCosts(ctx)) return {}
  const [row] = await rowsOf(
    ctx,
    sql`select count(*)::int as valor_qtd, sum("vTotal") as valor_total from mercadoria_saldo where empresa_id = ${ctx.actor.empresa_id} and q_total > 0`,
  )
  return { estoque_valor: figure(row, 'valor') }
}

/** Entries that are not finalised. */
export async function openEntries(ctx: Ctx): Promise<Row> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*)::int as abertas_qtd, sum("vTotal") as abertas_total from entrada where empresa_id = ${ctx.actor.empresa_id} and ${inStates(entradaLife, ['aberta'])}`,
  )
  return { entradas_abertas: figure(row, 'abertas') }
}
