import type { Ctx } from '../platform/context'
import { loadWhere } from '../platform/engine/write'
import { type Resource, resourceNamed, type Row } from '../platform/resource'

/** The fields that people fill of a stored row, which are those that a copy takes over. */
export function copyable(resource: Resource, row: Row): Row {
  const fields = Object.entries(resource.fields).filter(
    ([name, { meta }]) => !meta.computed && name !== resource.parent?.field,
  )
  return Object.fromEntries(fields.map(([name]) => [name, row[name]]))
}

/** The values of a copy that another document has too: a sale takes over what it shares with its quote. */
export const sharedWith = (resource: Resource, values: Row): Row =>
  Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(resource.fields, name)))

/** The rows of a nested list of some documents, ready for a copy. */
export async function copiedLines(ctx: Ctx, lines: Resource, ids: readonly number[]): Promise<Row[]> {
  const rows = await loadWhere(ctx, resourceNamed(lines.name), lines.parent?.field ?? 'id', ids)
  return rows.map((row) => copyable(lines, row))
}
