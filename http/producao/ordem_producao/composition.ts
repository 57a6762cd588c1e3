import { type SQL, sql } from 'drizzle-orm'
import { inForce, WITH_LOSS } from '../../estoque/mercadoria-insumo'
import type { Ctx } from '../../platform/context'
import { intArray } from '../../platform/engine/query'

/** What goods draw by their composition, and by what was chosen for the line of a sale that they are for. */

/** What the characteristics of the line of a sale that goods `l` are made for draw. */
const CHOSEN = sql`venda_mercadoria_crt c join venda_mercadoria_crt_insumo x on x.venda_mercadoria_crt_id = c.id where c.venda_mercadoria_id = l.venda_mercadoria_id`

/**
 * Goods without insumos take those of their composition, and what the characteristics of their line of a sale draw: instead of the composition where
 * that draws the same, or what they are said to stand for. The planned quantities of all follow from the quantity made. */
export async function drawInsumos(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const chosen = intArray(ids)
  // The version of the day on which the order is to begin.
  const current = inForce('i', sql`coalesce(o."dInicioPrevisto", ${ctx.clock.today()}::date)`)
  const bare = sql`not exists (select 1 from ordem_producao_mercadoria_insumo z where z.ordem_producao_mercadoria_id = l.id)`
  await ctx.db.execute(sql`
    with drawn as (insert into ordem_producao_mercadoria_insumo (ordem_producao_mercadoria_id, empresa_id, mercadoria_id, categoria, quantidade, "vCusto")
    select n.goods, n.empresa_id, n.mercadoria_id, n.categoria, n.quantidade, n.custo from (
      select l.id as goods, l.empresa_id, i.mercadoria_insumo_id as mercadoria_id, i.categoria,
        ${WITH_LOSS} as quantidade,
        coalesce(i."vCusto", nullif(s."vCustoMedio", 0), m.custo) as custo, 0 as chosen, i.id as place
      from ordem_producao_mercadoria l join ordem_producao o on o.id = l.ordem_producao_id
      join mercadoria_insumo i on i.mercadoria_id = l.mercadoria_id and ${current}
      join mercadoria m on m.id = i.mercadoria_insumo_id
      left join mercadoria_saldo s on s.mercadoria_id = m.id and s.empresa_id = l.empresa_id
      where l.id = any (${chosen}::int[]) and ${bare}
        and not exists (select 1 from ${CHOSEN} and i.mercadoria_insumo_id in (x.mercadoria_id, x.no_lugar_de_id))
      union all
      select l.id, l.empresa_id, x.mercadoria_id, 1, sum(x.quantidade), max(x."vCusto"), 1, min(x.id)
      from ordem_producao_mercadoria l, lateral (select x.* from ${CHOSEN}) x where l.id = any (${chosen}::int[]) and ${bare}
      group by l.id, x.mercadoria_id) n
    order by n.goods, n.chosen, n.place returning id, empresa_id, ordem_producao_mercadoria_id, mercadoria_id)
    insert into op_insumo_substituto (ordem_producao_mercadoria_insumo_id, empresa_id, mercadoria_id, fator, n_ordem)
    select d.id, d.empresa_id, s.mercadoria_id, s.fator, s.n_ordem from drawn d
    join ordem_producao_mercadoria l on l.id = d.ordem_producao_mercadoria_id join ordem_producao o on o.id = l.ordem_producao_id
    join mercadoria_insumo i on i.mercadoria_id = l.mercadoria_id and i.mercadoria_insumo_id = d.mercadoria_id and ${current}
    join mercadoria_insumo_substituto s on s.mercadoria_insumo_id = i.id order by d.id, s.n_ordem, s.id`)
  const planned = plannedQuantity({ each: sql`x.quantidade`, made: sql`l."qTrib"`, decimals: sql`u.decimal` })
  await ctx.db.execute(sql`
    update ordem_producao_mercadoria_insumo x set "qPlanejada" = ${planned}
    from ordem_producao_mercadoria l, mercadoria m left join unidade u on u.id = m.unidade_id
    where x.ordem_producao_mercadoria_id = l.id and m.id = x.mercadoria_id and l.id = any (${chosen}::int[])`)
}

/**
 * What goods draw of an insumo, to 4 decimals; in a unit without decimals whole and rounded up. The quantity for one, rounded to 6 decimals
 * itself, is taken half a last decimal lower there: three times 1.666667 is five, not six.
 */
export const plannedQuantity = ({ each, made, decimals }: Readonly<Record<'each' | 'made' | 'decimals', SQL>>): SQL =>
  sql`case when ${decimals} = 0 then ceil((${each} - 0.0000005) * ${made}) else round(${each} * ${made}, 4) end`
