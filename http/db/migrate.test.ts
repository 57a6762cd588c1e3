import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../fixtures/test-database'
import { hasAll, knownMigrations, migrate } from './migrate'

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
