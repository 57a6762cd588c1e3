import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { askedOnce } from '../asked-once'
import { type Ctx, rowsOf } from '../context'

/** A list whose deep pages are wanted: `key` orders it together with the id, and is never null. */
export interface DeepList {
  readonly table: SQL
  readonly key: SQL
  readonly where: SQL
  readonly descending: boolean
  readonly offset: number
}

interface Anchor {
  readonly rank: number
  readonly key: string
  readonly id: number
}

interface Anchors {
  readonly at: number
  readonly anchors: readonly Anchor[]
}

const EVERY = 2_000
const FRESH_MS = 60_000
const KEPT = 64

const dialect = new PgDialect()
const known = new Map<string, Promise<Anchors>>()

/**
 * Finds the anchor at or before an offset, so that a page deep in a long list costs an index seek and at most 2,000 rows.
 * Anchors are every 2,000th row of a list (filter, order and companies alike), taken by one pass and kept for a minute: within it
 * rows that came or went shift deep pages by as much, as page numbers do anyway. See docs/adr/0004-deep-pages.md.
 */
export async function anchorBefore(
  ctx: Ctx,
  list: DeepList,
): Promise<{ readonly rank: number; readonly after: SQL } | undefined> {
  const query = dialect.sqlToQuery(anchorQuery(list))
  const name = `${ctx.actor.empresas.join(',')}|${query.sql}|${JSON.stringify(query.params)}`
  if (known.size >= KEPT && !known.has(name)) known.delete(known.keys().next().value ?? '')
  const isFresh = ({ at }: Anchors) => performance.now() - at < FRESH_MS
  const { anchors } = await askedOnce(known, name, () => takeAnchors(ctx, list), isFresh)
  const anchor = anchors[Math.min(anchors.length, Math.floor(list.offset / EVERY)) - 1]
  if (!anchor) return undefined
  const sign = list.descending ? sql`<` : sql`>`
  const after = sql`(${list.key}, t.id) ${sign} (${anchor.key}, ${anchor.id})`
  return { rank: anchor.rank, after }
}

function anchorQuery({ table, key, where, descending }: DeepList): SQL {
  const direction = descending ? sql`desc` : sql`asc`
  return sql`select k, id, n from (
    select ${key} as k, t.id, row_number() over (order by ${key} ${direction}, t.id ${direction}) as n from ${table} t ${where}
  ) ranked where n % ${sql.raw(String(EVERY))} = 0 order by n`
}

async function takeAnchors(ctx: Ctx, list: DeepList): Promise<Anchors> {
  const rows = await rowsOf(ctx, anchorQuery(list))
  return {
    at: performance.now(),
    anchors: rows.map((row) => ({ rank: Number(row.n), key: String(row.k), id: Number(row.id) })),
  }
}
