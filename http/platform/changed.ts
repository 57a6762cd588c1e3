import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { intArray } from './engine/query'
import type { Database } from './locks'
import { resourceNamed, type Resource, type Row } from './resource'

/** What server processes tell each other on. */
export const CHANGED = 'prumo_changed'

const Notice = v.object({
  resource: v.string(),
  id: v.number(),
  /** The company that the record belongs to; null where it belongs to all. */
  empresa_id: v.nullable(v.number()),
})

/** A record that changed: no more than this is told of it. */
export type Changed = v.InferOutput<typeof Notice>

/** Tells every server process, once the transaction commits, that a record changed. Of one that is gone, `gone` is what it was. */
export async function tellChanged(db: Database, resource: Resource, id: number, gone?: Row): Promise<void> {
  const known = gone === undefined ? companyOf(resource, id) : sql`${companyIn(resource, gone)}::int`
  await db.execute(
    sql`select pg_notify(${CHANGED}, json_build_object('resource', ${resource.name}::text, 'id', ${id}::int, 'empresa_id', ${known})::text)`,
  )
}

/** As `tellChanged`, of many records that are there, by one statement. */
export async function tellAllChanged(db: Database, resource: Resource, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const column = columnOf(resource)
  const known = column === undefined ? sql`null::int` : sql.raw(`"${column}"`)
  await db.execute(
    sql`select pg_notify(${CHANGED}, json_build_object('resource', ${resource.name}::text, 'id', id, 'empresa_id', ${known})::text)
        from ${sql.raw(`"${resource.name}"`)} where id = any (${intArray(ids)}::int[]) order by id`,
  )
}

/** As `tellChanged`, by the name of the resource. */
export const tellChangedNamed = (db: Database, name: string, id: number): Promise<void> =>
  tellChanged(db, resourceNamed(name), id)

/** Where a record says whose it is: a company itself by its number. */
const columnOf = ({ company, fields }: Resource): 'empresa_id' | 'id' | undefined =>
  company === 'none' ? undefined : Object.hasOwn(fields, 'empresa_id') ? 'empresa_id' : 'id'

function companyOf(resource: Resource, id: number): SQL {
  const column = columnOf(resource)
  if (column === undefined) return sql`null::int`
  return sql`(select ${sql.raw(`"${column}"`)} from ${sql.raw(`"${resource.name}"`)} where id = ${id})`
}

function companyIn(resource: Resource, record: Row): number | null {
  const column = columnOf(resource)
  const company = column === undefined ? null : record[column]
  return typeof company === 'number' ? company : null
}

/** Reads a notice; undefined when it is none (another version of the program). */
export function readChanged(payload: string): Changed | undefined {
  try {
    const parsed = v.safeParse(Notice, JSON.parse(payload))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
