import { sql } from 'drizzle-orm'
import { type Pool, SYSTEM } from '../../db/pool'

/** A road from one place to another, by the keys of both, as it is kept. */
export interface Road {
  readonly de: string
  readonly para: string
  /** Whole seconds and metres; `NO_WAY` where there is none. */
  readonly segundos: number
  readonly metros: number
  /** How it runs, where a map asked for that: an encoded polyline of five decimals. */
  readonly desenho?: string
}

/** What is kept as `t` counts for half a year; then it is asked for anew. */
export const FRESH = sql`t.dh > now() - interval '180 days'`

/** Keeps roads; how one runs stays beside newer figures as long as it counts. */
export async function keepRoads(pool: Pool, roads: readonly Road[]): Promise<void> {
  await pool.transaction(SYSTEM, async (db) => {
    // In one order, so that two who keep the same roads wait for each other and neither for both.
    await db.execute(
      sql`insert into trecho_rota as t (de, para, segundos, metros, desenho)
          select distinct on (de, para) de, para, segundos, metros, desenho from jsonb_populate_recordset(null::trecho_rota, ${JSON.stringify(roads)}::jsonb)
          where de <> para order by de, para
          on conflict (de, para) do update set segundos = excluded.segundos, metros = excluded.metros, dh = now(),
            desenho = coalesce(excluded.desenho, case when ${FRESH} then t.desenho end)`,
    )
  })
}
