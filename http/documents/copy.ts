import { type Action, action } from '../platform/action'
import { made } from '../platform/answers'
import type { Ctx } from '../platform/context'
import { EXTRA } from '../platform/custom/definitions'
import { type Shared, sharedValues } from '../platform/custom/own-values'
import { createRecord } from '../platform/engine/create'
import { linesOf } from '../platform/engine/record'
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

/** What another document takes over of a stored row: the fields that both have, and of their company's own those with the same key and kind. */
export async function sharedWith(ctx: Ctx, to: Resource, { resource, row }: Shared): Promise<Row> {
  const { [EXTRA]: _, ...values } = copyable(resource, row)
  const both = Object.entries(values).filter(([name]) => Object.hasOwn(to.fields, name))
  return { ...Object.fromEntries(both), ...(await sharedValues(ctx, to, { resource, row })) }
}

/** The rows of a nested list of some documents, ready for a copy, with the lists on them that are copied as they stand. */
export async function copiedLines(ctx: Ctx, lines: Resource, ids: readonly number[]): Promise<Row[]> {
  const rows = await loadWhere(ctx, resourceNamed(lines.name), lines.parent?.field ?? 'id', ids)
  const hung = await hungOn(
    ctx,
    lines,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...copyable(lines, row), ...hung.get(row.id) }))
}

/** The lists that are copied as they stand, by the number of the row that they hang on. */
async function hungOn(ctx: Ctx, lines: Resource, ids: readonly number[]): Promise<ReadonlyMap<number, Row>> {
  const found = new Map<number, Row>()
  for (const below of linesOf(lines).filter(({ parent }) => parent?.copied)) {
    const { field, list } = below.parent ?? { field: 'id', list: below.name }
    const rows: (Row & { id: number })[] = await loadWhere(ctx, resourceNamed(below.name), field, ids)
    const deeper = await hungOn(
      ctx,
      below,
      rows.map((row) => row.id),
    )
    const kept = Object.keys(below.fields).filter((name) => name !== field && name !== 'empresa_id')
    for (const row of rows) {
      const owner = Number(row[field])
      const copy = { ...Object.fromEntries(kept.map((name) => [name, row[name]])), ...deeper.get(row.id) }
      const before = found.get(owner) ?? {}
      const listed: readonly unknown[] = Array.isArray(before[list]) ? before[list] : []
      found.set(owner, { ...before, [list]: [...listed, copy] })
    }
  }
  return found
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
    ...(resource.life ? { verb: 'duplica' } : {}),
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
