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

async function byKey(ctx: Ctx, resource: Resource, record: Row): Promise<Row> {
  const company = Number(record.empresa_id)
  const defined = await customFieldsOf(ctx, resource, Number.isInteger(company) && company > 0 ? company : undefined)
  const stored = extraOf(record)
  return Object.fromEntries(
    defined.map(({ custom, field }) => [custom.key, toJson(field.meta.kind, stored[custom.id] ?? null)]),
  )
}
