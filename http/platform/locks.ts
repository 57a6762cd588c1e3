import { sql } from 'drizzle-orm'
import type { rowsOf } from './context'

export type Database = Parameters<typeof rowsOf>[0]['db']

/** Any number, that locks of names are taken under. */
const NAME_LOCKS = 727_786_003

/** Makes work that names the same wait for one another, until the transaction ends: always in one order, so without a deadlock. */
export async function lockNames(db: Database, names: readonly string[]): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(${NAME_LOCKS}, h) from (
          select distinct hashtext(n) as h from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) n order by h) o`,
  )
}
