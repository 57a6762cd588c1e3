import { type SQL, sql } from 'drizzle-orm'

/** Joins to a customer `c` the hours in which it receives on a day, as `week`: `hours`, and `received` (false: not on that day of the week; null: no hours are set). The customer's own, else its category's. */
export const receptionOn = (day: SQL): SQL => sql`
  left join lateral (
    select json_agg(json_build_array(j.hora_inicio, j.hora_fim) order by j.hora_inicio) filter (where j.dia_semana = extract(dow from ${day}::date)) as hours,
      bool_or(j.dia_semana = extract(dow from ${day}::date)) as received
    from janela_horario j
    where (j.model_type, j.model_id) = (
      select one.model_type, one.model_id from janela_horario one
      where (one.model_type = 'cliente' and one.model_id = c.id) or (one.model_type = 'cliente_categoria' and one.model_id = c.categoria_id)
      order by one.model_type limit 1)) week on true`

/** The hours in which a customer `c` receives on a day, `[["08:00","12:00"]]`: null when none are set at all, `[]` when not on that day. */
export const hoursOn = (day: SQL): SQL => sql`(
  select case when week.received is not null then coalesce(week.hours, '[]'::json) end from (select 1) one ${receptionOn(day)})`

/** What a stop `t` of a delivery route is to know of its sale `s` and customer `c`: the hours that its plan names (`e`), else the customer's (`week`). */
export const STOP_SOURCES = sql`
  from rota r join venda s on s.id = t.venda_id join cliente c on c.id = s.cliente_id
  left join roteirizacao_entrega e on e.roteirizacao_id = r.roteirizacao_id and e.venda_id = s.id
  ${receptionOn(sql`r."dRota"`)} where r.id = t.rota_id`
/** The hours of a delivery `e` in a `week`: null is all day, an empty list not on that day. */
export const STOP_HOURS = sql`coalesce(e.janelas, week.hours::jsonb, case when week.received = false then '[]'::jsonb end)`
