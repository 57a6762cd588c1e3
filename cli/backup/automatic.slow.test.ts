import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { testDatabase, type TestDatabase } from '../../fixtures/test-database'
import { testServices } from '../../fixtures/test-services'
import { readSettings } from '../../http/settings'
import { install } from '../setup/install'
import { copiesIn, keepCopies, stateIn } from './automatic'
import { drill } from './drill'

const folder = mkdtempSync(join(tmpdir(), 'prumo-copias-'))
const dir = join(folder, 'copias')
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await install(
    testServices(database.pool),
    { adminEmail: undefined, adminPassword: 'uma senha longa' },
    { demo: false },
  )
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const at = (now: string, keep = { days: 2, weeks: 0, months: 0 }) =>
  keepCopies(database.url, { backupDir: dir, backupKeep: keep }, now)
const days = () => copiesIn(dir).map((one) => one.at.slice(0, 10))

describe('automatic copies', () => {
  it('begin a day after the folder is first used, come once a day, and only the newest stay', async () => {
    await at('2026-03-01T06:15:00.000Z')
    expect(days()).toEqual([])
    for (const now of ['2026-03-02T06:15:00.000Z', '2026-03-02T07:15:00.000Z', '2026-03-03T06:15:00.000Z'])
      await at(now)
    expect(days()).toEqual(['2026-03-03', '2026-03-02'])
    await at('2026-03-04T06:15:00.000Z')
    expect(days()).toEqual(['2026-03-04', '2026-03-03'])
    expect(statSync(copiesIn(dir)[0]?.file ?? '').mode & 0o077).toBe(0)
    expect(stateIn(dir)?.copia).toMatchObject({ dh: '2026-03-04T06:15:00.000Z', erro: null })
  }, 60_000)

  it('are proved by a restore once a week, in a database that is gone afterwards', async () => {
    expect(stateIn(dir)?.ensaio).toMatchObject({ dh: '2026-03-02T06:15:00.000Z', erro: null })
    await at('2026-03-09T06:15:00.000Z')
    expect(stateIn(dir)?.ensaio?.dh).toBe('2026-03-09T06:15:00.000Z')
    const left = await asOwner(
      database.url,
      (owner) => owner`select 1 from pg_database where datname like 'prumo_ensaio%'`,
    )
    expect(left).toHaveLength(0)
  }, 60_000)

  it('that a clock from the future made hold up no other', async () => {
    await at('2027-01-01T06:15:00.000Z')
    await at('2026-03-10T06:15:00.000Z')
    expect(days()).toContain('2026-03-10')
  }, 60_000)

  it('that cannot be restored or made are told of, and the last good one stays', async () => {
    const keep = { days: 1, weeks: 0, months: 0 }
    await at('2027-01-09T06:15:00.000Z', keep)
    const file = copiesIn(dir)[0]?.file ?? ''
    const whole = readFileSync(file)
    writeFileSync(file, whole.subarray(0, 2_000))
    // A week later no new copy could be made either: what is there is proved, and found wanting.
    const away = 'postgres://ninguem@127.0.0.1:9/nada'
    await expect(keepCopies(away, { backupDir: dir, backupKeep: keep }, '2027-01-16T06:15:00.000Z')).rejects.toThrow()
    expect(stateIn(dir)?.copia?.erro).toEqual(expect.any(String))
    await expect(drill(database.url, file)).rejects.toThrow(/danificado/)
    writeFileSync(file, whole)
    expect(copiesIn(dir)).toHaveLength(1)
  }, 60_000)
})

describe('settings', () => {
  it('name the folder, none, or the folder of the data, and how many are kept', () => {
    expect(readSettings({ PRUMO_DATA: '/d' })).toMatchObject({ backupDir: '/d/copias', backupKeep: { days: 7 } })
    expect(readSettings({ PRUMO_BACKUPS: '0' }).backupDir).toBeUndefined()
    expect(readSettings({ PRUMO_BACKUPS: '/c', PRUMO_BACKUP_KEEP: '30,8,12' })).toMatchObject({
      backupDir: '/c',
      backupKeep: { days: 30, weeks: 8, months: 12 },
    })
    expect(() => readSettings({ PRUMO_BACKUP_KEEP: 'muitas' })).toThrow(/PRUMO_BACKUP_KEEP/)
  })
})
