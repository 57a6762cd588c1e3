import { sql } from 'drizzle-orm'
import { CoreError } from '../../core/errors'
import type { Ctx } from './context'
import { toApiError } from './error-answer'
import { ApiError } from './errors'
import { trialOf } from './trial'

/** What is thrown where nothing refused: what was done is taken back all the same. */
class Rehearsed extends ApiError {
  constructor() {
    super(400, 'rehearsed', '')
  }
}

/** Does something only to see what it would come to, answers that and takes it back. Throws its refusal. */
export async function rehearse<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  const told: { done?: { readonly answer: T } } = {}
  const ended = await attempt(ctx, async () => {
    told.done = { answer: await work() }
    throw new Rehearsed()
  })
  if (!told.done || !(ended instanceof Rehearsed)) throw ended
  return told.done.answer
}

/**
 * Does a part of a transaction that may be refused alone: what it wrote is taken back then, and the rest goes on. Answers the refusal, undefined where there is
 * none. Faults of ours and of the database are thrown.
 */
export async function attempt(ctx: Ctx, work: () => Promise<void>): Promise<ApiError | undefined> {
  const told = Object.values(trialOf(ctx) ?? {}).map((list: unknown[]) => ({ list, length: list.length }))
  await ctx.db.execute(sql`savepoint tentativa`)
  try {
    await work()
    await ctx.db.execute(sql`release savepoint tentativa`)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof CoreError)) throw error
    await ctx.db.execute(sql`rollback to savepoint tentativa`)
    for (const { list, length } of told) list.length = length
    return toApiError(error)
  }
}
