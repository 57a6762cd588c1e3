import type { Ctx } from '../context'
import type { Resource, Row } from '../resource'

/** What follows from rows that were written or removed: for lines, from the stored record that they lie in. */
type Following = (ctx: Ctx, records: readonly Row[], parent?: Row) => Promise<void>

const known = new Map<string, Following>()

/** Says what follows whenever rows of a resource, by its name, are written or removed; one a resource. */
export function follows(name: string, following: Following): void {
  if (known.has(name)) throw new Error(`What follows from ${name} is told twice.`)
  known.set(name, following)
}

/** Whether anything may follow from rows of the resource, or nothing beside their being written. */
export const mayFollow = ({ name, hooks }: Resource): boolean => hooks !== undefined || known.has(name)

/** Does what follows from the rows of one save: the definition's own hook first. `input` is the request of a single record. */
export async function afterWrite(
  ctx: Ctx,
  resource: Resource,
  records: readonly Row[],
  { parent, input }: { readonly parent?: Row | undefined; readonly input?: Row } = {},
): Promise<void> {
  await resource.hooks?.after?.(ctx, records, parent, input)
  await known.get(resource.name)?.(ctx, records, parent)
}
