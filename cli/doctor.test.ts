import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../fixtures/as-owner'
import { testDatabase, type TestDatabase } from '../fixtures/test-database'
import { testServices } from '../fixtures/test-services'
import { knownMigrations } from '../http/db/migrate'
import { readSettings } from '../http/settings'
import { databaseFindings } from './doctor-database'
import { install } from './setup/install'

/** Doctor looks, and does nothing else. */

const folder = mkdtempSync(join(tmpdir(), 'prumo-doctor-'))
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await install(
    testServices(database.pool),
    { adminEmail: undefined, adminPassword: 'uma senha longa' },
    { demo: true },
  )
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const look = async (env: Record<string, string> = {}) => {
  const settings = readSettings({ PRUMO_DATA: folder, DATABASE_URL: database.url, ...env })
  return new Map((await databaseFindings(settings)).map((one) => [one.name, one]))
}
const asked = (query: string) => asOwner(database.url, (owner) => owner.unsafe(query))

describe('the books', () => {
  it('are proved, and what does not add up is named', async () => {
    expect((await look()).get('livros')).toMatchObject({ state: 'ok', detail: expect.stringMatching(/^\d+ provas/) })
    await asked(`update mercadoria_saldo set q_total = q_total + 1 where id = (select min(id) from mercadoria_saldo)`)
    expect((await look()).get('livros')).toMatchObject({
      state: 'falha',
      detail: expect.stringContaining('saldo da mercadoria = soma do livro de estoque: 1 não conferem'),
    })
    await asked(`update mercadoria_saldo set q_total = q_total - 1 where id = (select min(id) from mercadoria_saldo)`)
  })
})

describe('what is not there is not made', () => {
  it('no key, no database', async () => {
    expect((await look()).get('segredos guardados')?.state).toBe('ok')
    const empty = mkdtempSync(join(folder, 'vazia-'))
    expect((await look({ PRUMO_DATA: empty, DATABASE_URL: '' })).get('banco de dados')).toMatchObject({
      detail: expect.stringContaining('ainda não há'),
    })
    expect(readdirSync(folder, { recursive: true }).filter((name) => !String(name).endsWith('.lock'))).toEqual([
      expect.stringContaining('vazia-'),
    ])
  })

  it('no migration is applied', async () => {
    const last = knownMigrations().at(-1)?.name
    await asked(`delete from prumo_migracao where nome = '${last}'`)
    expect((await look()).get('banco de dados')).toMatchObject({
      state: 'atenção',
      detail: expect.stringContaining('1 migrações por aplicar'),
    })
    expect(await asked(`select 1 from prumo_migracao where nome = '${last}'`)).toHaveLength(0)
  })
})
