import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { testDatabase, type TestDatabase } from '../../fixtures/test-database'
import { toApiError } from '../platform/error-answer'
import { rowsOf } from '../platform/context'
import { CallerGone, DatabaseAway, faultIn, PoolBusy, WorkEnded } from './faults'
import { Pool, SYSTEM } from './pool'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await testDatabase()
  pool = new Pool(database.url, { max: 4, waitMs: 100, lockMs: 2_000 })
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

const one = (signal?: AbortSignal) => pool.read(SYSTEM, (db) => rowsOf({ db }, sql`select 1 as n`), signal)
const write = (query: string, signal?: AbortSignal, user?: number) =>
  pool.transaction(
    { ...SYSTEM, ...(user === undefined ? {} : { user }) },
    (db) => rowsOf({ db }, sql.raw(query)),
    signal,
  )
const sleeping = async (what = 'pg_sleep'): Promise<number> =>
  asOwner(database.url, async (owner) => {
    const rows =
      await owner`select 1 from pg_stat_activity where datname = current_database() and query like ${`%${what}%`} and state = 'active' and pid <> pg_backend_pid()`
    return rows.length
  })
/** Ends every connection of this database but the asking one, as a server that restarts does. */
const endAll = async (which = 'true') =>
  asOwner(database.url, async (owner) => {
    const ended = await owner.unsafe(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${which}`,
    )
    return ended.length
  })
const until = async (ready: () => Promise<boolean>) => {
  for (let tries = 0; !(await ready()) && tries < 200; tries++) await Bun.sleep(20)
}

describe('what comes back', () => {
  it('of work that fails before it asks anything is its error, and its connection is at rest', async () => {
    const alone = new Pool(database.url, { max: 1 })
    const context = { ...SYSTEM, timeZone: 'America/Manaus' }
    const failing = alone.read(context, () => {
      throw new Error('refused at once')
    })
    await expect(failing).rejects.toThrow('refused at once')
    const [row] = await alone.read(context, (db) => rowsOf({ db }, sql`select current_setting('TimeZone') as zone`))
    expect(row).toEqual({ zone: 'America/Manaus' })
    await alone.close()
  })

  it('lists come as lists, of any type that a column or an aggregate has', async () => {
    const [row] = await pool.read(SYSTEM, (db) =>
      rowsOf(
        { db },
        sql`select array['a,b', 'c"d', null]::text[] as texts, array[1, 2] as numbers, array[1.50, 2]::numeric[] as exact, array[true, false] as flags,
          array_agg(date '2026-11-25') as days, array['{"a": 1}'::jsonb] as objects, '{}'::int[] as none, 'x{y}' as text`,
      ),
    )
    expect(row).toEqual({
      texts: ['a,b', 'c"d', null],
      numbers: [1, 2],
      exact: ['1.50', '2'],
      flags: [true, false],
      days: ['2026-11-25'],
      objects: [{ a: 1 }],
      none: [],
      text: 'x{y}',
    })
  })
})

/** Transactions that hold their connections until they are let go. */
function holders(count: number) {
  const held = Promise.withResolvers<undefined>()
  const begun = Array.from({ length: count }, () => Promise.withResolvers<undefined>())
  const all = begun.map((each) =>
    pool.transaction(SYSTEM, async () => {
      each.resolve(undefined)
      await held.promise
    }),
  )
  return {
    ready: Promise.all(begun.map((each) => each.promise)),
    end: async () => {
      held.resolve(undefined)
      await Promise.all(all)
    },
  }
}

describe('a pool whose connections are all held', () => {
  it('refuses writers after a while with 503, and lets in those who only read', async () => {
    const holding = holders(3)
    await holding.ready
    await expect(write('select 1')).rejects.toBeInstanceOf(PoolBusy)
    expect(toApiError(new PoolBusy())).toMatchObject({ status: 503, code: 'busy', headers: { 'Retry-After': '5' } })
    expect(await Promise.all([one(), one(), one(), one()])).toHaveLength(4)
    await holding.end()
    expect(await Promise.all([1, 2, 3, 4, 5].map(() => write('select 1 as n')))).toHaveLength(5)
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

describe('a read that is refused at once', () => {
  it('leaves nothing under way: who has the connection next is told nothing of before', async () => {
    const single = new Pool(database.url, { max: 1 })
    const refuse = (empresa: number) =>
      single.read({ ...SYSTEM, empresas: [empresa] }, () => {
        throw new Error(`refused ${empresa}`)
      })
    const shown = (empresa: number) =>
      single.read({ ...SYSTEM, empresas: [empresa] }, (db) =>
        rowsOf({ db }, sql`select current_setting('prumo.empresas') as e`),
      )
    for (let round = 0; round < 20; round++) {
      await expect(refuse(1)).rejects.toThrow('refused 1')
      if (round % 2 === 0) await new Promise(setImmediate)
      await expect(refuse(2)).rejects.toThrow('refused 2')
      expect(await shown(1)).toEqual([{ e: '1' }])
    }
    await expect(refuse(3)).rejects.toThrow('refused 3')
    await single.close()
  })
})

describe('a statement that fails after some of its rows have come', () => {
  it.each(['read', 'transaction'] as const)(
    'leaves nothing in what is answered next on its connection, by a %s',
    async (way) => {
      const single = new Pool(database.url, { max: 1 })
      // Rows are sent as soon as some kilobytes of them are ready.
      const breaks = sql`select repeat('x', 9000) as text, 1 / (3 - n) as n from generate_series(1, 5) n`
      for (let round = 0; round < 3; round++) {
        await expect(single.read(SYSTEM, (db) => rowsOf({ db }, breaks))).rejects.toThrow()
        expect(await single[way](SYSTEM, (db) => rowsOf({ db }, sql`select 7 as n`))).toEqual([{ n: 7 }])
      }
      await single.close()
    },
  )
})

describe('of things done side by side, one fails', () => {
  it.each(['read', 'transaction'] as const)(
    'what another asks after that is not asked of the database, in a %s',
    async (way) => {
      const single = new Pool(database.url, { max: 1, role: null })
      await single.transaction(SYSTEM, (db) => rowsOf({ db }, sql`create table left_over as select 0 as n`))
      const refused = Promise.withResolvers<void>()
      const later = Promise.withResolvers<unknown>()
      const work = single[way](SYSTEM, (db) => {
        const goesOn = async () => {
          await rowsOf({ db }, sql`select 1`)
          await refused.promise
          await rowsOf({ db }, sql`insert into left_over values (1)`)
        }
        const going = goesOn()
        going.catch(later.resolve)
        return Promise.all([going, rowsOf({ db }, sql`select 1 / 0`)])
      })
      await expect(work).rejects.toMatchObject({ cause: { message: 'division by zero' } })
      await single.transaction(SYSTEM, async (db) => {
        refused.resolve()
        expect(faultIn(await later.promise, WorkEnded)).toBeDefined()
        expect(await rowsOf({ db }, sql`select * from left_over`)).toEqual([{ n: 0 }])
      })
      await single.transaction(SYSTEM, (db) => rowsOf({ db }, sql`drop table left_over`))
      await single.close()
    },
  )
})

describe('connections that are ended', () => {
  it('while nobody asks: the next call is answered, by a new one', async () => {
    await Promise.all([one(), one(), one(), write('select 1')])
    expect(await endAll()).toBeGreaterThan(1)
    expect(await Promise.all([one(), write('select 1 as n'), one(), write('select 1 as n')])).toEqual(
      Array.from({ length: 4 }, () => [{ n: 1 }]),
    )
  })

  it('in the middle: what reads is read again, what writes is told with 503 that it does not know', async () => {
    const reads = pool.read(SYSTEM, (db) => rowsOf({ db }, sql`select pg_sleep(0.4), 7 as n`))
    const writes = write('select pg_sleep(30)').catch((error: unknown) => error)
    await until(async () => (await sleeping()) === 2)
    await endAll(`query ilike '%pg_sleep%'`)
    expect(await reads).toMatchObject([{ n: 7 }])
    expect(toApiError(await writes)).toMatchObject({
      status: 503,
      code: 'database_away',
      headers: { 'Retry-After': '5' },
    })
  })

  it('again and again under load: every call settles, and all is well once it ends', async () => {
    const ends = new AbortController()
    const calls = Array.from({ length: 6 }, async (_, at) => {
      const told = new Set<unknown>()
      while (!ends.signal.aborted)
        await (at % 2 === 0 ? one() : write('select 1')).catch((error: unknown) => told.add(toApiError(error)?.status))
      return [...told]
    })
    for (let round = 0; round < 20; round++) {
      await endAll()
      await Bun.sleep(10)
    }
    ends.abort()
    expect(new Set((await Promise.all(calls)).flat())).toSatisfy((seen: Set<unknown>) =>
      [...seen].every((one) => one === 503),
    )
    expect(await Promise.all([one(), one(), write('select 1 as n')])).toHaveLength(3)
  })

  it('of a listener: it listens again, and says so', async () => {
    const heard: string[] = []
    const end = await pool.listen(
      'prumo_teste',
      (text) => heard.push(text),
      () => heard.push('listens'),
    )
    for (let round = 1; round <= 3; round++) {
      await endAll(`query like 'listen%' or query = 'select'`)
      await until(async () => heard.filter((word) => word === 'listens').length > round)
    }
    await write(`select pg_notify('prumo_teste', 'told')`)
    await until(async () => heard.includes('told'))
    await end()
    expect(heard).toEqual(['listens', 'listens', 'listens', 'listens', 'told'])
  })
})

describe('a database that is known to be away', () => {
  it('what hangs settles at once and what is asked is refused at once, until it is back', async () => {
    const hangs = write('select pg_sleep(30)').catch((error: unknown) => error)
    await until(async () => (await sleeping()) === 1)
    pool.wentAway('gone')
    expect(toApiError(await hangs)).toMatchObject({ code: 'database_away' })
    await expect(write('select 1')).rejects.toBeInstanceOf(DatabaseAway)
    pool.cameBack()
    expect(await one()).toEqual([{ n: 1 }])
  })

  it('a disk without room is told with 503 and its cause, and remembered', async () => {
    const full = `do $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`
    const told = await write(full).catch(toApiError)
    expect(told).toMatchObject({ status: 503, code: 'disk_full', message: expect.stringContaining('disco') })
    expect(pool.isFull).toBe(true)
    pool.isFull = false
  })
})

describe('what others hold', () => {
  it('is waited for so long and no longer: 409, and who holds it', async () => {
    const [user] = await asOwner(
      database.url,
      (owner) => owner`
        with e as (insert into empresa ("CNPJ_CPF", "xNome") values ('11222333000181', 'Empresa') returning id)
        insert into "user" (name, email, empresa_id) select 'Ana Souza', 'ana@teste.example', id from e returning id`,
    )
    await write(`insert into fabricante (descricao) values ('Preso')`)
    const held = Promise.withResolvers<undefined>()
    const begun = Promise.withResolvers<undefined>()
    const holder = pool.transaction({ ...SYSTEM, user: Number(user?.id) }, async (db) => {
      await db.execute(sql`update fabricante set descricao = 'Preso por Ana'`)
      begun.resolve(undefined)
      await held.promise
    })
    await begun.promise
    const told = await write(`update fabricante set descricao = 'Outro'`).catch(toApiError)
    held.resolve(undefined)
    await holder
    expect(told).toMatchObject({ status: 409, code: 'locked', message: expect.stringContaining('Ana Souza') })
  })
})

describe('a caller who leaves', () => {
  it('waits no more: what was asked is ended at the database, and nothing of it stays', async () => {
    const leaves = new AbortController()
    const asked = pool
      .transaction(
        SYSTEM,
        async (db) => {
          await db.execute(sql`insert into fabricante (descricao) values ('De quem saiu')`)
          await db.execute(sql`select pg_sleep(31)`)
        },
        leaves.signal,
      )
      .catch((error: unknown) => error)
    await until(async () => (await sleeping('pg_sleep(31)')) === 1)
    leaves.abort()
    expect(faultIn(await asked, CallerGone)).toBeDefined()
    expect(await sleeping('pg_sleep(31)')).toBe(0)
    expect(await write(`select 1 from fabricante where descricao = 'De quem saiu'`)).toEqual([])
    await expect(one(leaves.signal)).rejects.toBeInstanceOf(CallerGone)
  })
})
