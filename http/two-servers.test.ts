import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServer } from '../fixtures/server-process'
import { startEmbedded } from './db/embedded'

/** Two server processes on one database: no state in memory that the other needs. */

const folder = mkdtempSync(join(tmpdir(), 'prumo-two-'))
const env = {
  PRUMO_DATA: folder,
  DATABASE_URL: '',
  PRUMO_ADMIN_EMAIL: 'admin@teste.example',
  PRUMO_ADMIN_PASSWORD: 'senha-de-teste-1',
}
let servers: ServerProcess[] = []
let token = ''

beforeAll(async () => {
  chmodSync(folder, 0o755)
  servers = [await startServer(env, ['--demo'])]
  servers.push(await startServer(env))
  token = (
    await call(0, 'POST', '/api/authenticate', { email: env.PRUMO_ADMIN_EMAIL, password: env.PRUMO_ADMIN_PASSWORD })
  ).body.token
}, 120_000)
afterAll(async () => {
  for (const server of servers) await server.stop()
  await (await startEmbedded(folder)).stop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

async function call(at: number, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${servers[at]?.url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

describe('two servers', () => {
  it('share sessions: what one opened the other knows, what one closed the other refuses at once', async () => {
    expect((await call(1, 'GET', '/api/sessao')).status).toBe(200)
    const other = (
      await call(1, 'POST', '/api/authenticate', { email: env.PRUMO_ADMIN_EMAIL, password: env.PRUMO_ADMIN_PASSWORD })
    ).body.token
    const bearer = { Authorization: `Bearer ${other}` }
    expect((await call(0, 'GET', '/api/sessao', undefined, bearer)).status).toBe(200)
    await call(1, 'POST', '/api/logout', {}, bearer)
    await Bun.sleep(300)
    expect((await call(0, 'GET', '/api/sessao', undefined, bearer)).status).toBe(401)
  })

  it('tell the screens of one what was changed at the other', async () => {
    // The browser's own type knows no headers; Bun's WebSocket takes them.
    const address = `${servers[1]?.url.replace('http', 'ws')}/ws/events`
    const socket: WebSocket = Reflect.construct(WebSocket, [address, { headers: { Cookie: `prumo_session=${token}` } }])
    const heard: { type: string; resource?: string; id?: number }[] = []
    socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data))))
    const hears = async (type: string) => {
      for (let tries = 0; !heard.some((one) => one.type === type) && tries < 200; tries++) await Bun.sleep(50)
    }
    await hears('hello')
    const made = await call(0, 'POST', '/api/cliente', { xNome: 'De um servidor ao outro' })
    await hears('changed')
    socket.close()
    expect(heard).toContainEqual({ type: 'changed', resource: 'cliente', id: made.body.id })
    expect((await call(1, 'GET', `/api/cliente/${made.body.id}`)).body.xNome).toBe('De um servidor ao outro')
  })

  it('do one thing once: the same key, the same dispatch', async () => {
    const key = { 'Idempotency-Key': 'dois-processos' }
    const both = await Promise.all(
      [0, 1].map((at) => call(at, 'POST', '/api/fornecedor', { xNome: 'Uma vez só' }, key)),
    )
    expect(both[0]?.body.id).toBe(both[1]?.body.id)
    const [product] = (await call(0, 'GET', '/api/mercadoria?perPage=1')).body.data
    const [operation] = (await call(0, 'GET', '/api/tipo_entrada_saida?where={"tipo":1,"padrao":1}&perPage=1')).body
      .data
    const sale = await call(0, 'POST', '/api/venda', {
      cliente_id: 1,
      tipo_entrada_saida_id: operation.id,
      venda_mercadorias: [{ mercadoria_id: product.id, qTrib: 1, vUnTrib: 1 }],
    })
    const path = `/api/venda/${sale.body.id}/fecha`
    const dispatched = await Promise.all([0, 1, 0, 1].map((at) => call(at, 'POST', path, { confirmaSemEstoque: true })))
    expect(dispatched.map((one) => one.status).sort()).toEqual([200, 400, 400, 400])
  })
})
