import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withDatabase } from './connect'
import { type EmbeddedPostgres, startEmbedded } from './embedded'
import { migrate } from './migrate'

/** A table that the database cleans by itself as soon as it may, for minutes. */
const TABLE = `drop table if exists grande; create table grande (id integer, x text) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1);
  insert into grande select n, repeat('x', 500) from generate_series(1, 20000) n; delete from grande where id % 2 = 0;
  alter table grande owner to sem_poder`

const folder = mkdtempSync(join(tmpdir(), 'prumo-vacuum-'))
let server: EmbeddedPostgres
let owner: postgres.Sql
beforeAll(async () => {
  chmodSync(folder, 0o755)
  server = await startEmbedded(folder, { flags: ['autovacuum_naptime=1s', 'fsync=off'] })
  owner = postgres(withDatabase(server.url, 'postgres'), { max: 2, onnotice: () => undefined })
  await owner.unsafe(`create role sem_poder login password 'x'; grant all on schema public to sem_poder`)
})
afterAll(async () => {
  await owner.end()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a migration of a table that the database is cleaning', () => {
  beforeEach(async () => {
    await owner.unsafe(TABLE)
    const cleaning = async () =>
      (await owner`select from pg_stat_progress_vacuum where relid = 'grande'::regclass`).length
    await expect.poll(cleaning, { timeout: 20_000 }).toBe(1)
  })
  const add = (name: string) => ({ name, sql: `alter table grande add column c integer`, hash: 'h' })

  it('has its turn at once, where it may hurry the database', async () => {
    await owner`drop table if exists prumo_migracao`
    const one = postgres(withDatabase(server.url, 'postgres'), { max: 1, onnotice: () => undefined })
    expect(await migrate(one, [add('1.sql')], [])).toEqual(['1.sql'])
    // The connection goes back as it came.
    const [told] = await one`show deadlock_timeout`
    await one.end()
    expect(told).toEqual({ deadlock_timeout: '1s' })
  })

  it('has its turn after a few tries, where it may not', async () => {
    await owner`drop table if exists prumo_migracao`
    const { host } = new URL(server.url)
    const plain = postgres(`postgres://sem_poder:x@${host}/postgres`, { max: 2, onnotice: () => undefined })
    expect(await migrate(plain, [add('2.sql')], [1, 1, 1, 1])).toEqual(['2.sql'])
    await plain.end()
  })
})
