import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { readBadge } from '../../../core/fields/cadastros/colaborador'
import { type Ctx, rowsOf } from '../../platform/context'
import { ApiError } from '../../platform/errors'
import { shortText } from '../../platform/inputs'

/** Who works where several share one screen: whoever holds the badge that was read, else whoever is signed in. */

export const badgeInput = { cracha: v.optional(v.nullable(shortText(40))) }

export interface Worker {
  readonly user_id: number | null
  readonly colaborador_id: number | null
}

/** Whoever a badge is of, in use. Throws 404 `unknown_badge`. */
export async function holderOf(ctx: Ctx, cracha: string) {
  const read = readBadge(cracha)
  const [row] = await rowsOf(
    ctx,
    sql`select id, "xNome", user_id from colaborador where ativo and cracha = ${'ok' in read ? read.ok : ''}`,
  )
  if (!row) throw new ApiError(404, 'unknown_badge', 'Ninguém tem este crachá.')
  return { id: Number(row.id), xNome: String(row.xNome), user_id: row.user_id === null ? null : Number(row.user_id) }
}

/** Who works, by the badge that was read, else the caller. Throws 404 `unknown_badge`. */
export async function workerOf(ctx: Ctx, cracha: string | null | undefined): Promise<Worker> {
  if (!cracha) return { user_id: ctx.actor.id || null, colaborador_id: null }
  const { id, user_id } = await holderOf(ctx, cracha)
  return { user_id, colaborador_id: id }
}

/** SQL: the number that one person has in rows of work `alias`, with a user or without. */
export const personIn = (alias: string) => sql.raw(`coalesce(${alias}.user_id, -${alias}.colaborador_id)`)

/** The same number of a worker. */
export const personOf = ({ user_id, colaborador_id }: Worker): number => user_id ?? -(colaborador_id ?? 0)
