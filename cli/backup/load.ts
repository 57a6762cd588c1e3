import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { PendingQuery, ReservedSql, Row } from 'postgres'
import { quoted, type SequencePosition, type StoredTable } from './catalog'

/** Calls back when nothing has gone on for too long. */
export class Stall {
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly stalled: () => void) {
    this.goesOn()
  }

  goesOn(limitMs = STALL_MS): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.stalled, limitMs)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

/** A piece that is not taken for so long, or a check of all references that takes longer than any we know, is waited for no more. */
const STALL_MS = 120_000
export const CHECK_LIMIT_MS = 3_600_000

/**
 * Makes tables ready to be filled in any order, inside the caller's transaction: foreign keys are taken away, and triggers, which judge rows that are written now,
 * are silent. Answers the statements that bring both back; the keys check every row.
 */
export async function readyForRows(sql: ReservedSql, tables: readonly StoredTable[]): Promise<readonly string[]> {
  const keys = await sql<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`
  for (const { table, name } of keys) await sql.unsafe(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const { name } of tables) await sql.unsafe(`alter table ${quoted(name)} disable trigger user`)
  return [
    ...keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${quoted(name)} ${definition}`),
    ...tables.map(({ name }) => `alter table ${quoted(name)} enable trigger user`),
  ]
}

/** Writes pieces of rows into a table's COPY; an empty one ends them. What the database says of them may come at any time, also while nobody waits for it. */
export async function pour(
  copy: PendingQuery<Row[]>,
  first: Uint8Array,
  read: () => Promise<Uint8Array>,
): Promise<void> {
  const target = await copy.writable()
  const refusal = new Promise<never>((_, reject) => {
    target.on('error', reject)
    // The driver tells the query, which it takes for answered, and nobody else: neither the stream nor whoever waits for its end would hear.
    Reflect.set(copy, 'reject', reject)
  })
  const written = async (): Promise<void> => {
    for (let piece = first; piece.length > 0; piece = await read())
      if (!target.write(piece)) await once(target, 'drain')
    target.end()
    await finished(target)
  }
  await Promise.race([written(), refusal])
}

export async function placeSequences(sql: ReservedSql, positions: readonly SequencePosition[]): Promise<void> {
  for (const { name, last, called } of positions)
    await sql`select setval(${quoted(name)}::regclass, ${last}::bigint, ${called})`
}
