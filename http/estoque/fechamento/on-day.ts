import { type SQL, sql } from 'drizzle-orm'

/**
 * What a company had of each product at the end of a day, as SQL with `mercadoria_id`, `quantidade` and `vTotal`: what there is now, less what has moved since.
 * `day` is a day of the company's time zone.
 */
export const stockOn = (empresa_id: number, day: string): SQL => sql`
  select s.mercadoria_id, s.q_total - coalesce(x.q, 0) as quantidade, s."vTotal" - coalesce(x.v, 0) as "vTotal" from mercadoria_saldo s
  left join (select m.mercadoria_id, sum(m."qTrib") as q, sum(m."vCusto") as v from movimento_estoque m
    where m.empresa_id = ${empresa_id} and m.criado_em >= (${day}::date + 1)::timestamptz group by 1) x on x.mercadoria_id = s.mercadoria_id
  where s.empresa_id = ${empresa_id}`
