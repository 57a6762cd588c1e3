import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Ctx } from '../platform/context'

/** The channel that server processes tell each other of the chat on. */
export const CHANNEL = 'prumo_chat'

const id = v.pipe(v.number(), v.integer())

/** What is told: ids alone, so that no content leaves the table and 8,000 bytes always do. */
const Notice = v.variant('kind', [
  v.object({ kind: v.literal('message'), id, from: id, to: id }),
  /** `reader` has read what `of` wrote, up to `last_id`; `left` are still unread. */
  v.object({ kind: v.literal('readed'), reader: id, of: id, last_id: id, left: id }),
  v.object({ kind: v.literal('presence'), user: id }),
])

export type ChatNotice = v.InferOutput<typeof Notice>

/** Tells every server process, once the transaction commits. */
export async function announceChat(ctx: Pick<Ctx, 'db'>, notice: ChatNotice): Promise<void> {
  await ctx.db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`)
}

/** Reads a notice; undefined when it is none (another version of the program). */
export function readNotice(payload: string): ChatNotice | undefined {
  try {
    const parsed = v.safeParse(Notice, JSON.parse(payload))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
