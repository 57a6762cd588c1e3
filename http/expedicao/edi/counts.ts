import { sql } from 'drizzle-orm'
import { LINE_DIFFERS, LINE_DONE, LINE_IGNORED, LINE_WAITS } from '../../../core/fields/expedicao/edi'
import { type Ctx, rowsOf } from '../../platform/context'
import { insertRows, load, loadWhere, patchRows } from '../../platform/engine/write'
import type { Row } from '../../platform/resource'
import { type Edi, edi, type EdiLine, ediLinha } from './edi'

/** What of a file is done and what waits: always the number of its lines. Answers the file as it now stands. */
export async function counted(ctx: Ctx, { id }: Edi): Promise<Edi> {
  const of = (state: number) => sql`count(*) filter (where situacao = ${state})::int`
  const [row] = await rowsOf(
    ctx,
    sql`select count(*)::int as all, ${of(LINE_WAITS)} as waits, ${of(LINE_DIFFERS)} as differs, ${of(LINE_DONE)} as done, ${of(LINE_IGNORED)} as ignored
        from edi_linha where edi_id = ${id}`,
  )
  await patchRows(ctx, edi, [
    {
      id,
      qLinhas: row?.all ?? 0,
      qAplicadas: row?.done ?? 0,
      qPendentes: row?.waits ?? 0,
      qDivergentes: row?.differs ?? 0,
      qIgnoradas: row?.ignored ?? 0,
    },
  ])
  return load(ctx, edi, id)
}

const BATCH = 5_000

/** Writes down the lines of a file, of what `lineOf` makes them. They are its record: no history is kept beside. */
export async function addLines<T>(
  ctx: Ctx,
  { id, empresa_id }: Edi,
  told: readonly T[],
  lineOf: (one: T, at: number) => Row,
): Promise<void> {
  for (let at = 0; at < told.length; at += BATCH)
    await insertRows(
      ctx,
      ediLinha,
      told.slice(at, at + BATCH).map((one, index) => ({ ...lineOf(one, at + index), empresa_id, edi_id: id })),
    )
}

/** The lines of a file that wait, a page at a time, held: the largest files are never in memory whole. */
export async function* waitingLines(ctx: Ctx, { id }: Edi): AsyncGenerator<readonly EdiLine[]> {
  const rows = await rowsOf(
    ctx,
    sql`select id from edi_linha where edi_id = ${id} and situacao = ${LINE_WAITS} order by id`,
  )
  const ids = rows.map((row) => Number(row.id))
  for (let at = 0; at < ids.length; at += BATCH)
    yield loadWhere(ctx, ediLinha, 'id', ids.slice(at, at + BATCH), { lock: true })
}

/** Writes what became of lines. */
export async function tellLines(ctx: Ctx, edits: readonly (Row & { readonly id: number })[]): Promise<void> {
  for (let at = 0; at < edits.length; at += BATCH) await patchRows(ctx, ediLinha, edits.slice(at, at + BATCH))
}
