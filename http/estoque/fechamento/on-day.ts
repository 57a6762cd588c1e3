import { type SQL, sql } from 'drizzle-orm'

/**
 * What a company had of each product at the end of a day, as SQL with `mercadoria_id`, `quantidade` and `vTotal`: what there is now, less what has moved since; or, where a finalised closing is of a
 * day that is nearer, what that one lists, with what moved between the two. So a day long past costs no more than the time between closings. `day` is a day of the company's time zone.
 */
export const stockOn = (empresa_id: number, day: string): SQL => sql`
  with span as materialized (${span(empresa_id, day)})
  select s.mercadoria_id, case when x.fechamento_id is null then s.q_total else coalesce(i.quantidade, 0) end + x.sinal * coalesce(m.q, 0) as quantidade,
    case when x.fechamento_id is null then s."vTotal" else coalesce(i."vTotal", 0) end + x.sinal * coalesce(m.v, 0) as "vTotal"
  from span x, mercadoria_saldo s
  left join mercadoria_fechamento_item i on i.mercadoria_fechamento_id = (select fechamento_id from span) and i.mercadoria_id = s.mercadoria_id
  left join (select m.mercadoria_id, sum(m."qTrib") as q, sum(m."vCusto") as v from movimento_estoque m
    where m.empresa_id = ${empresa_id} and m.criado_em >= (select de from span) and m.criado_em < (select ate from span) group by 1) m on m.mercadoria_id = s.mercadoria_id
  where s.empresa_id = ${empresa_id}`

/**
 * From when to when movements are read, whether they are added or taken away, and of what: a closing, or null for what there is now, which the last movement left. A closing counts from an hour after its day on: what was begun on
 * that day has ended then, and is in it.
 */
const span = (empresa_id: number, day: string): SQL => sql`
  select fechamento_id, de, ate, sinal from (
    select f.id as fechamento_id, least(f."dhAte", d.fim) as de, greatest(f."dhAte", d.fim) as ate, case when f."dhAte" > d.fim then -1 else 1 end as sinal
    from mercadoria_fechamento f, (select (${day}::date + 1)::timestamptz as fim) d
    where f.empresa_id = ${empresa_id} and f.status = 4 and f."dhFinalizacao" > f."dhAte" + interval '1 hour'
    union all select null, d.fim, 'infinity', -1 from (select (${day}::date + 1)::timestamptz as fim) d) x
  order by least(ate, greatest((select max(criado_em) from movimento_estoque where empresa_id = ${empresa_id}), de)) - de, fechamento_id nulls first limit 1`
