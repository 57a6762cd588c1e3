import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../fixtures/test-database'
import { toApiError } from '../platform/app'
import { rowsOf } from '../platform/context'
import { Pool, PoolBusy, SYSTEM } from './pool'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await testDatabase()
  pool = new Pool(database.url, { max: 2, waitMs: 100 })
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

describe('a pool whose connections are all held', () => {
  it('refuses after a while with 503, and serves again once one is free', async () => {
    const held = Promise.withResolvers<undefined>()
    const holders = [1, 2].map(() => pool.transaction(SYSTEM, () => held.promise))
    const one = () => pool.read(SYSTEM, (db) => rowsOf({ db }, sql`select 1 as n`))
    const late = await Promise.allSettled([one(), one(), one()])
    for (const each of late) expect(each).toMatchObject({ status: 'rejected', reason: expect.any(PoolBusy) })
    expect(toApiError(new PoolBusy())).toMatchObject({ status: 503, code: 'busy' })
    const soon = one()
    held.resolve(undefined)
    await Promise.all(holders)
    expect(await soon).toEqual([{ n: 1 }])
    expect(await Promise.all([one(), one(), one(), one()])).toHaveLength(4)
  })

  it('a transaction that meets others each time is refused with 409, after some tries', async () => {
    let tries = 0
    const clash = sql`do $$ begin raise exception 'met' using errcode = '40P01'; end $$`
    const refused = await pool
      .transaction(SYSTEM, async (db) => {
        tries++
        await db.execute(clash)
      })
      .catch(toApiError)
    expect([tries > 3, refused]).toMatchObject([true, { status: 409, code: 'conflict' }])
  })
})
