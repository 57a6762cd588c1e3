import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Balancer, startBalancer } from '../fixtures/balancer'
import { type ServerProcess, startServer } from '../fixtures/server-process'
import { callerOf, testServer, type TestServer } from '../fixtures/test-server'
import { SYSTEM } from './db/pool'
import { CHANGE } from './platform/bulk/kinds'
import { mainJob } from './main-job.fixture'
import { rowsOf } from './platform/context'

/** Three server processes on one database, behind a balancer: nothing is kept in memory that another needs, and a restart of all of them loses no call. */

const SERVERS = 3
const DRAIN_S = 2

interface Farm {
  readonly base: TestServer
  readonly token: string
  readonly servers: ServerProcess[]
  /** Starts another. */
  readonly begin: () => Promise<ServerProcess>
  readonly end: () => Promise<void>
}

async function farm(): Promise<Farm> {
  const base = await testServer()
  const folder = mkdtempSync(join(tmpdir(), 'prumo-three-'))
  chmodSync(folder, 0o755)
  const env = {
    PRUMO_DATA: folder,
    DATABASE_URL: base.url,
    PRUMO_SECRET: 'o mesmo segredo em todos os servidores',
    PRUMO_DRAIN: String(DRAIN_S),
    PRUMO_BACKUPS: '0',
    PRUMO_ADMIN_EMAIL: 'admin@teste.example',
    PRUMO_ADMIN_PASSWORD: 'senha-de-teste-1',
  }
  const begin = () => startServer(env)
  const servers: ServerProcess[] = []
  for (let at = 0; at < SERVERS; at++) servers.push(await begin())
  return {
    base,
    token: await base.token(),
    servers,
    begin,
    end: async () => {
      await Promise.all(servers.map((one) => one.kill()))
      await base.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

describe('the main job, each call at another of three processes', () => {
  mainJob(async () => {
    const { base, token, servers, end } = await farm()
    let turn = 0
    const request = (path: string, init: RequestInit) => fetch(`${servers[turn++ % SERVERS]?.url}${path}`, init)
    return { ...base, admin: callerOf({ request }, token), close: end }
  })
})

describe('a restart of all servers, one after another, under load', () => {
  let at: Farm
  let balancer: Balancer
  beforeAll(async () => {
    at = await farm()
    balancer = startBalancer()
    balancer.set(at.servers.map(({ url }) => url))
  })
  afterAll(async () => {
    await balancer.stop()
    await at.end()
  })

  it('loses no call, no task and no socket', { timeout: 120_000 }, async () => {
    const { base, servers, begin, token } = at
    const call = callerOf({ request: (path, init) => fetch(`${balancer.url}${path}`, init) }, token)
    while ((await call('GET', '/api/sessao')).status !== 200) await Bun.sleep(50)
    const closed: number[] = []
    const sockets = servers.map(({ url }) => {
      const address = `${url.replace('http', 'ws')}/ws/events`
      const headers = { Cookie: `prumo_session=${token}` }
      // The browser's own type knows no headers; Bun's WebSocket takes them.
      const socket: WebSocket = Reflect.construct(WebSocket, [address, { headers }])
      socket.addEventListener('close', ({ code }) => closed.push(code))
      return socket
    })
    const faults: string[] = []
    let made = 0
    let asked = 0
    const over = new AbortController()
    const clerk = async (n: number): Promise<void> => {
      for (let turn = 0; !over.signal.aborted; turn++) {
        const [method, path, body] =
          turn % 3 === 0
            ? (['POST', '/api/fornecedor', { xNome: `Fornecedor ${n}-${turn}` }] as const)
            : (['GET', turn % 3 === 1 ? '/api/fornecedor?perPage=20' : '/api/painel', undefined] as const)
        const answer = await call(method, path, body)
        asked++
        if (answer.status === 201) made++
        if (answer.status >= 400) faults.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
    }
    const tasks: number[] = []
    const registros: { id: number }[] = []
    for (let n = 0; n < 200; n++)
      registros.push({ id: (await base.insert('motorista', { xNome: `Motorista ${n}` })).id })
    const [before] = await base.pool.read(SYSTEM, (db) =>
      rowsOf({ db }, sql`select count(*)::int as n from fornecedor`),
    )
    const clerks = Array.from({ length: 8 }, (_, n) => clerk(n))
    for (let one = 0; one < SERVERS; one++) {
      const asked = await call('POST', '/api/tarefa/lote', {
        recurso: 'motorista',
        acao: CHANGE,
        registros,
        dados: { xNome: `Motorista de ${one}` },
      })
      expect(asked.status, JSON.stringify(asked.body)).toBeLessThan(300)
      tasks.push(asked.body.tarefa_id)
      await servers[one]?.stop()
      servers[one] = await begin()
      balancer.set(servers.map(({ url }) => url))
      while (!(await fetch(`${servers[one]?.url}/readyz`)).ok) await Bun.sleep(50)
      await Bun.sleep(300)
    }
    over.abort()
    await Promise.all(clerks)
    const [after] = await base.pool.read(SYSTEM, (db) => rowsOf({ db }, sql`select count(*)::int as n from fornecedor`))
    const states = async () =>
      Promise.all(tasks.map(async (id) => (await call('GET', `/api/tarefa/${id}`)).body.status))
    for (let tries = 0; (await states()).some((one) => one !== 'concluida') && tries < 200; tries++)
      await Bun.sleep(100)
    expect(await states()).toEqual(tasks.map(() => 'concluida'))
    console.info('rolling restart:', { asked, made, faults: faults.length })
    expect(faults).toEqual([])
    expect(Number(after?.n) - Number(before?.n)).toBe(made)
    expect(made).toBeGreaterThan(50)
    expect(closed).toEqual(sockets.map(() => 1012))
  })
})
