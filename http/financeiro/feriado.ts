import { sql } from 'drizzle-orm'
import type { CivilDate } from '../../core/br/civil-date'
import { feriadoFields } from '../../core/fields/financeiro/feriado'
import { type Ctx, rowsOf } from '../platform/context'
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

/** The local holidays of a company in a time, those that come every year on each of their days. */
export async function localHolidays(
  ctx: Ctx,
  empresa_id: number,
  from: CivilDate,
  to: CivilDate,
): Promise<ReadonlySet<CivilDate>> {
  const rows = await rowsOf(
    ctx,
    sql`select distinct d.dia::text as dia from feriado t cross join lateral (
          select t."dFeriado" as dia union all
          select (t."dFeriado" + (n || ' years')::interval)::date from generate_series(1, extract(year from ${to}::date)::int - extract(year from t."dFeriado")::int) n
          where t.anual) d
        where (t.empresa_id is null or t.empresa_id = ${empresa_id}) and d.dia between ${from}::date and ${to}::date`,
  )
  return new Set(rows.map(({ dia }) => String(dia)))
}
