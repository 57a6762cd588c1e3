import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StreamingPair, startStreamingPair } from '../fixtures/streaming-replica'
import { type Caller, callerOf, testServer, type TestServer } from '../fixtures/test-server'
import { SYSTEM } from './db/pool'
import { MOST_LAG_MS, Replica } from './db/replica'
import { rowsOf, systemClock } from './platform/context'
import { buildApp } from './server'
import { alertSources } from './sis/alertas/sources'

/** Long reads at a real streaming replica: nobody sees less than was written before they asked, and no call is the worse for it, whatever becomes of it. */

let pair: StreamingPair
let replica: Replica
let server: TestServer
let owner: postgres.Sql

beforeAll(async () => {
  pair = await startStreamingPair()
  replica = new Replica(pair.replicaUrl, pair.primary.pool, { max: 8 })
  server = await testServer({ replica }, pair.primary)
  for (let n = 1; n <= 220; n++)
    await server.insert('fornecedor', { xNome: `Fornecedor ${String(n).padStart(3, '0')}` })
  owner = postgres(pair.replicaUrl, { max: 1, onnotice: () => undefined })
  await replica.start()
}, 120_000)
afterAll(async () => {
  await owner.end({ timeout: 1 })
  await replica.stop()
  await pair.stop()
})

async function exported(where: object = {}, call: Caller = server.admin): Promise<string> {
  const filter = encodeURIComponent(JSON.stringify(where))
  const { status, body } = await call('GET', `/api/fornecedor/export?format=csv&where=${filter}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return String(body)
}

/** How many reads of what is done each has answered. */
async function answeredBy(work: () => Promise<unknown>): Promise<{ replica: number; primary: number }> {
  const before = { ...replica.answered }
  await work()
  const { replica: there, primary: here } = replica.answered
  return { replica: there - before.replica, primary: here - before.primary }
}

async function until(is: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await is()); await Bun.sleep(50))
    if (Date.now() > end) throw new Error(`It did not come to that: ${JSON.stringify(replica.standing)}`)
}

const today = systemClock('America/Sao_Paulo').today()
const LONG = [
  '/api/fornecedor?page=4&perPage=50',
  '/api/fornecedor/totais',
  '/api/fornecedor/contagens',
  '/api/fornecedor/export?format=csv',
  '/api/painel',
  '/api/filas',
  `/api/sis/auditoria?ini=${today}&fim=${today}`,
  '/reporting/csv/estoque_posicao',
]

describe('while it has all that was written', () => {
  it('reports, exports, dashboards and pages far behind the first are read there, and say what the primary says', async () => {
    const alone = callerOf(buildApp({ ...server.services, replica: undefined }), await server.token())
    for (const path of LONG) {
      const asked = async () => expect(await server.admin('GET', path), path).toEqual(await alone('GET', path))
      expect(await answeredBy(asked), path).toMatchObject({ primary: 0, replica: expect.any(Number) })
      expect((await answeredBy(asked)).replica, path).toBeGreaterThan(0)
    }
  })

  it('what is looked at all day, and what is written, stays with the primary', async () => {
    const asked = async () => {
      await server.admin('GET', '/api/fornecedor?page=1&perPage=50')
      await server.admin('GET', '/api/fornecedor/7')
      await server.admin('PUT', '/api/fornecedor/7', { xFant: 'Outra' })
    }
    expect(await answeredBy(asked)).toEqual({ replica: 0, primary: 0 })
  })

  it('who has no right to a company finds nothing of it there either', async () => {
    const stranger = await server.user({ permissions: ['show fornecedor'] })
    const refused = await server.user({})
    expect((await stranger('GET', '/api/fornecedor?page=4&perPage=50')).status).toBe(200)
    expect((await refused('GET', '/api/fornecedor?page=4&perPage=50')).status).toBe(403)
    const [seen] = await replica
      .beside(server.pool)
      .read({ ...SYSTEM, empresas: [4711] }, (db) => rowsOf({ db }, sql`select count(*)::int as n from pedido_compra`))
    expect(seen).toEqual({ n: 0 })
  })

  it('six people at once each read, in every export, what they have just written', { timeout: 120_000 }, async () => {
    const person = async (who: number): Promise<void> => {
      const call = await server.user({ roles: ['admin'] })
      for (let turn = 0; turn < 30; turn++) {
        const xNome = `Recente ${who} ${turn}`
        expect((await call('POST', '/api/fornecedor', { xNome })).status).toBe(201)
        expect(await exported({ xNome }, call)).toContain(xNome)
      }
    }
    const { replica: there } = await answeredBy(() => Promise.all(Array.from({ length: 6 }, (_, who) => person(who))))
    expect(there).toBeGreaterThan(90)
  })
})

/** What it lacks is told by the primary, which says so once it is far behind. */
async function whilePaused(): Promise<void> {
  const asked = async () => {
    expect((await server.admin('POST', '/api/fornecedor', { xNome: 'Escrito na pausa' })).status).toBe(201)
    expect(await exported({ xNome: 'Escrito na pausa' })).toContain('Escrito na pausa')
  }
  expect((await answeredBy(asked)).primary).toBeGreaterThan(0)
  await until(() => replica.standing.state === 'behind')
  expect(replica.standing.lagMs).toBeGreaterThan(MOST_LAG_MS)
  const { body } = await server.admin('GET', '/readyz')
  expect(body).toMatchObject({ status: 'ok', notice: expect.stringMatching(/^A réplica de leitura está \d+ s atrás/) })
  const { body: metrics } = await server.admin('GET', '/metrics')
  expect(metrics).toMatch(/\nprumo_replica_lag_seconds [5-9]/)
  expect(metrics).toContain('\nprumo_replica_up 1\n')
  const found = await server.pool.read(SYSTEM, async (db) =>
    alertSources().get('replica')?.({
      ctx: { db, clock: systemClock('UTC') },
      services: server.services,
      settings: {},
    }),
  )
  expect(found).toMatchObject([{ chave: 'leitura', texto: body.notice }])
}

describe('when it cannot answer, the primary does', () => {
  it('where it lacks what was just written, and says so once it is far behind', { timeout: 60_000 }, async () => {
    await owner`select pg_wal_replay_pause()`
    try {
      await whilePaused()
    } finally {
      await owner`select pg_wal_replay_resume()`
    }
    await until(() => replica.standing.state === 'level')
    expect((await server.admin('GET', '/readyz')).body).toEqual({ status: 'ok' })
    expect(await answeredBy(() => exported())).toMatchObject({ primary: 0 })
  })

  it('where it gives up what stands in its way', async () => {
    const asOwner = postgres(server.url, { max: 1, onnotice: () => undefined })
    await asOwner`create table passagem as select n from generate_series(1, 1000) n`
    await asOwner`grant select on passagem to prumo_app`
    let tries = 0
    const counted = await replica.beside(server.pool).snapshot(SYSTEM, async (db) => {
      const [row] = await rowsOf({ db }, sql`select count(*)::int as n from passagem`)
      if (++tries === 1) {
        await asOwner`delete from passagem where n > 10`
        await asOwner`vacuum passagem`
        await rowsOf({ db }, sql`select pg_sleep(20)`)
      }
      return row?.n
    })
    await asOwner`drop table passagem`
    await asOwner.end()
    expect({ tries, counted }).toEqual({ tries: 2, counted: 10 })
  })

  it('where something would be written after all: once, and not there', async () => {
    let tries = 0
    await replica.beside(server.pool).read(SYSTEM, async (db) => {
      tries++
      await rowsOf({ db }, sql`update fornecedor set "xFant" = 'Escrita' where id = 9`)
    })
    expect(tries).toBe(2)
    expect((await server.admin('GET', '/api/fornecedor/9')).body.xFant).toBe('Escrita')
  })

  it(
    'where it dies in the middle of many calls: none fails, and it is read again when it is back',
    { timeout: 120_000 },
    async () => {
      await until(() => replica.standing.state === 'level')
      const over = new AbortController()
      const seen: number[] = []
      const reader = async (): Promise<void> => {
        while (!over.signal.aborted) seen.push((await server.admin('GET', '/api/fornecedor?page=4&perPage=50')).status)
      }
      const readers = Array.from({ length: 6 }, reader)
      await Bun.sleep(500)
      pair.killReplica()
      await until(() => replica.standing.state === 'away')
      const { body } = await server.admin('GET', '/readyz')
      expect(body).toMatchObject({ status: 'ok', notice: expect.stringContaining('A réplica de leitura não responde') })
      expect((await server.admin('GET', '/metrics')).body).toContain('\nprumo_replica_up 0\n')
      await pair.startReplica()
      await until(() => replica.standing.state === 'level')
      over.abort()
      await Promise.all(readers)
      expect(new Set(seen)).toEqual(new Set([200]))
      expect(await answeredBy(() => exported())).toMatchObject({ primary: 0 })
    },
  )
})

describe('what is no replica of this database is not read', () => {
  it('the primary itself, another database, and one that took over', { timeout: 60_000 }, async () => {
    const itself = new Replica(server.url, server.pool, { max: 2 })
    await itself.start()
    expect(itself.standing).toMatchObject({ state: 'away', why: expect.stringContaining('não acompanha banco nenhum') })
    await itself.stop()
    const other = await startStreamingPair()
    const another = new Replica(other.replicaUrl, server.pool, { max: 2 })
    await another.start()
    expect(another.standing).toMatchObject({ state: 'away', why: expect.stringContaining('acompanha outro banco') })
    await another.stop()
    await other.stop()
    const promoted = postgres(pair.replicaUrl, { max: 1 })
    await promoted`select pg_promote()`
    await promoted.end()
    await until(() => replica.standing.state === 'away')
    expect(await answeredBy(() => exported())).toMatchObject({ replica: 0 })
  })
})
