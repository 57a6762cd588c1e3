import { sql } from 'drizzle-orm'
import type { Ctx } from '../platform/context'

/** Another system writes with our key: nothing more is numbered by the series until somebody has looked. */
export async function stopSeries(ctx: Ctx, serie_numero_id: number | null): Promise<void> {
  await ctx.db.execute(sql`update serie_numero set ativo = false, versao = versao + 1 where id = ${serie_numero_id}`)
}
