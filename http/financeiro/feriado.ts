import { sql } from 'drizzle-orm'
import type { CivilDate } from '../../core/br/civil-date'
import { feriadoFields } from '../../core/fields/financeiro/feriado'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import { resource } from '../platform/resource'

/** State and city holidays: days that what is due is moved over, beside the national ones. */
export const feriado = resource({
  name: 'feriado',
  paths: ['financeiro/feriado', 'feriado'],
  title: 'Feriado local',
  right: 'conta_caixa',
  open: true,
  company: 'optional',
  fields: feriadoFields,
  search: ['descricao'],
  display: ['descricao', 'dFeriado'],
  defaultOrder: 'dFeriado',
})

/** The local holidays of companies in a time, those that come every year on each of their days. */
export async function localHolidaysOf(
  ctx: Ctx,
  companies: readonly number[],
  from: CivilDate,
  to: CivilDate,
): Promise<ReadonlyMap<number, ReadonlySet<CivilDate>>> {
  if (companies.length === 0) return new Map()
  const rows = await rowsOf(
    ctx,
    sql`select e.id, array_agg(distinct d.dia::text) as dias from unnest(${intArray(companies)}::int[]) e(id)
        join feriado t on t.empresa_id is null or t.empresa_id = e.id cross join lateral (
          select t."dFeriado" as dia union all
          select (t."dFeriado" + (n || ' years')::interval)::date from generate_series(1, extract(year from ${to}::date)::int - extract(year from t."dFeriado")::int) n
          where t.anual) d
        where d.dia between ${from}::date and ${to}::date group by e.id`,
  )
  return new Map(rows.map(({ id, dias }) => [Number(id), new Set(Array.isArray(dias) ? dias.map(String) : [])]))
}

/** The local holidays of a company in a time. */
export const localHolidays = async (ctx: Ctx, empresa_id: number, from: CivilDate, to: CivilDate) =>
  (await localHolidaysOf(ctx, [empresa_id], from, to)).get(empresa_id) ?? NONE
const NONE: ReadonlySet<CivilDate> = new Set()
