import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import type { Row } from '../platform/resource'
import { nextNumbers, type SeriesKey, startAt, upcoming } from '../platform/series'

/** The series of a company's codes of products: no fiscal document has this kind. */
export const productSeries = (ctx: Pick<Ctx, 'actor'>): SeriesKey => ({
  empresa_id: ctx.actor.empresa_id,
  tpDoc: 0,
  serie: 0,
  tpAmb: 1,
})

/** Codes of more digits are bar codes and numbers of other programs: the series does not follow them. */
const LONGEST = 7

/**
 * New products that come without a code are given the next ones of their company's series. One that somebody wrote by hand is not given again: where one is
 * met, the series goes on after the highest. The row is new in this transaction: its version and history hold the code from the start.
 */
export async function numberProducts(ctx: Ctx, records: readonly Row[]): Promise<void> {
  const ids = records.flatMap(({ id, codigo, versao }) => (versao === 1 && !codigo ? [Number(id)] : []))
  // The program itself, in no company, numbers nothing.
  if (ids.length === 0 || ctx.actor.empresa_id === 0) return
  const key = productSeries(ctx)
  const codes = await nextNumbers(ctx, key, { recurso: 'mercadoria', registros: ids })
  const free = (await taken(ctx, codes)) ? await afterHighest(ctx, key, ids) : codes
  await ctx.db.execute(
    sql`update mercadoria t set codigo = x.codigo
        from unnest(${`{${ids.join(',')}}`}::int[], ${`{${free.join(',')}}`}::text[]) x (id, codigo) where t.id = x.id`,
  )
}

async function taken(ctx: Ctx, codes: readonly number[]): Promise<boolean> {
  const rows = await rowsOf(
    ctx,
    sql`select 1 from mercadoria where codigo = any (${`{${codes.join(',')}}`}::text[]) limit 1`,
  )
  return rows.length > 0
}

async function afterHighest(ctx: Ctx, key: SeriesKey, registros: readonly number[]): Promise<number[]> {
  const [row] = await rowsOf(
    ctx,
    sql`select coalesce(max(codigo::int), 0) as highest from mercadoria where codigo ~ ${`^[0-9]{1,${LONGEST}}$`}`,
  )
  await startAt(ctx, key, Math.max(Number(row?.highest ?? 0) + 1, await upcoming(ctx, key)))
  return nextNumbers(ctx, key, { recurso: 'mercadoria', registros })
}
