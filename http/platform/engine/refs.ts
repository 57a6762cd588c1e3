import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../context'
import { invalid } from '../errors'
import { MESSAGES } from '../parse'
import { type Draft, type Resource, resourceNamed } from '../resource'
import { tableName } from './columns'
import { intArray } from './query'

/** Every record referred to exists for the caller; one of a company belongs to the same company as the row. All are asked for at once. Throws 422 with the columns at fault. */
export async function assertRefs(ctx: Ctx, resource: Resource, drafts: readonly Draft[]): Promise<void> {
  const [first] = drafts
  const company = resource.company === 'own' ? Number(first?.values.empresa_id ?? first?.before?.empresa_id) : undefined
  const checks = Object.entries(resource.fields).map(async ([name, { meta }]) => {
    const wanted = meta.ref === undefined || setByEngine(resource, name) ? [] : newReferences(drafts, name)
    if (meta.ref === undefined || wanted.length === 0) return []
    return (await exist(ctx, resourceNamed(meta.ref), wanted, company)) ? [] : [name]
  })
  const missing = (await Promise.all(checks)).flat()
  if (missing.length > 0) throw invalid(Object.fromEntries(missing.map((name) => [name, [MESSAGES.ref]])))
}

/** The company and the document of a row are the engine's business: never missing, never changed from outside. */
export function setByEngine(resource: Resource, name: string): boolean {
  return (name === 'empresa_id' && resource.company === 'own') || name === resource.parent?.field
}

async function exist(ctx: Ctx, to: Resource, wanted: readonly number[], company: number | undefined): Promise<boolean> {
  const owners = intArray(company === undefined ? ctx.actor.empresas : [company])
  const theirs =
    to.company === 'none' || to.company === 'member'
      ? sql``
      : sql` and (t.empresa_id is null or t.empresa_id = any (${owners}::int[]))`
  const rows = await rowsOf(
    ctx,
    sql`select t.id from ${tableName(to)} t where t.id = any (${intArray(wanted)}::int[])${theirs}`,
  )
  return rows.length === wanted.length
}

/** The ids that a column starts to refer to. */
function newReferences(drafts: readonly Draft[], name: string): number[] {
  const ids = drafts.map(({ values, before }) => (values[name] === before?.[name] ? undefined : values[name]))
  return [...new Set(ids.filter((id) => typeof id === 'number'))]
}
