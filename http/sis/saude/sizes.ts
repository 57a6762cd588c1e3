import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { SYSTEM } from '../../db/pool'
import { clockOf, type Services } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { backgroundJob } from '../../platform/jobs/job'

const MOST_TABLES = 30

const TABLES = sql`select c.oid, c.relname as tabela, pg_total_relation_size(c.oid) as bytes from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`

/** Notes once a day how large each table is. */
export const noteSizes = backgroundJob(
  'sis.tamanhos',
  async (_, { services }) => {
    await services.pool.transaction(SYSTEM, async (db) => {
      await db.execute(
        sql`insert into medida_tabela (dia, tabela, bytes) select ${clockOf(services).today()}::date, tabela, bytes from (${TABLES}) t
            on conflict (tabela, dia) do update set bytes = excluded.bytes`,
      )
    })
  },
  { schedule: '41 4 * * *' },
)

/** By how many bytes table t grew in so many days: since the last day before them that was noted. */
const grewIn = ({ clock }: Pick<Ctx, 'clock'>, days: number) =>
  sql`t.bytes - (select m.bytes from medida_tabela m where m.tabela = t.tabela and m.dia <= ${clock.today()}::date - ${days}::int order by m.dia desc limit 1)`

/** The largest tables with their indexes: bytes, about how many rows, and by how many bytes they grew in 7 and in 30 days (`null` where nobody knows). */
export async function largestTables(ctx: Ctx): Promise<object[]> {
  const rows = await rowsOf(
    ctx,
    sql`select t.tabela, t.bytes::float8 as bytes, pg_stat_get_live_tuples(t.oid)::float8 as linhas, (${grewIn(ctx, 7)})::float8 as cresceu_7,
          (${grewIn(ctx, 30)})::float8 as cresceu_30
        from (${TABLES}) t order by t.bytes desc, t.tabela limit ${MOST_TABLES}`,
  )
  return rows
}

/** Tables that grew by more than so many bytes in 7 days, and by how many. */
export async function tablesThatGrew(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  most: number,
): Promise<readonly { readonly tabela: string; readonly cresceu: number }[]> {
  const rows = await rowsOf(
    ctx,
    sql`select tabela, cresceu::float8 from (select t.tabela, ${grewIn(ctx, 7)} as cresceu from (${TABLES}) t) g
        where cresceu > ${most} order by cresceu desc limit ${MOST_TABLES}`,
  )
  return rows.map(({ tabela, cresceu }) => ({ tabela: String(tabela), cresceu: Number(cresceu) }))
}

/** Bytes of the whole database. */
export async function databaseBytes(ctx: Ctx): Promise<number> {
  const [row] = await rowsOf(ctx, sql`select pg_database_size(current_database())::float8 as bytes`)
  return Number(row?.bytes)
}

/** How much room is left where an embedded database lies, in bytes; `null` for a database elsewhere, which does not tell. */
export async function freeDisk({
  watched,
}: Pick<Services, 'watched'>): Promise<{ livre: number; total: number } | null> {
  if (watched?.dataDir === undefined) return null
  const { bavail, blocks, bsize } = await statfs(watched.dataDir)
  return { livre: bavail * bsize, total: blocks * bsize }
}
