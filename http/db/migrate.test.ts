import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../fixtures/test-database'
import { hasAll, knownMigrations, migrate } from './migrate'
import { onlineText, parted, stepsOf } from './online'

let database: TestDatabase
let owner: postgres.Sql
beforeAll(async () => {
  database = await testDatabase()
  owner = postgres(database.url, { max: 8, onnotice: () => undefined })
})
afterAll(async () => {
  await owner.end()
  await database.close()
})

const extra = { name: '9999_extra.sql', sql: 'create table extra (id integer)', hash: 'h' }

const isMigrated = async () => hasAll((await owner`select nome from prumo_migracao`).map(({ nome }) => nome))

describe('migrations', () => {
  it('a migrated database has nothing left to do', async () => {
    expect(await migrate(owner)).toEqual([])
    expect(await isMigrated()).toBe(true)
  })

  it('a database that is newer than the program is refused, and left as it is', async () => {
    const older = knownMigrations().slice(0, -1)
    await expect(migrate(owner, older)).rejects.toThrow(/versão mais nova do Prumo/)
    expect(await isMigrated()).toBe(true)
  })

  it('a migration that changed after it was applied is refused', async () => {
    const changed = knownMigrations().map((one, at) => (at === 0 ? { ...one, hash: 'other' } : one))
    await expect(migrate(owner, changed)).rejects.toThrow(/mudou depois de aplicada/)
  })

  it('one that fails leaves nothing behind, and says which', async () => {
    const broken = { name: '9998_quebrada.sql', sql: 'create table meia (id integer); select nada_disso()', hash: 'h' }
    await expect(migrate(owner, [...knownMigrations(), broken])).rejects.toThrow(/9998_quebrada/)
    expect(await owner`select to_regclass('meia') as found`).toMatchObject([{ found: null }])
  })

  it('is applied once, when several servers start together', async () => {
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(owner, [...knownMigrations(), extra])))
    expect(applied.flat()).toEqual([extra.name])
  })
})

describe('a migration and those who work meanwhile', () => {
  const known = [...knownMigrations(), extra]
  const add = (name: string, sql: string) => {
    known.push({ name, sql, hash: 'h' })
    return known
  }
  const waiting = async () =>
    (await owner`select from pg_locks where not granted and mode = 'AccessExclusiveLock'`).length > 0

  /** Holds what a migration of `extra` waits for until `meanwhile` is over. */
  async function held<T>(meanwhile: () => Promise<T>): Promise<T> {
    const reader = await owner.reserve()
    try {
      await reader.unsafe('begin; select * from extra')
      return await meanwhile()
    } finally {
      await reader.unsafe('commit')
      reader.release()
    }
  }

  it('what is held does not queue everybody behind it: it lets them pass and tries again', async () => {
    let migrated: Promise<readonly string[]> | undefined
    await held(async () => {
      migrated = migrate(owner, add('9999_x1.sql', 'alter table extra add column x integer'))
      await expect.poll(waiting).toBe(true)
      await owner.begin(async (sql) => {
        await sql.unsafe(`set local statement_timeout = '10s'; insert into extra (id) values (1)`)
      })
      await expect.poll(waiting).toBe(true)
    })
    expect(await migrated).toEqual(['9999_x1.sql'])
  })

  it('is refused where it is held for good, says whose work is open for the longest, and leaves nothing behind', async () => {
    const refused = held(() => migrate(owner, add('9999_x2.sql', 'alter table extra add column y integer'), [1]))
    await expect(refused).rejects.toThrow(/9999_x2.*Há mais tempo em uma transação: a sessão \d+/)
    expect(await migrate(owner, known)).toEqual(['9999_x2.sql'])
  })
})

describe('a migration that runs beside the work', () => {
  const online = (...lines: readonly string[]) => [
    ...knownMigrations(),
    extra,
    ...['9999_x1.sql', '9999_x2.sql'].map((name) => ({ name, sql: '', hash: 'h' })),
    { name: '9999_x3.sql', sql: `-- online\n${lines.join('\n')}\n`, hash: 'h' },
  ]
  const INDEX = 'create unique index concurrently if not exists extra_id_uk on extra (id);'

  it('goes on where it was broken off: an index that was not built to its end is begun anew', async () => {
    await owner`insert into extra (id) values (1)`
    await expect(
      migrate(owner, online('alter table extra add column if not exists z integer;', INDEX)),
    ).rejects.toThrow(/9999_x3/)
    await owner`delete from extra`
    await owner`insert into extra (id) select n from generate_series(3, 12000) n`
    const lines = [
      'alter table extra add column if not exists z integer;',
      INDEX,
      '-- in batches of extra',
      'update extra set z = id * 2 where id between $1 and $2 and z is null;',
    ]
    const applied = await Promise.all([1, 2, 3].map(() => migrate(owner, online(...lines))))
    expect(applied.flat()).toEqual(['9999_x3.sql'])
    expect(await owner`select count(*)::int as n from extra where z is distinct from id * 2`).toEqual([{ n: 0 }])
    expect(
      await owner`select indisvalid, indisunique from pg_index where indexrelid = 'extra_id_uk'::regclass`,
    ).toEqual([{ indisvalid: true, indisunique: true }])
  })

  it('is what the generator makes of indexes and references of tables that have rows', () => {
    const made = [
      'CREATE TABLE "novo" (id integer);',
      'ALTER TABLE "velho" ADD COLUMN "novo_id" integer;',
      'ALTER TABLE "novo" ADD CONSTRAINT "a_fk" FOREIGN KEY ("x") REFERENCES "public"."velho"("id");',
      'ALTER TABLE "velho" ADD CONSTRAINT "b_fk" FOREIGN KEY ("novo_id") REFERENCES "public"."novo"("id");',
      'CREATE INDEX "novo_ix" ON "novo" USING btree ("id");',
      'CREATE UNIQUE INDEX "velho_uk" ON "velho" USING btree ("novo_id") WHERE "novo_id" > 0;',
    ]
    const { atOnce, online: beside } = parted(made, (table) => table === 'novo')
    expect(atOnce).toEqual([
      ...made.slice(0, 3),
      'ALTER TABLE "velho" ADD CONSTRAINT "b_fk" FOREIGN KEY ("novo_id") REFERENCES "public"."novo"("id") NOT VALID;',
      made[4],
    ])
    expect(stepsOf(onlineText(beside)).map(({ sql }) => sql)).toEqual([
      'ALTER TABLE "velho" VALIDATE CONSTRAINT "b_fk"',
      'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "velho_uk" ON "velho" USING btree ("novo_id") WHERE "novo_id" > 0',
    ])
  })
})
