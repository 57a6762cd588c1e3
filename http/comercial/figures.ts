import { sql } from 'drizzle-orm'
import { orcamentoLife } from '../../core/lifecycle/orcamento'
import { vendaLife } from '../../core/lifecycle/venda'
import { inStates } from '../platform/in-states'
import { type Ctx, rowsOf } from '../platform/context'
import type { Row } from '../platform/resource'
import { figure } from '../painel/figure'

/** Days of the sales chart, today included; as many before them are compared with. */
export const DAYS = 30
const SELLERS = 6

interface Day {
  readonly dia: string
  readonly qtd: number
  readonly vTotal: number
}

const daysOf = (value: unknown): readonly Day[] => (Array.isArray(value) ? value : [])

/**
 * Sales that were not cancelled: by the day they were made (days without any are there too), the sum of as many days before, and who
 * sold most. One pass over an index that holds all of it.
 */
export async function recentSales(ctx: Ctx): Promise<Row> {
  const today = ctx.clock.today()
  const [row] = await rowsOf(
    ctx,
    sql`with s as materialized (
          select criado_em::date as dia, vendedor_id, count(*)::int as qtd, sum("vTotal") as total from venda
          where empresa_id = ${ctx.actor.empresa_id} and criado_em >= (${today}::date - ${2 * DAYS - 1}::int)::timestamptz and "dhCancelamento" is null
          group by 1, 2
        ), recent as (select * from s where dia > ${today}::date - ${DAYS}::int)
        select (select json_agg(json_build_object('dia', d.dia::date::text, 'qtd', coalesce(g.qtd, 0), 'vTotal', coalesce(g.total, 0)) order by d.dia)
                from generate_series(${today}::date - ${DAYS - 1}::int, ${today}::date, interval '1 day') d (dia)
                left join (select dia, sum(qtd)::int as qtd, sum(total) as total from recent group by dia) g on g.dia = d.dia::date) as dias,
          c.*, case when c.antes > 0 then round(100 * (c.total - c.antes) / c.antes, 1) end as variacao,
          (select json_agg(json_build_object('id', t.vendedor_id, 'nome', t.nome, 'qtd', t.qtd, 'vTotal', t.total) order by t.total desc, t.vendedor_id)
           from (select r.vendedor_id, coalesce(p."xNome", 'Sem vendedor') as nome, sum(r.qtd)::int as qtd, sum(r.total) as total
                 from recent r left join vendedor p on p.id = r.vendedor_id group by 1, 2 order by 4 desc, 1 limit ${SELLERS}) t) as vendedores
        from (select coalesce(sum(qtd) filter (where dia > ${today}::date - ${DAYS}::int), 0)::int as qtd,
                coalesce(sum(total) filter (where dia > ${today}::date - ${DAYS}::int), 0) as total,
                coalesce(sum(total) filter (where dia <= ${today}::date - ${DAYS}::int), 0) as antes from s) c`,
  )
  const days = daysOf(row?.dias)
  const last = days.at(-1)
  return {
    vendas_hoje: { qtd: Number(last?.qtd ?? 0), vTotal: Number(last?.vTotal ?? 0) },
    vendas_periodo: days.map(({ dia, vTotal }) => ({ dia, vTotal: Number(vTotal) })),
    vendas_30dias: {
      qtd: Number(row?.qtd ?? 0),
      vTotal: Number(row?.total ?? 0),
      antes: Number(row?.antes ?? 0),
      // In percent of the days before; null where nothing was sold then.
      variacao: row?.variacao === null || row?.variacao === undefined ? null : Number(row.variacao),
    },
    vendas_vendedores: Array.isArray(row?.vendedores) ? row.vendedores : [],
  }
}

/** Sales that wait: open ones to be dispatched, blocked ones, dispatched ones to be invoiced, by the status they are indexed by. */
export async function salesToHandle(ctx: Ctx): Promise<Row> {
  const [open, blocked] = [inStates(vendaLife, ['aberta']), inStates(vendaLife, ['bloqueada'])]
  const dispatched = inStates(vendaLife, ['fechada', 'conferida'])
  const [row] = await rowsOf(
    ctx,
    sql`select count(*) filter (where ${open})::int as expedir_qtd, sum("vTotal") filter (where ${open}) as expedir_total,
          count(*) filter (where ${blocked})::int as bloqueadas_qtd, sum("vTotal") filter (where ${blocked}) as bloqueadas_total,
          count(*) filter (where ${dispatched})::int as faturar_qtd, sum("vTotal") filter (where ${dispatched}) as faturar_total
        from venda where empresa_id = ${ctx.actor.empresa_id} and ${inStates(vendaLife, ['aberta', 'bloqueada', 'fechada', 'conferida'])}`,
  )
  return {
    vendas_expedir: figure(row, 'expedir'),
    vendas_bloqueadas: figure(row, 'bloqueadas'),
    vendas_faturar: figure(row, 'faturar'),
  }
}

/** What the caller sold, when the caller is one of the sellers: today and in the days of the chart. */
export async function mySales(ctx: Ctx): Promise<Row> {
  const today = ctx.clock.today()
  const [row] = await rowsOf(
    ctx,
    sql`select count(distinct p.id)::int as vendedor, count(v.id) filter (where v.criado_em >= ${today}::date::timestamptz)::int as hoje_qtd,
          sum(v."vTotal") filter (where v.criado_em >= ${today}::date::timestamptz) as hoje_total, count(v.id)::int as mes_qtd, sum(v."vTotal") as mes_total
        from vendedor p left join venda v on v.vendedor_id = p.id and v.empresa_id = ${ctx.actor.empresa_id} and v."dhCancelamento" is null
          and v.criado_em >= (${today}::date - ${DAYS - 1}::int)::timestamptz
        where p.user_id = ${ctx.actor.id}`,
  )
  if (Number(row?.vendedor ?? 0) === 0) return {}
  return { minhas_hoje: figure(row, 'hoje'), minhas_periodo: figure(row, 'mes') }
}

/** Quotes that the customer has still to answer. */
export async function openQuotes(ctx: Ctx): Promise<Row> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*)::int as abertos_qtd, sum("vTotal") as abertos_total from orcamento where empresa_id = ${ctx.actor.empresa_id} and ${inStates(orcamentoLife, ['aberto'])}`,
  )
  return { orcamentos_abertos: figure(row, 'abertos') }
}
