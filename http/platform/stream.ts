import { type SQL, sql } from 'drizzle-orm'
import { PLANNED_ANEW } from '../db/pool'
import { type Context, type Services, withCtx } from './app'
import { type Ctx, rowsOf } from './context'
import { ApiError } from './errors'
import { log } from './log'
import type { Row } from './resource'

const BATCH = 500
/** Nobody holds a connection longer than this for one report or export. */
const LIFE_MS = 120_000

/** Downloads of one user that this process serves at a time; all together hold at most half of its connections. */
const PER_USER = 2
const open = new WeakMap<Services['pool'], (number | string)[]>()

/** Takes a place among the downloads that run, for a user, or for whoever else is told; answers how to give it back. Throws 429 when there is none. */
export function takePlace(services: Services, id: number | string): () => void {
  const users = open.get(services.pool) ?? []
  open.set(services.pool, users)
  const refused = (message: string) =>
    new ApiError(429, 'too_many_requests', message, undefined, { 'Retry-After': '30' })
  if (users.filter((one) => one === id).length >= PER_USER)
    throw refused(`Você já está baixando ${PER_USER} arquivos. Espere que um deles termine e tente de novo.`)
  if (users.length >= Math.max(1, Math.floor(services.pool.size / 2)))
    throw refused('Há muitos arquivos sendo baixados agora. Aguarde um pouco e tente de novo.')
  users.push(id)
  return () => void users.splice(users.indexOf(id), 1)
}

/** Rows that are asked for, or that are here already. */
export type Asked = SQL | readonly Row[]

const areHere = (asked: Asked): asked is readonly Row[] => Array.isArray(asked)

/** Rows of a query as they come; the last batch tells whether the limit cut rows off. */
export interface Batch {
  readonly rows: readonly Row[]
  readonly last: boolean
  readonly more: boolean
}

/**
 * Reads a query's rows through a cursor of the caller's transaction, which may be one that only reads, batch by batch, as they are taken; the last tells whether there were more than `limit`. Rows that are here already are
 * one batch.
 */
export async function* batchesOf(ctx: Ctx, query: Asked, limit: number): AsyncGenerator<Batch, void> {
  if (areHere(query)) {
    yield { rows: query.slice(0, limit), last: false, more: false }
    yield { rows: [], last: true, more: query.length > limit }
    return
  }
  await ctx.db.execute(sql`${PLANNED_ANEW}declare lista no scroll cursor for ${query}`)
  for (let read = 0; ;) {
    const rows = await rowsOf(ctx, sql`${PLANNED_ANEW}fetch ${sql.raw(String(BATCH))} from lista`)
    const kept = rows.slice(0, limit - read)
    read += kept.length
    yield { rows: kept, last: false, more: false }
    const more = kept.length < rows.length
    if (!more && rows.length === BATCH) continue
    yield { rows: [], last: true, more }
    return
  }
}

/** As `batchesOf`, given to `take` until it answers false; tells whether the limit cut rows off. */
export async function eachBatch(
  ctx: Ctx,
  query: Asked,
  limit: number,
  take: (rows: readonly Row[]) => Promise<boolean> | boolean,
): Promise<{ more: boolean }> {
  for await (const { rows, last, more } of batchesOf(ctx, query, limit)) {
    if (last) return { more }
    if (!(await take(rows))) return { more: false }
  }
  return { more: false }
}

/** What is read: how many rows at most, of a query that is made with the caller's own connection. */
export interface Source {
  readonly query: (ctx: Ctx) => Promise<Asked> | Asked
  readonly limit: number
}

/**
 * The rows of a query in batches, at the reader's pace: nothing is held in memory but two batches, and a reader who leaves ends it. Rejects as any call
 * does while nothing was read yet, with 429 where too many are read already; a reader who takes longer than two minutes is cut off.
 */
export async function rowBatches(
  services: Services,
  c: Context,
  { query, limit }: Source,
): Promise<AsyncGenerator<Batch, void>> {
  const leave = takePlace(services, c.get('actor').id)
  const { readable, writable } = new TransformStream<Batch, Batch>()
  const writer = writable.getWriter()
  const slow = setTimeout(() => void writer.abort(new Error('It was read too slowly.')), LIFE_MS)
  let begun = false
  const read = async (ctx: Ctx): Promise<void> => {
    // Where it was given up in the middle it is not begun anew: the reader has the first rows.
    if (begun) throw new Error('O banco interrompeu a leitura.')
    const { more } = await eachBatch(ctx, await query(ctx), limit, async (rows) => {
      begun = true
      await writer.write({ rows, last: false, more: false })
      return true
    })
    await writer.write({ rows: [], last: true, more })
  }
  let left = false
  withCtx(services, c, 'snapshot', read)
    .then(
      () => writer.close(),
      async (error: unknown) => {
        if (!left) log.warn('Leitura interrompida: {error}', { error: error instanceof Error ? error.message : 'erro' })
        await writer.abort(error)
      },
    )
    .catch(() => undefined) // the reader has left: there is nobody to tell
    .finally(() => {
      clearTimeout(slow)
      leave()
    })
  const reader = readable.getReader()
  const first = await reader.read()
  return (async function* batches() {
    try {
      for (let next = first; !next.done; next = await reader.read()) yield next.value
    } finally {
      left = true
      await reader.cancel().catch(() => undefined) // it has ended by itself
    }
  })()
}

/** Pieces as a body: made when the reader wants them, ended when the reader leaves. */
export function bodyOf(pieces: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await pieces.next()
          if (next.done) controller.close()
          else controller.enqueue(next.value)
        } catch (error) {
          controller.error(error)
        }
      },
      cancel: async () => {
        await pieces.return()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 256 * 1024 }),
  )
}

/** What is written of the rows that come. */
export interface Writing {
  readonly query: (ctx: Ctx) => Promise<Asked> | Asked
  readonly limit: number
  readonly head: (ctx: Ctx) => Promise<string> | string
  readonly rows: (rows: readonly Row[]) => string
  /** `more` when the limit cut rows off. */
  readonly foot: (more: boolean) => string
}

/** Streams a text that is made of a query's rows. Rejects as any call does while nothing was sent yet. */
export async function streamText(
  services: Services,
  c: Context,
  writing: Writing,
): Promise<ReadableStream<Uint8Array>> {
  let head = ''
  const batches = await rowBatches(services, c, {
    limit: writing.limit,
    query: async (ctx) => {
      head = await writing.head(ctx)
      return writing.query(ctx)
    },
  })
  const encoder = new TextEncoder()
  return bodyOf(
    (async function* pieces() {
      yield encoder.encode(head)
      for await (const { rows, last, more } of batches)
        yield encoder.encode(last ? writing.foot(more) : writing.rows(rows))
    })(),
  )
}
