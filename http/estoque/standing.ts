import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { fieldsThatDiffer } from '../platform/engine/columns'
import { intArray } from '../platform/engine/query'
import { badRequest } from '../platform/errors'
import type { Draft, Resource, Row } from '../platform/resource'

/**
 * Entries and outputs that another document made to say what moves: a count, to bring the stock to what was found (`ajuste`); a transfer of another company, of
 * what that sent (`empresa_origem_id`). They are finalised or cancelled as they stand.
 */

interface Standing {
  readonly code: string
  readonly says: string
  /** What may be written on them all the same. */
  readonly free: readonly string[]
}

const ADJUSTMENT: Standing = {
  code: 'adjustment',
  says: 'Este documento é o ajuste de um inventário: finalize-o ou cancele-o como está.',
  free: ['obs'],
}

const TRANSFER: Standing = {
  code: 'transfer',
  says: 'Esta entrada vem de uma transferência: confira o que chegou no recebimento, e finalize-a.',
  free: ['obs', 'armazenamento_id', 'tipo_entrada_saida_id'],
}

/** Why a document stands as it is; undefined where it does not. */
function standingOf({ ajuste, empresa_origem_id = null }: Row): Standing | undefined {
  if (ajuste === true) return ADJUSTMENT
  return empresa_origem_id === null ? undefined : TRANSFER
}

/** Lines of entries or of outputs, and the field that names theirs. */
export interface LinesOf {
  readonly of: 'entrada' | 'saida'
  readonly field: string
  readonly fields: Resource['fields']
}

const changes = (fields: Resource['fields'], draft: Draft, { free }: Standing): boolean =>
  draft.before === undefined || fieldsThatDiffer(fields, draft).some((name) => !free.includes(name))

const refusal = ({ says, code }: Standing) => badRequest(says, code)

/** Of the document itself little of what people type is changed. Throws 400 `adjustment`, `transfer`. */
export function assertStands(fields: Resource['fields'], drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    const standing = draft.before && standingOf(draft.before)
    if (standing && changes(fields, draft, standing)) throw refusal(standing)
  }
}

/** Nor of its lines. Throws as `assertStands` does. */
export async function assertLinesStand(
  ctx: Ctx,
  owner: LinesOf,
  drafts: readonly Draft[],
  parent?: Row,
): Promise<void> {
  if (drafts.length === 0) return
  const ids = drafts.flatMap(({ before, values }) => Number((before ?? values)[owner.field] ?? 0) || [])
  const heads = parent ? [parent] : await headsOf(ctx, owner.of, ids)
  for (const standing of heads.flatMap((head) => standingOf(head) ?? []))
    if (drafts.some((draft) => changes(owner.fields, draft, standing))) throw refusal(standing)
}

/** Nor does one of them go. Throws as `assertStands` does. */
export async function assertLineStays(ctx: Ctx, owner: LinesOf, line: Row, parent?: Row): Promise<void> {
  const [head] = parent ? [parent] : await headsOf(ctx, owner.of, [Number(line[owner.field])])
  const standing = head && standingOf(head)
  if (standing) throw refusal(standing)
}

const headsOf = (ctx: Ctx, of: 'entrada' | 'saida', ids: readonly number[]): Promise<Row[]> =>
  rowsOf(ctx, sql`select d.* from ${sql.raw(of)} d where d.id = any (${intArray(ids)}::int[])`)
