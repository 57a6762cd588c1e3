import { type Action, action } from '../platform/action'
import { made } from '../platform/answers'
import type { Ctx } from '../platform/context'
import { createRecord } from '../platform/engine/create'
import { loadWhere } from '../platform/engine/write'
import { nothing } from '../platform/inputs'
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

interface Duplicated {
  /** What the copy is, one line in Portuguese, for documentation. */
  readonly summary: string
  /** Its nested lists that the copy has too. */
  readonly lists: readonly Resource[]
  /** What the copy's head has otherwise. */
  readonly head?: (ctx: Ctx, record: Row) => Row
  /** What a copied row of a list has otherwise, by the name of the list's resource. */
  readonly rows?: Readonly<Record<string, (ctx: Ctx, row: Row) => Row>>
}

/** `duplica` of a document: an open copy of what people filled of it, made by the rules of a new one. Answers `{ [its name]: { id } }`. */
export function duplicates(resource: Resource, { summary, lists, head, rows = {} }: Duplicated): Action {
  const { name } = resource
  return action(resource, 'duplica', {
    on: 'record',
    right: 'create',
    summary,
    verb: 'duplica',
    input: nothing,
    answer: made(name),
    run: async ({ ctx, record }) => {
      const copied = await Promise.all(
        lists.map(async (list) => {
          const stored = await copiedLines(ctx, list, [record.id])
          return [list.name, stored.map((row) => ({ ...row, ...rows[list.name]?.(ctx, row) }))] as const
        }),
      )
      const values = { ...copyable(resource, record), ...head?.(ctx, record) }
      const copy = await createRecord(ctx, resource, { values, lines: Object.fromEntries(copied), acao: 'duplica' })
      return { [name]: { id: copy.id } }
    },
  })
}
