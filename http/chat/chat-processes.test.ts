import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatSocket } from '../../fixtures/chat-socket'
import { type ServerProcess, startServer } from '../../fixtures/server-process'
import { startEmbedded } from '../db/embedded'

/** Two real server processes on one database, and one of them killed in the middle of many messages. */

const PASSWORD = 'senha-de-teste-1'
const folder = mkdtempSync(join(tmpdir(), 'prumo-chat-'))
const env = {
  PRUMO_DATA: folder,
  DATABASE_URL: '',
  PRUMO_ADMIN_EMAIL: 'admin@teste.example',
  PRUMO_ADMIN_PASSWORD: PASSWORD,
}
let servers: ServerProcess[] = []

interface Person {
  readonly id: number
  readonly token: string
}
let vitor: Person
let elza: Person

beforeAll(async () => {
  chmodSync(folder, 0o755)
  servers = [await startServer(env, ['--demo'])]
  servers.push(await startServer(env))
  vitor = await signIn('vendas@demo.prumo.local')
  elza = await signIn('estoque@demo.prumo.local')
}, 120_000)
afterAll(async () => {
  for (const server of servers) await server.stop()
  await (await startEmbedded(folder)).stop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

async function call(at: number, who: Person | undefined, method: string, path: string, body?: unknown) {
  const response = await fetch(`${servers[at]?.url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(who ? { Authorization: `Bearer ${who.token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

async function signIn(email: string): Promise<Person> {
  const { body } = await call(0, undefined, 'POST', '/api/authenticate', { email, password: PASSWORD })
  return { id: body.user.id, token: body.token }
}

describe('two server processes', () => {
  it('tell each other’s users of messages, of reading and of presence', async () => {
    const socket = await chatSocket(servers[0]?.url ?? '', vitor.token)
    const other = await chatSocket(servers[1]?.url ?? '', elza.token)
    await socket.until('set online user', { user_id: elza.id })
    const sent = await call(0, vitor, 'POST', '/api/chat/mensagem', { user_dest_id: elza.id, text: 'De um ao outro' })
    expect((await other.until('chat message', { id: sent.body.id })).data.text).toBe('De um ao outro')
    await call(1, elza, 'POST', '/api/chat/mensagem/setMensagensLidas', { user_id: vitor.id })
    await socket.until('chat readed', { user_id: elza.id, last_id: sent.body.id })
    other.close()
    await socket.until('user disconnected', { user_id: elza.id })
    socket.close()
  })
})

describe('a server killed in the middle of many messages', () => {
  it('loses none and doubles none: what was not answered is sent again under its key, what was missed is asked for', async () => {
    const before = (await call(1, elza, 'GET', '/api/chat/mensagem?perPage=1')).body.data[0].id
    const socket = await chatSocket(servers[0]?.url ?? '', elza.token)
    const send = (n: number) =>
      call(0, vitor, 'POST', '/api/chat/mensagem', { user_dest_id: elza.id, text: `m${n}`, chave: `morte-${n}` })
    const attempts = Array.from({ length: 40 }, (_, n) =>
      send(n)
        .then(({ status }) => status)
        .catch(() => 0),
    )
    // Some are stored and told by now, some stored and not answered, some have not begun.
    await socket.until('chat message')
    await servers[0]?.kill()
    const answered = await Promise.all(attempts)
    expect(await socket.closed).not.toBe(1000)
    servers[0] = await startServer(env)
    for (const [n, status] of answered.entries()) if (status !== 201) expect((await send(n)).status).toBe(201)
    for (let n = 0; n < 5; n++) expect((await send(n)).status).toBe(201)
    const { data } = (await call(0, elza, 'GET', `/api/chat/mensagem?after=${before}&perPage=200`)).body
    const texts = data.map((one: { text: string }) => one.text)
    expect(texts.toSorted()).toEqual(Array.from({ length: 40 }, (_, n) => `m${n}`).toSorted())
    // What the socket told before the kill is among it: nothing was told that is not stored.
    const told = socket.heard.filter((one) => one.event === 'chat message').map((one) => one.data.id)
    const stored = new Set(data.map((one: { id: number }) => one.id))
    expect(told.filter((id) => !stored.has(id))).toEqual([])
    expect(new Set(told).size).toBe(told.length)
  }, 90_000)
})
