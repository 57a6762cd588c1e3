import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { fieldsThatDiffer } from '../platform/engine/columns'
import { intArray } from '../platform/engine/query'
import { badRequest } from '../platform/errors'
import type { Draft, Resource, Row } from '../platform/resource'

/** Entries and outputs that a count made to bring the stock to what was found (`ajuste`): they are finalised or cancelled as they stand. */

const AS_IT_STANDS = 'Este documento é o ajuste de um inventário: finalize-o ou cancele-o como está.'

/** What may be written on them all the same. */
const FREE = 'obs'

/** Lines of entries or of outputs, and the field that names theirs. */
export interface LinesOf {
  readonly of: 'entrada' | 'saida'
  readonly field: string
  readonly fields: Resource['fields']
}

const changes = (fields: Resource['fields'], draft: Draft): boolean =>
  draft.before === undefined || fieldsThatDiffer(fields, draft).some((name) => name !== FREE)

/** Of the document itself nothing that people type is changed, but its notes. Throws 400 `adjustment`. */
export function assertNotAdjustment(fields: Resource['fields'], drafts: readonly Draft[]): void {
  if (drafts.some((draft) => draft.before?.ajuste === true && changes(fields, draft)))
    throw badRequest(AS_IT_STANDS, 'adjustment')
}

/** Nor are its lines. Throws 400 `adjustment`. */
export async function assertLinesStand(
  ctx: Ctx,
  owner: LinesOf,
  drafts: readonly Draft[],
  parent?: Row,
): Promise<void> {
  const changed = drafts.filter((draft) => changes(owner.fields, draft))
  if (changed.length === 0) return
  const ids = changed.flatMap(({ before, values }) => Number((before ?? values)[owner.field] ?? 0) || [])
  const told = parent ? [parent] : await headsOf(ctx, owner.of, ids)
  if (told.some(({ ajuste }) => ajuste === true)) throw badRequest(AS_IT_STANDS, 'adjustment')
}

/** Nor does one of them go. Throws 400 `adjustment`. */
export async function assertLineStays(ctx: Ctx, owner: LinesOf, line: Row, parent?: Row): Promise<void> {
  const [head] = parent ? [parent] : await headsOf(ctx, owner.of, [Number(line[owner.field])])
  if (head?.ajuste === true) throw badRequest(AS_IT_STANDS, 'adjustment')
}

const headsOf = (ctx: Ctx, of: 'entrada' | 'saida', ids: readonly number[]): Promise<Row[]> =>
  rowsOf(ctx, sql`select ajuste from ${sql.raw(of)} where id = any (${intArray(ids)}::int[])`)
