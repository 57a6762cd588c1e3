import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../../http/db/pool'
import { rowsOf } from '../../http/platform/context'
import { Vault } from '../../http/platform/vault'
import { bindAfterUpdate } from './services'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const query = (text: string) => server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, sql.raw(text)))

it('an update binds secrets to their rows, and nothing else does', async () => {
  const old = new Vault('test-secret').seal('segredo', 'empresa.tray_token').replace(/^s2/, 's1')
  await query(`update empresa set tray_token = '${old}'`)
  await bindAfterUpdate({ migrated: [] }, server.services)
  expect(await query('select tray_token from empresa')).toEqual([{ tray_token: old }])
  await bindAfterUpdate({ migrated: ['0029_x.sql'] }, server.services)
  const [row] = await query('select id, tray_token from empresa')
  expect(new Vault('test-secret').open(String(row?.tray_token), `empresa.tray_token#${Number(row?.id)}`)).toBe(
    'segredo',
  )
})
