import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import { badRequest } from '../platform/errors'
import type { Draft, Row } from '../platform/resource'

/** Entries and outputs that a count made to bring the stock to what was found (`ajuste`): they are finalised or cancelled as they stand. */

const AS_IT_STANDS = 'Este documento é o ajuste de um inventário: finalize-o ou cancele-o como está.'

/** What may be written on them all the same. */
const FREE = new Set(['obs', 'versao'])

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || String(a ?? '') === String(b ?? '') || (isAmount(a) && isAmount(b) && Number(a) === Number(b))
const isAmount = (value: unknown): boolean => /^-?\d+(\.\d+)?$/.test(String(value ?? ''))

const changes = ({ before, values }: Draft): boolean =>
  before === undefined || Object.keys(values).some((name) => !FREE.has(name) && !isSame(values[name], before[name]))

/** Of the document itself nothing that people type is changed, but its notes. Throws 400 `adjustment`. */
export function assertNotAdjustment(drafts: readonly Draft[]): void {
  if (drafts.some((draft) => draft.before?.ajuste === true && changes(draft)))
    throw badRequest(AS_IT_STANDS, 'adjustment')
}

/** Nor are its lines. Throws 400 `adjustment`. */
export async function assertLinesStand(
  ctx: Ctx,
  owner: { readonly of: 'entrada' | 'saida'; readonly field: string },
  drafts: readonly Draft[],
  parent?: Row,
): Promise<void> {
  const changed = drafts.filter(changes)
  if (changed.length === 0) return
  const ids = changed.flatMap(({ before, values }) => Number((before ?? values)[owner.field] ?? 0) || [])
  const told = parent ? [parent] : await headsOf(ctx, owner.of, ids)
  if (told.some(({ ajuste }) => ajuste === true)) throw badRequest(AS_IT_STANDS, 'adjustment')
}

/** Nor does one of them go. Throws 400 `adjustment`. */
export async function assertLineStays(
  ctx: Ctx,
  owner: { readonly of: 'entrada' | 'saida'; readonly field: string },
  line: Row,
  parent?: Row,
): Promise<void> {
  const [head] = parent ? [parent] : await headsOf(ctx, owner.of, [Number(line[owner.field])])
  if (head?.ajuste === true) throw badRequest(AS_IT_STANDS, 'adjustment')
}

const headsOf = (ctx: Ctx, of: 'entrada' | 'saida', ids: readonly number[]): Promise<Row[]> =>
  rowsOf(ctx, sql`select ajuste from ${sql.raw(of)} where id = any (${intArray(ids)}::int[])`)
