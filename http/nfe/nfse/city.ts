import { sql } from 'drizzle-orm'
import { nfseSistemaFields } from '../../../core/fields/nfse/municipal'
import { type Ctx, rowsOf } from '../../platform/context'
import { type RecordOf, resource } from '../../platform/resource'
import { typed } from '../../platform/engine/write'

/** Cities that make notes of services by a system of their own. Of all companies together, with the addresses that their signed notes go to: for administrators. */
export const nfseSistema = resource({
  name: 'nfse_sistema',
  paths: ['nfse/sistema'],
  title: 'Sistema de NFS-e do município',
  right: 'nfse',
  adminOnly: true,
  company: 'none',
  fields: nfseSistemaFields,
  search: [],
  display: ['cMun', 'metodo'],
  unique: [['cMun']],
})

export type City = RecordOf<typeof nfseSistema>

/** A city's own system; undefined where its notes are the national system's. */
export async function cityOf(ctx: Pick<Ctx, 'db'>, cMun: string): Promise<City | undefined> {
  const [row] = await rowsOf(ctx, sql`select * from nfse_sistema where "cMun" = ${Number(cMun || 0)}`)
  return row && typed(nfseSistema, row)
}

/** Where a city's service is, in an environment; null where nobody said. */
export const addressOf = (city: City, tpAmb: string): string | null =>
  tpAmb === '1' ? city.url_producao : city.url_homologacao
