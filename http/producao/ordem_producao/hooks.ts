import { sql } from 'drizzle-orm'
import { AT_FINISH, FOR_A_SALE } from '../../../core/fields/producao/ordem-producao'
import { BACKWARDS } from '../../../core/production/board'
import { keepProducts } from '../../estoque/product-lines'
import { type Ctx, rowsOf } from '../../platform/context'
import { drawInsumos } from './composition'
import { invalid } from '../../platform/errors'
import { intArray } from '../../platform/engine/query'
import { type Draft, type Hooks, refuseRows, type Row } from '../../platform/resource'

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

export const headHooks: Hooks = {
  prepare: async (ctx, drafts) => {
    for (const { before, values } of drafts) if ({ ...before, ...values }.venda_id) values.tipo = FOR_A_SALE
    await fillDefaults(ctx, drafts)
    for (const { before, values } of drafts) {
      const [from, to] = [text({ ...before, ...values }.dInicioPrevisto), text({ ...before, ...values }.dFimPrevisto)]
      if (from !== null && to !== null && to < from) throw invalid({ dFimPrevisto: [BACKWARDS] })
    }
  },
}

/** What an order does not say is as its company usually does it. */
async function fillDefaults(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const fresh = drafts.filter(({ before }) => !before).map(({ values }) => values)
  const companies = await rowsOf(
    ctx,
    sql`select id, "tpBaixaOpPadrao", "tipoOpPadrao" from empresa where id = any (${intArray(fresh.map(({ empresa_id }) => Number(empresa_id)))}::int[])`,
  )
  for (const values of fresh) {
    const company = companies.find(({ id }) => id === values.empresa_id)
    values.tpBaixa ??= company?.tpBaixaOpPadrao ?? AT_FINISH
    values.tipo ??= company?.tipoOpPadrao ?? 0
  }
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
