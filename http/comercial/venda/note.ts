import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'

/** Whether a sale has a note that lives: on its way, refused and not given up, or authorised. A draft is none yet. */
export async function hasLiveNote(ctx: Pick<Ctx, 'db'>, venda_id: number): Promise<boolean> {
  const [row] = await rowsOf(
    ctx,
    sql`select 1 from nfe where venda_id = ${venda_id} and nfce_id is null and "dhAssinatura" is not null and "dhCancelamento" is null and "dhAbandono" is null and "dhDenegacao" is null limit 1`,
  )
  return row !== undefined
}
