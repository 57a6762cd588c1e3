import { sql } from 'drizzle-orm'
import type { Db } from '../../db/pool'

/** How a queued piece of work is to run. */
export interface QueueOptions {
  /** Work with the same key that has not begun is replaced. */
  readonly key?: string
  /** Tries in all, with growing pauses between them (about 3 s, 7 s, 20 s, 1 min …). Default 1. */
  readonly attempts?: number
  /** ISO 8601; as soon as possible unless told. */
  readonly runAt?: string
  /** Work of one queue is done one at a time, in the order in which it came, whatever servers there are. */
  readonly queue?: string
}

/**
 * Puts work for `backgroundJob(name)` into the queue, in the caller's transaction: it begins after the commit, and not at all without one.
 * The payload is JSON, at most 64 kB; big things stay in tables and are named by id.
 */
export async function queueJob(db: Db, name: string, payload: object, options: QueueOptions = {}): Promise<void> {
  const text = JSON.stringify(payload)
  if (text.length > 65_536) throw new Error(`${name}: a job's payload has at most 64 kB.`)
  await db.execute(
    sql`select prumo_enfileira(${name}, ${text}::json, ${options.key ?? null}, ${options.attempts ?? 1}, ${options.runAt ?? null}::timestamptz, ${options.queue ?? null})`,
  )
}

/** Takes work that has not begun out of the queue. */
export async function unqueueJob(db: Db, key: string): Promise<void> {
  await db.execute(sql`select prumo_desenfileira(${key})`)
}
