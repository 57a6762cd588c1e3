import { type SQL, sql } from 'drizzle-orm'

/** Which particularities vehicles must have to bring a sale `s`: those that its customer asks for, and those of its products. */
const ASKED = sql`
  select p.particularidade_id from particularidade_do_cliente p where p.cliente_id = s.cliente_id
  union select w.particularidade_id from venda_mercadoria l join mercadoria w on w.id = l.mercadoria_id
    where l.venda_id = s.id and w.particularidade_id is not null`

/** What a sale `s` asks of its vehicle, as ids `[3, 7]`; null where it asks for nothing. */
export const SALE_NEEDS = sql`(select json_agg(asked.particularidade_id order by asked.particularidade_id) from (${ASKED}) asked)`

/** One column of the particularities that a delivery `e` of a plan asks for, as a list; those that are no longer kept are left out. Null where it asks for nothing. */
export const planNeeds = (column: 'id' | 'descricao'): SQL => sql`
  case when e.particularidades is not null then
    (select json_agg(k.${sql.raw(column)} order by k.descricao) from veiculo_particularidade k where e.particularidades @> to_jsonb(k.id)) end`

/**
 * What a stop of a delivery route asks of its vehicle, and whether the vehicle has it: `[{"descricao": "Munck", "tem": true}]`, null for nothing. Over
 * `STOP_SOURCES`: what its plan names, else what the sale asks for.
 */
export const STOP_NEEDS = sql`(
  select json_agg(json_build_object('descricao', k.descricao, 'tem',
      exists (select 1 from particularidade_do_veiculo h where h.veiculo_id = r.veiculo_id and h.particularidade_id = k.id)) order by k.descricao)
  from veiculo_particularidade k
  where case when e.id is null then k.id in (${ASKED}) else coalesce(e.particularidades @> to_jsonb(k.id), false) end)`
