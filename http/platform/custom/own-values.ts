import { toJson } from '../engine/columns'
import type { Ctx } from '../context'
import type { Resource, Row } from '../resource'
import { customFieldsOf, customName, EXTRA, isExtensible } from './definitions'
import { extraOf } from './take'

/** What a stored record holds of the fields of its company, by their keys, as an answer has it: for whoever the company itself tells. Nothing of a resource that has none. */
export async function ownValues(ctx: Ctx, resource: Resource, record: Row): Promise<Row> {
  return isExtensible(resource) ? { [EXTRA]: await byKey(ctx, resource, record) } : {}
}

/** The same, each by its name: `extra.key`. */
export async function namedValues(ctx: Ctx, resource: Resource, record: Row): Promise<Row> {
  const values = await byKey(ctx, resource, record)
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [customName(key), value]))
}

/** A stored row that another document is made of. */
export interface Shared {
  readonly resource: Resource
  readonly row: Row
}

/** What one document takes over of another's own fields, as it stores it: those that both have with the same key and kind. Nothing where it takes none. */
export async function sharedValues(ctx: Ctx, to: Resource, { resource, row }: Shared): Promise<Row> {
  if (!isExtensible(to)) return {}
  const company = Number(row.empresa_id)
  const [theirs, ours] = [await customFieldsOf(ctx, resource, company), await customFieldsOf(ctx, to, company)]
  const stored = extraOf(row)
  const both = ours.flatMap(({ custom }) => {
    const same = theirs.find((one) => one.custom.key === custom.key && one.custom.type === custom.type)
    const value = same ? (stored[same.custom.id] ?? null) : null
    return value === null ? [] : [[custom.id, value] as const]
  })
  return both.length === 0 ? {} : { [EXTRA]: Object.fromEntries(both) }
}

async function byKey(ctx: Ctx, resource: Resource, record: Row): Promise<Row> {
  const company = Number(record.empresa_id)
  const defined = await customFieldsOf(ctx, resource, Number.isInteger(company) && company > 0 ? company : undefined)
  const stored = extraOf(record)
  return Object.fromEntries(
    defined.map(({ custom, field }) => [custom.key, toJson(field.meta.kind, stored[custom.id] ?? null)]),
  )
}
