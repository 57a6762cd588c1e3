import { sql } from 'drizzle-orm'
import type { Ctx } from '../context'

/** As many locks as one transaction takes at the most, however many names it holds. */
const BUCKETS = 256

/**
 * Holds names of one kind until the transaction ends, so that of several who find that there is no such record only one makes it: whoever waited
 * looks again. Always in the same order, so nobody waits for each other. Two names may share a lock, which costs a wait and no more.
 */
export async function hold(ctx: Pick<Ctx, 'db'>, kind: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await ctx.db.execute(sql`
    select pg_advisory_xact_lock(hashtext(${kind}), b) from
      (select distinct hashtext(x) & ${BUCKETS - 1} as b from (select jsonb_array_elements_text(${JSON.stringify([...new Set(names)])}::jsonb) as x) n order by 1) buckets`)
}
