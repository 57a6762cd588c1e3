import { sql } from 'drizzle-orm'
import { contasReceber } from './financeiro/registers'
import { mercadoria } from './estoque/mercadoria'
import { venda } from './comercial/venda/venda'
import { type App, type Services, withCtx } from './platform/app'
import { type Ctx, rowsOf } from './platform/context'
import { may } from './platform/rights'
import type { Row } from './platform/resource'

/** Days of the sales chart, today included. */
const DAYS = 30
const LOW_SHOWN = 10
/** Products below their minimum are counted up to here. */
const LOW_COUNTED = 1_000

/** `GET /api/painel`: the figures of the dashboard for the chosen company; one that the caller may not see is left out. */
export function mountPainel(app: App, services: Services): void {
  app.get('/api/painel', async (c) => c.json(await withCtx(services, c, 'read', painel)))
}

/** All figures, asked for together on one connection. */
export async function painel(ctx: Ctx): Promise<Row> {
  const [sales, stock, titles] = [
    may(ctx, venda, 'read'),
    may(ctx, mercadoria, 'read'),
    may(ctx, contasReceber, 'read'),
  ]
  const figures = await Promise.all([
    ...(sales ? [recentSales(ctx), salesToHandle(ctx)] : []),
    ...(stock ? [lowStock(ctx)] : []),
    ...(titles ? [openTitles(ctx)] : []),
  ])
  return Object.assign({}, ...figures)
}

const figure = (row: Row | undefined, name: string) => ({
  qtd: Number(row?.[`${name}_qtd`] ?? 0),
  vTotal: Number(row?.[`${name}_total`] ?? 0),
})

/** Sales that were not cancelled, by the day they were made; days without any are there too. */
async function recentSales(ctx: Ctx): Promise<Row> {
  const today = ctx.clock.today()
  const rows = await rowsOf(
    ctx,
    sql`select d.dia::date::text as dia, coalesce(s.qtd, 0)::int as qtd, coalesce(s.total, 0) as total
        from generate_series(${today}::date - ${DAYS - 1}::int, ${today}::date, interval '1 day') d (dia)
        left join (
          select criado_em::date as dia, count(*) as qtd, sum("vTotal") as total from venda
          where empresa_id = ${ctx.actor.empresa_id} and criado_em >= (${today}::date - ${DAYS - 1}::int)::timestamptz and "dhCancelamento" is null
          group by 1
        ) s on s.dia = d.dia::date order by d.dia`,
  )
  const last = rows.at(-1)
  return {
    vendas_hoje: { qtd: Number(last?.qtd ?? 0), vTotal: Number(last?.total ?? 0) },
    vendas_periodo: rows.map((row) => ({ dia: row.dia, vTotal: Number(row.total) })),
  }
}

/** Sales that wait: open ones to be dispatched, dispatched ones to be invoiced. Both are found by the status they are indexed by. */
async function salesToHandle(ctx: Ctx): Promise<Row> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*) filter (where status = 0)::int as expedir_qtd, sum("vTotal") filter (where status = 0) as expedir_total,
          count(*) filter (where status in (2, 3))::int as faturar_qtd, sum("vTotal") filter (where status in (2, 3)) as faturar_total
        from venda where empresa_id = ${ctx.actor.empresa_id} and status in (0, 2, 3)`,
  )
  return { vendas_expedir: figure(row, 'expedir'), vendas_faturar: figure(row, 'faturar') }
}

/** Products at or below their minimum in the chosen company, those that lack most first. */
async function lowStock(ctx: Ctx): Promise<Row> {
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

/** Open receivables: due from today on, and overdue. */
async function openTitles(ctx: Ctx): Promise<Row> {
  const today = ctx.clock.today()
  const [row] = await rowsOf(
    ctx,
    sql`select count(*) filter (where "dVencimento" >= ${today}::date)::int as vencer_qtd,
          sum("vSaldo") filter (where "dVencimento" >= ${today}::date) as vencer_total,
          count(*) filter (where "dVencimento" < ${today}::date)::int as vencido_qtd,
          sum("vSaldo") filter (where "dVencimento" < ${today}::date) as vencido_total
        from contas_receber where empresa_id = ${ctx.actor.empresa_id} and "vSaldo" > 0 and "dhCancelamento" is null`,
  )
  return { receber_vencer: figure(row, 'vencer'), receber_vencido: figure(row, 'vencido') }
}
