import { type SQL, sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import { notFound } from '../platform/errors'

/** Who one may write to. */
export interface Colleague {
  readonly id: number
  readonly ativo: boolean
}

/** SQL: does the user with this id belong to one of the caller's companies? */
export function isColleague(ctx: Ctx, userId: SQL): SQL {
  const mine = intArray(ctx.actor.empresas)
  return sql`exists (select 1 from user_empresa x where x.user_id = ${userId} and x.empresa_id = any (${mine}::int[]))`
}

/** A user who shares a company with the caller. Anyone else does not exist: 404. */
export async function colleague(ctx: Ctx, id: number): Promise<Colleague> {
  const [row] = await rowsOf(
    ctx,
    sql`select u.ativo from "user" u where u.id = ${id} and ${isColleague(ctx, sql`u.id`)}`,
  )
  if (!row) throw notFound()
  return { id, ativo: row.ativo === true }
}

/** Any number, the chat's own, that advisory locks of users are taken under. */
const LOCKS = 727_786_002

/**
 * Makes the chat's writes that concern these users wait for one another, until the transaction ends: ids of a user's messages are then
 * committed in their order, and a read mark is told before or after a message, never across it. Always in the same order: no deadlock.
 */
export async function lockUsers(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const ordered = intArray(ids.toSorted((a, b) => a - b))
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(${LOCKS}, u) from unnest(${ordered}::int[]) with ordinality o (u, n) order by n`,
  )
}
