import postgres from 'postgres'
import { knownMigrations, LOCK_MS, migrate } from '../http/db/migrate'
import { figure, latency, round } from './measure'

/** What migrations do to a table that people work in, and what takes it back. */
const MIGRATIONS = [
  ['a column with a default', 'alter table venda add column bench_a integer not null default 7;'],
  ['a check, not valid', 'alter table venda add constraint bench_c check ("vTotal" >= 0) not valid;'],
  ['… validated', '-- online\nalter table venda validate constraint bench_c;'],
  ['an index beside the work', '-- online\ncreate index concurrently if not exists bench_ix on venda (bench_a, id);'],
  [
    'a column filled in batches',
    `alter table venda add column bench_b integer;`,
    '-- online\n-- in batches of venda\nupdate venda set bench_b = id % 97 where id between $1 and $2 and bench_b is null;',
  ],
] as const
const UNDONE = `alter table venda drop constraint if exists bench_c, drop column if exists bench_a, drop column if exists bench_b, drop column if exists bench_d;
  delete from prumo_migracao where nome like '9999_bench%'`
/** How long a reader, such as a report, holds the table that a migration wants: without a bound, all would wait behind it for as long. */
const READER_MS = 3_000
const MOST_MS = LOCK_MS + 500

/** How long each kind of migration takes at this size, and the longest that whoever saves waits meanwhile; then one behind a reader who holds the table. */
export async function migrationWaits(url: string, sales: number, save: () => Promise<unknown>): Promise<void> {
  const owner = postgres(url, { max: 2, onnotice: () => undefined })
  await owner.unsafe(UNDONE)
  const known = [...knownMigrations()]
  const tell = async (name: string, migrating: () => Promise<unknown>) => {
    const { ms, waits } = await meanwhile(save, migrating)
    const told = latency(waits)
    const seconds = round(ms / 1000, 1)
    figure(
      `migration: ${name}`,
      { sales, seconds, saves: waits.length, ...told, bound_ms: MOST_MS },
      told.max <= MOST_MS,
    )
  }
  const next = (...parts: readonly string[]) => {
    for (const sql of parts) known.push({ name: `9999_bench_${100 + known.length}.sql`, sql, hash: 'bench' })
    return migrate(owner, known)
  }
  for (const [name, ...parts] of MIGRATIONS) await tell(name, () => next(...parts))
  await tell('a column behind a reader of 3 s', async () => {
    const reading = owner.begin(async (sql) => {
      await sql`select id from venda limit 1`
      await Bun.sleep(READER_MS)
    })
    await Bun.sleep(100)
    await Promise.all([reading, next('alter table venda add column bench_d integer;')])
  })
  await owner.unsafe(UNDONE)
  await owner.end()
}

/** Does a thing while somebody saves without a pause: how long it takes, and each save. */
async function meanwhile(
  save: () => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<{ ms: number; waits: number[] }> {
  const waits: number[] = []
  const over = new AbortController()
  const saving = (async () => {
    do {
      const from = performance.now()
      await save()
      waits.push(performance.now() - from)
    } while (!over.signal.aborted)
  })()
  const from = performance.now()
  await work()
  const ms = performance.now() - from
  over.abort()
  await saving
  return { ms, waits }
}
