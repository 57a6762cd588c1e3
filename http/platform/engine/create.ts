import type { Ctx } from '../context'
import { type RecordOf, type Resource, resourceNamed, type Row } from '../resource'
import { afterWrite, mayFollow } from './after'
import { audit } from './audit'
import { keepParents, type Parents, tellParents } from './parents'
import { guardLines } from './guard'
import { ownWay } from './own-way'
import { assertRefs } from './refs'
import { linesOf } from './record'
import { objectOf } from './save'
import { announce, find, insertRows, load, loadWhere } from './write'

/** A record that the program makes: values of its own, and the rows of its nested lists by the name of their resource. */
export interface NewRecord {
  readonly values: Row
  readonly lines?: Readonly<Record<string, readonly Row[]>>
  /** Written in the audit trail as what was done. */
  readonly acao?: string
}

/** Creates a record with its nested lists, by the same rules (references, hooks) as when a person saves one, in the caller's transaction. */
export async function createRecord<R extends Resource>(
  ctx: Ctx,
  resource: R,
  { values: given, lines = {}, acao = 'create' }: NewRecord,
): Promise<RecordOf<R>> {
  const values: Row = { ...given }
  await assertRefs(ctx, resource, [{ before: undefined, values }])
  await resource.hooks?.prepare?.(ctx, [{ before: undefined, values }])
  const way = ownWay(resource)
  const record = way
    ? await load(ctx, resource, await way.create(ctx, values))
    : (await insertRows(ctx, resource, [values]))[0]
  if (!record) throw new Error(`${resource.name} was not inserted.`)
  const lists = Object.keys(lines).filter((name) => (lines[name]?.length ?? 0) > 0)
  for (const name of lists) await writeLines(ctx, resourceNamed(name), record, lines[name] ?? [])
  await afterWrite(ctx, resource, [record], { lists })
  const saved = (await find(ctx, resource, record.id)) ?? record
  await audit(ctx, [{ resource, record: saved, before: undefined, acao }])
  await announce(ctx, resource, saved.id)
  return saved
}

/**
 * Adds rows to a nested list of a stored record, by the rules of the list; what they change of the record is audited and announced. The
 * caller audits the rows, under the name of what was done.
 */
export async function addLines(ctx: Ctx, resource: Resource, parent: Row, rows: readonly Row[]): Promise<Row[]> {
  const kept: Parents = new Map()
  const { parent: owner } = resource
  // As it stands now: what the caller loaded may be older than what was audited since.
  const now =
    owner && mayFollow(resource) && rows.length > 0
      ? await find(ctx, resourceNamed(owner.resource), Number(parent.id))
      : undefined
  await keepParents(ctx, resource, now, kept)
  const stored = await writeLines(ctx, resource, parent, rows)
  await tellParents(ctx, kept)
  return stored
}

async function writeLines(ctx: Ctx, resource: Resource, parent: Row, rows: readonly Row[]): Promise<Row[]> {
  if (rows.length === 0 || !resource.parent) return []
  const own: Row = { [resource.parent.field]: parent.id }
  if (resource.company === 'own') own.empresa_id = parent.empresa_id
  const below = linesOf(resource)
  const drafts = rows.map((row) => ({
    before: undefined,
    values: { ...without(row, below), ...own },
    input: { ...row },
  }))
  await guardLines(ctx, resource, parent, { drafts })
  await assertRefs(ctx, resource, drafts)
  await resource.hooks?.prepare?.(ctx, drafts, parent)
  const stored = await insertRows(
    ctx,
    resource,
    drafts.map((draft) => draft.values),
  )
  for (const [at, record] of stored.entries())
    for (const lines of below) {
      const list = drafts[at]?.input[lines.parent?.list ?? '']
      if (Array.isArray(list)) await writeLines(ctx, lines, record, list.map(objectOf))
    }
  const records =
    below.length === 0
      ? stored
      : await loadWhere(
          ctx,
          resource,
          'id',
          stored.map(({ id }) => id),
        )
  await afterWrite(ctx, resource, records, { parent })
  return records
}

/** A row without the lists that hang on it. */
const without = (row: Row, lists: readonly Resource[]): Row => {
  const names = new Set(lists.map(({ parent }) => parent?.list))
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name)))
}
