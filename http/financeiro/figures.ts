import { type SQL, sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import type { Row } from '../platform/resource'
import { figure } from '../painel/figure'
import { lateCustomers } from './cobranca/late'
import { undepositedCards } from './conciliacao/open'

/** Days ahead that the cash chart looks, today included. */
const AHEAD = 14

const TABLES = { receber: 'contas_receber', pagar: 'contas_pagar' } as const

/** Open titles (`t`) of the chosen company, by the index that holds them alone. */
const open = (ctx: Ctx, kind: keyof typeof TABLES): SQL =>
  sql`${sql.identifier(TABLES[kind])} t where t.empresa_id = ${ctx.actor.empresa_id} and t."vSaldo" > 0 and t."dhCancelamento" is null`

/** Days in arrears of each bracket, youngest first; the lists have a view for each. */
const BRACKETS = [
  ['Vencidas até 30 dias', 1, 30],
  ['Vencidas de 31 a 60 dias', 31, 60],
  ['Vencidas de 61 a 90 dias', 61, 90],
  ['Vencidas há mais de 90 dias', 91, null],
] as const

/** Open receivables or payables: due from today on, overdue, and how long they are. */
export async function openTitles(ctx: Ctx, kind: keyof typeof TABLES): Promise<Row> {
  const today = ctx.clock.today()
  const brackets = BRACKETS.map(([, from, to], at) => {
    const late = sql`${today}::date - t."dVencimento"`
    const within = to === null ? sql`${late} >= ${from}::int` : sql`${late} between ${from}::int and ${to}::int`
    return sql`count(*) filter (where ${within})::int as ${sql.identifier(`f${at}_qtd`)}, sum(t."vSaldo") filter (where ${within}) as ${sql.identifier(`f${at}_total`)}`
  })
  const [row] = await rowsOf(
    ctx,
    sql`select count(*) filter (where t."dVencimento" >= ${today}::date)::int as vencer_qtd,
          sum(t."vSaldo") filter (where t."dVencimento" >= ${today}::date) as vencer_total,
          count(*) filter (where t."dVencimento" = ${today}::date)::int as hoje_qtd,
          sum(t."vSaldo") filter (where t."dVencimento" = ${today}::date) as hoje_total,
          count(*) filter (where t."dVencimento" < ${today}::date)::int as vencido_qtd,
          sum(t."vSaldo") filter (where t."dVencimento" < ${today}::date) as vencido_total, ${sql.join(brackets, sql`, `)}
        from ${open(ctx, kind)}`,
  )
  return {
    [`${kind}_vencer`]: figure(row, 'vencer'),
    [`${kind}_hoje`]: figure(row, 'hoje'),
    [`${kind}_vencido`]: figure(row, 'vencido'),
    [`${kind}_faixas`]: BRACKETS.map(([nome, de, ate], at) => ({ nome, de, ate, ...figure(row, `f${at}`) })),
  }
}

/** What comes in and goes out on each of the next days, by due date. */
export async function cashAhead(ctx: Ctx): Promise<Row> {
  const today = ctx.clock.today()
  const side = (kind: keyof typeof TABLES) =>
    sql`select t."dVencimento" as dia, ${kind === 'receber' ? sql`t."vSaldo"` : sql`0`} as entra, ${kind === 'pagar' ? sql`t."vSaldo"` : sql`0`} as sai
        from ${open(ctx, kind)} and t."dVencimento" between ${today}::date and ${today}::date + ${AHEAD - 1}::int`
  const rows = await rowsOf(
    ctx,
    sql`select d.dia::date::text as dia, coalesce(sum(f.entra), 0) as entra, coalesce(sum(f.sai), 0) as sai
        from generate_series(${today}::date, ${today}::date + ${AHEAD - 1}::int, interval '1 day') d (dia)
        left join (${side('receber')} union all ${side('pagar')}) f on f.dia = d.dia::date group by 1 order by 1`,
  )
  return { caixa: rows.map(({ dia, entra, sai }) => ({ dia, entra: Number(entra), sai: Number(sai) })) }
}

/** Customers that the dashboard names. */
const NAMED = 5

/** Customers whose turn it is to be collected from, those who owe most by name with what is done next. */
export async function toCollect(ctx: Ctx): Promise<Row> {
  const { data, vez } = await lateCustomers(ctx, NAMED)
  return { cobrar: vez, cobrar_quem: data.slice(0, Math.min(vez.qtd, NAMED)) }
}

/** Lines of statements that wait for what they are of. */
export async function unmatched(ctx: Ctx): Promise<Row> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*)::int as linhas_qtd, sum(abs(l.amount - l."vConciliado")) as linhas_total from extrato_banco l where l.empresa_id = ${ctx.actor.empresa_id} and l.status = 0`,
  )
  return { extrato_conciliar: figure(row, 'linhas') }
}

/** What acquirers say that they paid and no line of the bank has. */
export async function undeposited(ctx: Ctx): Promise<Row> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*)::int as n_qtd, sum(r.valor) as n_total from (${undepositedCards(sql`= ${ctx.actor.empresa_id}`, ctx.clock.today())}) r`,
  )
  return { cartoes_deposito: figure(row, 'n') }
}
