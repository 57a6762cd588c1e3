import { sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context'
import { insert, update } from '../../platform/engine/write'
import type { RecordOf } from '../../platform/resource'
import type { SheetRow } from './check'
import { withOwn } from './columns'
import { importacao } from './importacao'
import type { ImportKind } from './kind'
import type { SheetSource } from './sheet/source'
import { readingOf, Survey } from './survey'
import { memoryKeeper } from './tidy-memory'

export type Batch = RecordOf<typeof importacao>

/** Rows that are stored, checked and written by one statement. */
export const CHUNK = 1_000

/**
 * Reads a table into a new batch: all of its rows as they are, with the row of names found and the columns mapped. Nothing is checked yet.
 * Throws 400 for a file without rows or beyond the limits.
 */
export async function stage(ctx: Ctx, kind: ImportKind, source: SheetSource, arquivo: string): Promise<Batch> {
  const batch = await insert(ctx, importacao, {
    tipo: kind.name,
    arquivo: arquivo.slice(0, 200),
    formato: source.formato,
    user_id: ctx.actor.id || null,
  })
  const survey = new Survey()
  const tidy = memoryKeeper()
  for await (const piece of source.pieces) {
    const taken = survey.hear(piece)
    for (let from = 0; from < taken.length; from += CHUNK) {
      await store(ctx, batch, taken.slice(from, from + CHUNK))
      tidy()
    }
  }
  const reading = await readingOf(ctx, await withOwn(ctx, kind), survey)
  await ctx.db.execute(sql`delete from importacao_linha where importacao_id = ${batch.id} and ordem > ${survey.end}`)
  return update(ctx, importacao, batch, { ...reading }, 'le')
}

async function store(ctx: Ctx, batch: Batch, rows: readonly SheetRow[]): Promise<void> {
  await ctx.db.execute(sql`
    insert into importacao_linha (importacao_id, ordem, linha, celulas)
    select ${batch.id}, ordem, linha, celulas from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (ordem int, linha int, celulas jsonb)`)
}
