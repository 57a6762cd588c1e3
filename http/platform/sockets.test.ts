import type { Server } from 'bun'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { EventHub } from './events'
import { Sessions } from './session'
import { type SocketData, Sockets } from './sockets'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

it('503 while the database is away, 401 only for who is nobody: a restart signs no open screen out', async () => {
  const services = { ...server.services, sessions: new Sessions(server.pool) }
  const sockets = new Sockets(services, [new EventHub(services)])
  const ask = async (token: string) => {
    const request = new Request('http://127.0.0.1/ws/events', { headers: { Authorization: `Bearer ${token}` } })
    // The server is reached only by those who are let in.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    return (await sockets.upgrade(request, {} as Server<SocketData>))?.status
  }
  const token = await server.token()
  server.pool.wentAway('gone')
  expect(await ask(token)).toBe(503)
  server.pool.cameBack()
  expect(await ask('x'.repeat(30))).toBe(401)
})
