import type { Ctx } from '../context'
import type { Resource, Row } from '../resource'

/** What follows from a document, by its number. */
type Following = (ctx: Ctx, id: number) => Promise<void>

const ofDocuments = new Map<string, { readonly items: readonly string[]; readonly following: Following }>()
const ofItems = new Map<string, Following>()

/** Says what follows whenever a document or one of these lists of it, by their names, is written or removed; one a document. It is done once a list. */
export function follows(document: string, items: readonly string[], following: Following): void {
  if (ofDocuments.has(document)) throw new Error(`What follows from ${document} is told twice.`)
  ofDocuments.set(document, { items, following })
  for (const list of items) ofItems.set(list, following)
}

/** Whether anything may follow from rows of the resource, or nothing beside their being written. */
export const mayFollow = ({ name, hooks }: Resource): boolean =>
  hooks !== undefined || ofDocuments.has(name) || ofItems.has(name)

interface Written {
  /** The document that the rows are lines of. */
  readonly parent?: Row | undefined
  /** The request of a single record. */
  readonly input?: Row
  /** The lists that were written with the record, after it. */
  readonly lists?: readonly string[]
}

/** Does what follows from the rows of one save: the definition's own hook first. With its items, a document has had what follows from both. */
export async function afterWrite(
  ctx: Ctx,
  resource: Resource,
  records: readonly Row[],
  { parent, input, lists = [] }: Written = {},
): Promise<void> {
  await resource.hooks?.after?.(ctx, records, parent, input)
  const own = ofDocuments.get(resource.name)
  const [record] = records
  if (own && record && !own.items.some((list) => lists.includes(list))) await own.following(ctx, Number(record.id))
  if (parent) await ofItems.get(resource.name)?.(ctx, Number(parent.id))
}
