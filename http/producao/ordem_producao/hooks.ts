import { type SQL, sql } from 'drizzle-orm'
import { keepProducts } from '../../estoque/product-lines'
import { type Ctx, rowsOf } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { intArray } from '../../platform/engine/query'
import { type Draft, type Hooks, refuseRows, type Row } from '../../platform/resource'

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
  prepare: async (ctx, drafts, parent) => {
    await keepProducts(ctx, drafts)
    await takeSaleLines(ctx, drafts, parent)
    await forgetInsumos(ctx, drafts)
  },
  after: (ctx, records) =>
    drawInsumos(
      ctx,
      records.map((one) => Number(one.id)),
    ),
}

/** The line of a sale that goods are made for: of the order's sale and of the same product; where the sale has one such line, that is it. */
async function takeSaleLines(ctx: Ctx, drafts: readonly Draft[], order: Row | undefined): Promise<void> {
  const asked = drafts.filter(({ before, values }) => !before || values.venda_mercadoria_id || values.mercadoria_id)
  const wholes = asked.map((draft) => ({ draft, whole: { ...draft.before, ...draft.values } }))
  const [sale, ids] = [Number(order?.venda_id ?? 0), wholes.map(({ whole }) => Number(whole.venda_mercadoria_id ?? 0))]
  if (asked.length === 0 || (sale === 0 && ids.every((id) => id === 0))) return
  const rows = await rowsOf(
    ctx,
    sql`select l.id, l.venda_id, l.mercadoria_id from venda_mercadoria l
        where (l.venda_id = ${sale} or l.id = any (${intArray(ids)}::int[])) and l.empresa_id = ${Number(order?.empresa_id)}`,
  )
  refuseRows(asked, (draft) => {
    const whole = { ...draft.before, ...draft.values }
    const own = rows.filter((row) => row.mercadoria_id === whole.mercadoria_id && (sale === 0 || row.venda_id === sale))
    if (whole.venda_mercadoria_id === null || whole.venda_mercadoria_id === undefined) {
      if (!draft.before && own.length === 1) draft.values.venda_mercadoria_id = own[0]?.id
      return undefined
    }
    return own.some((row) => row.id === whole.venda_mercadoria_id)
      ? undefined
      : { venda_mercadoria_id: 'Este item não é desta mercadoria, na venda da ordem.' }
  })
}

/** Goods that become another product, or are made for another line of a sale, draw other insumos. */
async function forgetInsumos(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const changed = drafts.filter(
    ({ before, values }) =>
      before &&
      ['mercadoria_id', 'venda_mercadoria_id'].some(
        (name) => values[name] !== undefined && values[name] !== before[name],
      ),
  )
  if (changed.length === 0) return
  const ids = intArray(changed.map(({ before }) => Number(before?.id)))
  await ctx.db.execute(
    sql`delete from ordem_producao_mercadoria_insumo where ordem_producao_mercadoria_id = any (${ids}::int[])`,
  )
}

/** What the characteristics of the line of a sale that goods `l` are made for draw. */
const CHOSEN = sql`venda_mercadoria_crt c join venda_mercadoria_crt_insumo x on x.venda_mercadoria_crt_id = c.id where c.venda_mercadoria_id = l.venda_mercadoria_id`

/**
 * Goods without insumos take those of their composition, and what the characteristics of their line of a sale draw: instead of the composition where
 * that draws the same, or what they are said to stand for. The planned quantities of all follow from the quantity made. */
export async function drawInsumos(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const chosen = intArray(ids)
  const bare = sql`not exists (select 1 from ordem_producao_mercadoria_insumo z where z.ordem_producao_mercadoria_id = l.id)`
  await ctx.db.execute(sql`
    insert into ordem_producao_mercadoria_insumo (ordem_producao_mercadoria_id, empresa_id, mercadoria_id, categoria, quantidade, "vCusto")
    select n.goods, n.empresa_id, n.mercadoria_id, n.categoria, n.quantidade, n.custo from (
      select l.id as goods, l.empresa_id, i.mercadoria_insumo_id as mercadoria_id, i.categoria,
        round(case when i."tpPerda" = 1 then i.quantidade * (1 + i."pPerda" / 100) else i.quantidade / (1 - i."pPerda" / 100) end, 6) as quantidade,
        coalesce(i."vCusto", nullif(s."vCustoMedio", 0), m.custo) as custo, 0 as chosen, i.id as place
      from ordem_producao_mercadoria l
      join mercadoria_insumo i on i.mercadoria_id = l.mercadoria_id
      join mercadoria m on m.id = i.mercadoria_insumo_id
      left join mercadoria_saldo s on s.mercadoria_id = m.id and s.empresa_id = l.empresa_id
      where l.id = any (${chosen}::int[]) and ${bare}
        and not exists (select 1 from ${CHOSEN} and i.mercadoria_insumo_id in (x.mercadoria_id, x.no_lugar_de_id))
      union all
      select l.id, l.empresa_id, x.mercadoria_id, 1, sum(x.quantidade), max(x."vCusto"), 1, min(x.id)
      from ordem_producao_mercadoria l, lateral (select x.* from ${CHOSEN}) x where l.id = any (${chosen}::int[]) and ${bare}
      group by l.id, x.mercadoria_id) n
    order by n.goods, n.chosen, n.place`)
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
