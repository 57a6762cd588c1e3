import { toJson } from '../engine/columns'
import type { Ctx } from '../context'
import type { Resource, Row } from '../resource'
import { customFieldsOf, EXTRA, isExtensible } from './definitions'
import { extraOf } from './take'

/** What a stored record holds of the fields of its company, by their keys, as an answer has it: for whoever the company itself tells. Nothing of a resource that has none. */
export async function ownValues(ctx: Ctx, resource: Resource, record: Row): Promise<Row> {
  if (!isExtensible(resource)) return {}
  const company = Number(record.empresa_id)
  const defined = await customFieldsOf(ctx, resource, Number.isInteger(company) && company > 0 ? company : undefined)
  const stored = extraOf(record)
  const values = defined.map(({ custom, field }) => [custom.key, toJson(field.meta.kind, stored[custom.id] ?? null)])
  return { [EXTRA]: Object.fromEntries(values) }
}
