import { type SQL, sql } from 'drizzle-orm'
import { keepProducts } from '../../estoque/product-lines'
import { type Ctx, rowsOf } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { intArray } from '../../platform/engine/query'
import type { Draft, Hooks, Row } from '../../platform/resource'

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

export const headHooks: Hooks = {
  prepare: (_ctx, drafts) => {
    for (const { before, values } of drafts) {
      const [from, to] = [text({ ...before, ...values }.dInicioPrevisto), text({ ...before, ...values }.dFimPrevisto)]
      if (from !== null && to !== null && to < from)
        throw invalid({ dFimPrevisto: ['O fim previsto é anterior ao início.'] })
    }
  },
}

export const itemHooks: Hooks = {
  prepare: async (ctx, drafts) => {
    await keepProducts(ctx, drafts)
    await forgetInsumos(ctx, drafts)
  },
  after: (ctx, records) =>
    drawInsumos(
      ctx,
      records.map((one) => Number(one.id)),
    ),
}

/** Goods that become another product draw other insumos. */
async function forgetInsumos(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const changed = drafts.filter(
    ({ before, values }) =>
      before && values.mercadoria_id !== undefined && values.mercadoria_id !== before.mercadoria_id,
  )
  if (changed.length === 0) return
  const ids = intArray(changed.map(({ before }) => Number(before?.id)))
  await ctx.db.execute(
    sql`delete from ordem_producao_mercadoria_insumo where ordem_producao_mercadoria_id = any (${ids}::int[])`,
  )
}

/** Goods without insumos take those of their composition; the planned quantities of all follow from the quantity made. */
export async function drawInsumos(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const chosen = intArray(ids)
  await ctx.db.execute(sql`
    insert into ordem_producao_mercadoria_insumo (ordem_producao_mercadoria_id, empresa_id, mercadoria_id, categoria, quantidade, "vCusto")
    select l.id, l.empresa_id, i.mercadoria_insumo_id, i.categoria,
      round(case when i."tpPerda" = 1 then i.quantidade * (1 + i."pPerda" / 100) else i.quantidade / (1 - i."pPerda" / 100) end, 6),
      coalesce(i."vCusto", nullif(s."vCustoMedio", 0), m.custo)
    from ordem_producao_mercadoria l
    join mercadoria_insumo i on i.mercadoria_id = l.mercadoria_id
    join mercadoria m on m.id = i.mercadoria_insumo_id
    left join mercadoria_saldo s on s.mercadoria_id = m.id and s.empresa_id = l.empresa_id
    where l.id = any (${chosen}::int[])
      and not exists (select 1 from ordem_producao_mercadoria_insumo x where x.ordem_producao_mercadoria_id = l.id)
    order by l.id, i.id`)
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
const plannedQuantity = ({ each, made, decimals }: Readonly<Record<'each' | 'made' | 'decimals', SQL>>): SQL =>
  sql`case when ${decimals} = 0 then ceil((${each} - 0.0000005) * ${made}) else round(${each} * ${made}, 4) end`

/** Fills the planned quantities of insumos that come without. */
async function planQuantities(ctx: Ctx, drafts: readonly Draft[], goods: Row): Promise<void> {
  if (drafts.length === 0) return
  const given = drafts.map(({ values }, at) => ({ at, id: values.mercadoria_id, each: values.quantidade }))
  const planned = plannedQuantity({
    each: sql`g.each`,
    made: sql`${String(goods.qTrib)}::numeric`,
    decimals: sql`u.decimal`,
  })
  const rows = await rowsOf(
    ctx,
    sql`select g.at, ${planned} as planned from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) g (at int, id int, each numeric)
        left join mercadoria m on m.id = g.id left join unidade u on u.id = m.unidade_id`,
  )
  for (const { at, planned: quantity } of rows)
    Object.assign(drafts[Number(at)]?.values ?? {}, { qPlanejada: quantity })
}

export const insumoHooks: Hooks = {
  prepare: async (ctx, drafts, parent) => {
    if (!parent || drafts.length === 0) return
    await planQuantities(
      ctx,
      drafts.filter(({ before, values }) => !before && values.qPlanejada === undefined),
      parent,
    )
  },
}
