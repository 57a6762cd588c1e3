import { sql } from 'drizzle-orm'
import { SYSTEM } from '../db/pool'
import { type Services, withinCompany } from '../platform/app'
import { type Ctx, rowsOf } from '../platform/context'
import { tableName } from '../platform/engine/columns'
import { find } from '../platform/engine/write'
import type { RecordOf, Resource } from '../platform/resource'

/** Works on a document of a company by its number alone, locked, in a transaction of its own: for what is done after the commit. Undefined where there is none. */
export async function withDocument<R extends Resource, T>(
  services: Services,
  resource: R,
  id: number,
  work: (ctx: Ctx, record: RecordOf<R>) => Promise<T>,
): Promise<T | undefined> {
  const [row] = await services.pool.read(SYSTEM, (db) =>
    rowsOf({ db }, sql`select empresa_id from ${tableName(resource)} where id = ${id}`),
  )
  if (!row) return undefined
  return withinCompany(services, Number(row.empresa_id), async (ctx) => {
    const record = await find(ctx, resource, id, { lock: true })
    return record && work(ctx, record)
  })
}
