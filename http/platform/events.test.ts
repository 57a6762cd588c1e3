import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'
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
