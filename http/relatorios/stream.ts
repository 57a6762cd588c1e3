import { type SQL, sql } from 'drizzle-orm'
import { PLANNED_ANEW } from '../db/pool'
import { type Context, type Services, withCtx } from '../platform/app'
import { type Ctx, rowsOf } from '../platform/context'
import { log } from '../platform/log'
import type { Row } from '../platform/resource'

const BATCH = 500
/** Nobody holds a connection longer than this for one report. */
const LIFE_MS = 120_000
const WAIT_MS = 10

/** Reads a query's rows through a cursor, in batches; stops after `limit` rows and tells whether there were more. */
export async function eachBatch(
  ctx: Ctx,
  query: SQL,
  limit: number,
  take: (rows: readonly Row[]) => Promise<boolean> | boolean,
): Promise<{ more: boolean }> {
  await ctx.db.execute(sql`${PLANNED_ANEW}declare relatorio no scroll cursor for ${query}`)
  for (let read = 0; ;) {
    const rows = await rowsOf(ctx, sql`${PLANNED_ANEW}fetch ${sql.raw(String(BATCH))} from relatorio`)
    const kept = rows.slice(0, limit - read)
    read += kept.length
    if (!(await take(kept))) return { more: false }
    if (kept.length < rows.length) return { more: true }
    if (rows.length < BATCH) return { more: false }
  }
}

/** What is written of the rows that come. */
export interface Writing {
  readonly query: (ctx: Ctx) => SQL
  readonly limit: number
  readonly head: (ctx: Ctx) => Promise<string> | string
  readonly rows: (rows: readonly Row[]) => string
  /** `more` when the limit cut rows off. */
  readonly foot: (more: boolean) => string
}

/**
 * Streams a text that is made of a query's rows: nothing is held in memory but a batch, the reader sets the pace, and a reader who
 * leaves ends it. Rejects as any call does while nothing was sent yet.
 */
export async function streamText(
  services: Services,
  c: Context,
  writing: Writing,
): Promise<ReadableStream<Uint8Array>> {
  const started = Promise.withResolvers<void>()
  const gone = new AbortController()
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const until = Date.now() + LIFE_MS
        const send = async (text: string): Promise<boolean> => {
          if (text !== '') controller.enqueue(encoder.encode(text))
          started.resolve()
          while ((controller.desiredSize ?? 0) <= 0 && !gone.signal.aborted && Date.now() < until)
            await Bun.sleep(WAIT_MS)
          if (Date.now() >= until) throw new Error('A report was read too slowly.')
          return !gone.signal.aborted
        }
        const write = async (ctx: Ctx): Promise<void> => {
          let head: string | undefined = await writing.head(ctx)
          const { more } = await eachBatch(ctx, writing.query(ctx), writing.limit, (rows) => {
            const text = (head ?? '') + writing.rows(rows)
            head = undefined
            return send(text)
          })
          if (!gone.signal.aborted) await send(writing.foot(more))
        }
        withCtx(services, c, 'write', write).then(
          () => (gone.signal.aborted ? undefined : controller.close()),
          (error: unknown) => {
            started.reject(error)
            log.warn('Relatório interrompido: {error}', { error: error instanceof Error ? error.message : 'erro' })
            if (!gone.signal.aborted) controller.error(error)
          },
        )
      },
      cancel: () => gone.abort(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 256 * 1024 }),
  )
  await started.promise
  return stream
}
