import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, testCnpj, testServer, type TestServer } from '../../fixtures/test-server'
import { Pool } from '../db/pool'
import { EventHub } from './events'
import { Sockets } from './sockets'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

it('screens are told to look again, once the connection that changes are heard on is back', async () => {
  const pool = new Pool(server.url, { max: 2 })
  const sockets = new Sockets(server.services, [new EventHub({ ...server.services, pool })])
  await sockets.start()
  const served = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request, self) => (await sockets.upgrade(request, self)) ?? new Response(null, { status: 404 }),
    websocket: sockets.handlers,
  })
  const headers = { Authorization: `Bearer ${await server.token()}` }
  // The browser's own type knows no headers; Bun's WebSocket takes them.
  const socket: WebSocket = Reflect.construct(WebSocket, [`ws://127.0.0.1:${served.port}/ws/events`, { headers }])
  const heard: string[] = []
  socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data)).type))
  const hears = async (type: string) => {
    for (let tries = 0; !heard.includes(type) && tries < 200; tries++) await Bun.sleep(50)
  }
  await hears('hello')
  const owner = postgres(server.url, { max: 1 })
  const cut = await owner`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'prumo' and query ilike 'listen%'`
  await owner.end()
  await hears('sync')
  expect([cut.length > 0, heard]).toEqual([true, ['hello', 'sync']])
  socket.close()
  await sockets.stop()
  await served.stop(true)
  await pool.close()
})

/** A socket of somebody with these rights, and what it has heard. */
async function listens(port: number | undefined, token: string) {
  const headers = { Authorization: `Bearer ${token}` }
  const socket: WebSocket = Reflect.construct(WebSocket, [`ws://127.0.0.1:${port}/ws/events`, { headers }])
  const heard: string[] = []
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  const opened = Promise.withResolvers<void>()
  socket.addEventListener('message', ({ data }) => {
    const { type, resource, id } = JSON.parse(String(data))
    if (type === 'hello') opened.resolve()
    if (type === 'changed') heard.push(`${resource} ${id}`)
  })
  await opened.promise
  return { heard, closed, close: () => socket.close() }
}

it('a change is told to whoever may see it, in a company of theirs, until they sign out', async () => {
  const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(2), xNome: 'Outra Ltda' })
  const sockets = new Sockets(server.services, [new EventHub(server.services)])
  await sockets.start()
  const served = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request, self) => (await sockets.upgrade(request, self)) ?? new Response(null, { status: 404 }),
    websocket: sockets.handlers,
  })
  const open = async (rights: Parameters<TestServer['user']>[0]) => {
    let token = ''
    const caller: Caller = await server.user(rights, (made) => (token = made))
    return { caller, ...(await listens(served.port, token)) }
  }
  const storer = await open({ permissions: ['show mercadoria'] })
  const nobody = await open({})
  const foreign = await open({ roles: ['admin'], empresas: [other.id] })
  const everybody = [storer, nobody, foreign]
  const last = async (id: number) => {
    const deadline = Date.now() + 10_000
    while (Date.now() < deadline && !everybody.every(({ heard }) => heard.includes(`mercadoria_grupo ${id}`)))
      await Bun.sleep(20)
  }
  const mine = (await server.admin('POST', '/api/estoque/armazem', { xNome: 'Meu' })).body
  const seller = (await server.admin('POST', '/api/vendedor', { xNome: 'De todas' })).body
  await server.admin('DELETE', `/api/estoque/armazem/${mine.id}`)
  // What everybody may see, after the others: by then they would have been heard.
  const group = (await server.admin('POST', '/api/estoque/mercadoria_grupo', { descricao: 'De todos' })).body
  await last(group.id)
  const told = (heard: readonly string[]) => heard.filter((one) => !one.startsWith('user '))
  expect(told(storer.heard)).toEqual([`armazem ${mine.id}`, `armazem ${mine.id}`, `mercadoria_grupo ${group.id}`])
  expect(told(nobody.heard)).toEqual([`mercadoria_grupo ${group.id}`])
  expect(told(foreign.heard)).toEqual([`vendedor ${seller.id}`, `mercadoria_grupo ${group.id}`])
  await storer.caller('POST', '/api/logout')
  expect(await storer.closed).toBe(4401)
  for (const { close } of everybody) close()
  await sockets.stop()
  await served.stop(true)
})
