import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { cliente } from '../cadastros/pessoas'
import { CallerGone, faultIn } from '../db/faults'
import { SYSTEM } from '../db/pool'
import { systemCtx } from './app'
import { customFieldsOf } from './custom/definitions'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

it('a caller who leaves in the middle takes nobody along who waits for the same', async () => {
  const { pool, services, empresa_id } = server
  const { actor } = await pool.read(SYSTEM, async (db) => systemCtx(services, db, [empresa_id], empresa_id))
  const ask = (signal?: AbortSignal) =>
    pool.read(SYSTEM, (db) => customFieldsOf({ ...systemCtx(services, db, [], empresa_id), actor }, cliente), signal)
  const leaves = new AbortController()
  const calls = await asOwner(pool.url, (owner) =>
    owner.begin(async (held) => {
      await held`lock table custom_field in access exclusive mode`
      const waiting = () => held`select 1 from pg_locks where relation = 'custom_field'::regclass and not granted`
      const first = ask(leaves.signal).catch((error: unknown) => error)
      while ((await waiting()).length === 0) await Bun.sleep(10)
      const second = ask().catch((error: unknown) => error)
      await Bun.sleep(20)
      leaves.abort()
      return { first: await first, second }
    }),
  )
  expect(faultIn(calls.first, CallerGone)).toBeDefined()
  expect(await calls.second).toEqual([])
})
