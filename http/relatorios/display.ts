import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { allResources, type Resource } from '../platform/resource'

/** The resource that a path under /api names; a path that names none is a defect of a definition. */
export function resourceAt(path: string): Resource {
  const found = allResources().find(({ paths }) => paths.includes(path))
  if (found === undefined) throw new Error(`No resource is served at ${path}.`)
  return found
}

/** What a record is called, by the first field that others show of it; its number when it is none. */
export async function displayOf(ctx: Ctx, resource: Resource, id: number): Promise<string> {
  const [name = 'id'] = resource.display
  const [row] = await rowsOf(
    ctx,
    sql`select ${sql.identifier(name)} as name from ${sql.identifier(resource.name)} where id = ${id}`,
  )
  return String(row?.name ?? id)
}
