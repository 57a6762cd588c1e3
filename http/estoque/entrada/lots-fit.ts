import { sql } from 'drizzle-orm'
import { shortNumber } from '../../../core/fields/show'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { invalid } from '../../platform/errors'

/** The lots of items are no more than they bring. Throws 422. */
export async function assertLotsFit(ctx: Ctx, items: readonly number[]): Promise<void> {
  const [wrong] = await rowsOf(
    ctx,
    sql`select i."qTrib", r.lots from entrada_mercadoria i
        join lateral (select sum("qTrib") as lots from entrada_mercadoria_rastreio r where r.entrada_mercadoria_id = i.id) r on r.lots > i."qTrib"
        where i.id = any (${intArray([...new Set(items)])}::int[]) limit 1`,
  )
  if (!wrong) return
  const [lots, came] = [shortNumber(String(wrong.lots), 4), shortNumber(String(wrong.qTrib), 4)]
  throw invalid({ rastreio_list: [`Os lotes somam ${lots}, mais do que a quantidade do item, ${came}.`] })
}
