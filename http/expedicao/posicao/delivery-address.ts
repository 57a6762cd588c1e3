import { sql } from 'drizzle-orm'

/** Joins to a sale `s` its customer `c`, the address of delivery `d` (the sale's own, else the customer's usual one) and the town `m`. */
export const ADDRESS_JOIN = sql`
  join cliente c on c.id = s.cliente_id
  left join lateral (
    select e.* from cliente_endereco e where e.cliente_id = c.id and (e.id = s.endereco_id or (s.endereco_id is null and e.padrao))
    order by e.id limit 1) d on true
  left join municipio m on m.id = case when d.id is null then c."cMun" else d."cMun" end`

/** Where the sale goes: one address whole, never parts of two. */
export const ADDRESS_COLUMNS = sql`
  case when d.id is null then c."CEP" else d."CEP" end as "CEP", case when d.id is null then c."xLgr" else d."xLgr" end as "xLgr",
  case when d.id is null then c.nro else d.nro end as nro, case when d.id is null then c."xBairro" else d."xBairro" end as "xBairro",
  case when d.id is null then c."UF" else d."UF" end as "UF", case when d.id is null then c."cMun" else d."cMun" end as "cMun", m."xMun"`
