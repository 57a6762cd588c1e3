import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../context'
import { invalid } from '../errors'
import { MESSAGES } from '../parse'
import { type Draft, faultName, type Resource, resourceNamed } from '../resource'
import { tableName } from './columns'
import { intArray } from './query'

/** Every record referred to exists for the caller; one of a company belongs to the same company as the row, unless the field goes abroad. All are asked for at once. Throws 422 with every row and column at fault. */
export async function assertRefs(ctx: Ctx, resource: Resource, drafts: readonly Draft[]): Promise<void> {
  const [first] = drafts
  const company = resource.company === 'own' ? Number(first?.values.empresa_id ?? first?.before?.empresa_id) : undefined
  const checks = Object.entries(resource.fields).map(async ([name, { meta }]) => {
    const wanted = meta.ref === undefined || setByEngine(resource, name) ? [] : newReferences(drafts, name)
    if (meta.ref === undefined || wanted.length === 0) return []
    const found = await existing(ctx, resourceNamed(meta.ref), wanted, meta.abroad ? undefined : company)
    return drafts.flatMap((draft) => {
      const id = referenceOf(draft, name)
      return id === undefined || found.has(id) ? [] : [faultName(draft, name)]
    })
  })
  const missing = (await Promise.all(checks)).flat()
  if (missing.length > 0) throw invalid(Object.fromEntries(missing.map((name) => [name, [MESSAGES.ref]])))
}

/** The company and the document of a row are the engine's business: never missing, never changed from outside. */
export function setByEngine(resource: Resource, name: string): boolean {
  return (name === 'empresa_id' && resource.company === 'own') || name === resource.parent?.field
}

/** Those of the records that exist for the caller. */
async function existing(
  ctx: Ctx,
  to: Resource,
  wanted: readonly number[],
  company: number | undefined,
): Promise<ReadonlySet<number>> {
  const owners = intArray(company === undefined ? ctx.actor.empresas : [company])
  const theirs =
    to.company === 'none' || to.company === 'member'
      ? sql``
      : sql` and (t.empresa_id is null or t.empresa_id = any (${owners}::int[]))`
  const seen = to.visible && ctx.actor.id !== 0 ? sql` and ${to.visible(ctx)}` : sql``
  const rows = await rowsOf(
    ctx,
    sql`select t.id from ${tableName(to)} t where t.id = any (${intArray(wanted)}::int[])${theirs}${seen}`,
  )
  return new Set(rows.map(({ id }) => Number(id)))
}

/** The ids that a column starts to refer to. */
function newReferences(drafts: readonly Draft[], name: string): number[] {
  const ids = drafts.map((draft) => referenceOf(draft, name))
  return [...new Set(ids.filter((id) => id !== undefined))]
}

/** The id that a column of a row starts to refer to. */
function referenceOf({ values, before }: Draft, name: string): number | undefined {
  const id = values[name]
  return typeof id === 'number' && id !== before?.[name] ? id : undefined
}
