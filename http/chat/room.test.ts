import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChatSocket, chatSocket } from '../../fixtures/chat-socket'
import { type Caller, callerOf, testCnpj, testServer, type TestServer } from '../../fixtures/test-server'
import { Pool, SYSTEM } from '../db/pool'
import { rowsOf } from '../platform/context'
import { Sessions } from '../platform/session'
import { Sockets } from '../platform/sockets'
import { ChatRoom } from './room'

/** `/ws/chat` with two rooms on one database, as two server processes have them: what one is told, the other tells. */

/** A lease stands several beats, so that a beat that comes late on a busy machine ends none. */
const TIMES = { lease: 1500, beat: 200, grace: 150 }

interface Person {
  readonly id: number
  readonly token: string
  readonly call: Caller
}

interface Listening {
  readonly url: string
  /** Ends as a killed process does: nothing is given back. */
  kill(): Promise<void>
}

let server: TestServer
let rooms: Listening[] = []
let ana: Person
let beto: Person
/** In another company. */
let davi: Person
const open: ChatSocket[] = []

beforeAll(async () => {
  server = await testServer()
  const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(2), xNome: 'Outra Ltda', UF: 'PR' })
  ana = await person(server.empresa_id)
  beto = await person(server.empresa_id)
  davi = await person(other.id)
  rooms = [await listening(), await listening()]
})
afterAll(async () => {
  for (const socket of open) socket.close()
  for (const room of rooms) await room.kill()
  await server.close()
})

let people = 0
async function person(empresa: number): Promise<Person> {
  const email = `chat${++people}@teste.example`
  const [row] = await query(
    sql`with u as (insert into "user" (name, email, empresa_id) values (${email}, ${email}, ${empresa}) returning id)
        insert into user_empresa (user_id, empresa_id) select id, ${empresa} from u returning user_id as id`,
  )
  const id = Number(row?.id)
  const { token } = await server.services.sessions.open(id)
  return { id, token, call: callerOf(server.app, token) }
}

const query = (statement: ReturnType<typeof sql>) => server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, statement))

/** A room in front of the application, with a pool and sessions of its own, as a process has. */
async function listening(): Promise<Listening> {
  const pool = new Pool(server.url, { max: 4 })
  const services = { ...server.services, pool, sessions: new Sessions(pool), publicUrl: 'https://prumo.example' }
  const sockets = new Sockets(services, [new ChatRoom(services, TIMES)])
  await sockets.start()
  const served = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request, self) => (await sockets.upgrade(request, self)) ?? new Response(null, { status: 404 }),
    websocket: sockets.handlers,
  })
  const kill = async (): Promise<void> => {
    await sockets.stop()
    await served.stop(true)
    await pool.close()
  }
  return { url: `http://127.0.0.1:${served.port}`, kill }
}

async function join(who: Person, at = 0, headers: Readonly<Record<string, string>> = {}): Promise<ChatSocket> {
  const socket = await chatSocket(rooms[at]?.url ?? '', who.token, headers)
  open.push(socket)
  return socket
}

const write = (from: Person, to: Person, text: string) =>
  from.call('POST', '/api/chat/mensagem', { user_dest_id: to.id, text })

describe('messages', () => {
  it('reach every socket of both, whichever server it is with, and nobody else', async () => {
    const sockets = [await join(ana, 0), await join(ana, 1), await join(beto, 1)]
    const strangers = [await join(davi, 0), await join(await person(server.empresa_id), 1)]
    const { body } = await write(ana, beto, 'para os dois')
    for (const socket of sockets)
      expect((await socket.until('chat message', { id: body.id })).data.text).toBe('para os dois')
    await Bun.sleep(100)
    for (const socket of strangers) expect(socket.heard.map((one) => one.event)).not.toContain('chat message')
    for (const socket of [...sockets, ...strangers]) socket.close()
  })

  it('are told once each, in their order, when many are written at once', async () => {
    const [x, y] = [await person(server.empresa_id), await person(server.empresa_id)]
    const socket = await join(y, 1)
    const sent = await Promise.all(Array.from({ length: 40 }, (_, n) => write(x, y, `n${n}`)))
    const last = Math.max(...sent.map((one) => one.body.id))
    await socket.until('chat message', { id: last })
    const ids = socket.heard.filter((one) => one.event === 'chat message').map((one) => one.data.id)
    expect(ids).toEqual(sent.map((one) => one.body.id).sort((a, b) => a - b))
  })

  it('are told as read to both, with what is left', async () => {
    const [writer, reader] = [await join(ana, 0), await join(beto, 1)]
    const { body } = await write(ana, beto, 'leia')
    await beto.call('POST', '/api/chat/mensagem/setMensagensLidas', { user_id: ana.id, last_id: body.id })
    const mark = { user_id: beto.id, user_dest_id: ana.id, last_id: body.id, nao_lidas: 0 }
    for (const socket of [writer, reader]) expect((await socket.until('chat readed', mark)).data).toEqual(mark)
    writer.close()
    reader.close()
  })

  it('a server that could not listen for a while says so: everybody asks again', async () => {
    const socket = await join(ana, 0)
    const admin = postgres(server.url, { max: 1, onnotice: () => undefined })
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`
    await admin.end()
    await socket.until('sync')
    const { body } = await write(beto, ana, 'depois da queda')
    await socket.until('chat message', { id: body.id })
    socket.close()
  })
})

describe('presence', () => {
  it('says who is online, who comes and who goes, across servers', async () => {
    const [x, y] = [await person(server.empresa_id), await person(server.empresa_id)]
    const watcher = await join(x, 0)
    expect((await watcher.until('user register')).data.user_id).toBe(x.id)
    const [first, second] = [await join(y, 1), await join(y, 1)]
    await watcher.until('set online user', { user_id: y.id })
    watcher.say({ event: 'user register' })
    expect((await watcher.until('set online users')).data.user_ids).toContain(y.id)
    first.close()
    await Bun.sleep(2 * TIMES.grace)
    second.close()
    // A page that reloads was never away.
    const third = await join(y, 1)
    await Bun.sleep(3 * TIMES.grace)
    const gone = { event: 'user disconnected', data: { user_id: y.id } }
    expect(watcher.heard).not.toContainEqual(gone)
    third.close()
    await watcher.until('user disconnected', { user_id: y.id })
  })

  it('of who went while leases were being renewed is not brought back by the renewal', async () => {
    const [x, y, z] = [
      await person(server.empresa_id),
      await person(server.empresa_id),
      await person(server.empresa_id),
    ]
    const watcher = await join(x, 0)
    await join(y, 1)
    const leaver = await join(z, 1)
    await watcher.until('set online user', { user_id: y.id })
    await watcher.until('set online user', { user_id: z.id })
    // The renewal of both stops at the first, whose row somebody holds.
    const admin = postgres(server.url, { max: 1, onnotice: () => undefined })
    await admin.begin(async (held) => {
      await held`select * from chat_presenca where user_id = ${y.id} for update`
      await Bun.sleep(2 * TIMES.beat)
      leaver.close()
      await Bun.sleep(2 * TIMES.grace)
    })
    await admin.end()
    await watcher.until('user disconnected', { user_id: z.id })
    await Bun.sleep(TIMES.lease + 2 * TIMES.beat)
    const told = watcher.heard.filter((one) => one.data.user_id === z.id).map((one) => one.event)
    expect(told).toEqual(['set online user', 'user disconnected'])
  })

  it('is not told to people of other companies', async () => {
    const stranger = await join(davi, 0)
    const socket = await join(ana, 1)
    stranger.say({ event: 'user register' })
    expect((await stranger.until('set online users')).data.user_ids).toEqual([])
    socket.close()
    await Bun.sleep(4 * TIMES.grace)
    expect(stranger.heard.filter((one) => one.data.user_id === ana.id)).toEqual([])
    stranger.close()
  })

  it('of a server that was killed ends with its lease, and of who is with another too it does not', async () => {
    const [x, y, z] = [
      await person(server.empresa_id),
      await person(server.empresa_id),
      await person(server.empresa_id),
    ]
    const watcher = await join(x, 0)
    const third = await listening()
    for (const who of [y, z]) open.push(await chatSocket(third.url, who.token))
    await watcher.until('set online user', { user_id: y.id })
    await watcher.until('set online user', { user_id: z.id })
    // Before the kill: afterwards a slow sign-in would come when the lease has ended, which is told rightly.
    await join(z, 1)
    await third.kill()
    await watcher.until('user disconnected', { user_id: y.id })
    await Bun.sleep(2 * TIMES.lease)
    expect(watcher.heard.filter((one) => one.event === 'user disconnected').map((one) => one.data.user_id)).toEqual([
      y.id,
    ])
    const { data } = (await x.call('GET', '/api/chat/mensagem/contatos')).body
    const presence = new Map(data.map((one: { id: number; presence: string }) => [one.id, one.presence]))
    expect([presence.get(y.id), presence.get(z.id)]).toEqual(['offline', 'online'])
  })
})

describe('refused', () => {
  const statusOf = async (headers: Readonly<Record<string, string>>) =>
    (
      await fetch(`${rooms[0]?.url}/ws/chat`, {
        headers: {
          Upgrade: 'websocket',
          Connection: 'Upgrade',
          'Sec-WebSocket-Version': '13',
          'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
          ...headers,
        },
      })
    ).status

  it('401 without a session, or with one that is none', async () => {
    expect(await statusOf({})).toBe(401)
    expect(await statusOf({ Cookie: `prumo_session=${'x'.repeat(43)}` })).toBe(401)
  })

  it('403 from a page of another site, a page without a site too; our own and the public address pass', async () => {
    const Cookie = `prumo_session=${ana.token}`
    for (const Origin of ['https://outro.example', 'null', 'http://127.0.0.1', 'nada'])
      expect(await statusOf({ Cookie, Origin })).toBe(403)
    for (const Origin of [rooms[0]?.url ?? '', 'https://prumo.example']) (await join(ana, 0, { Origin })).close()
  })

  it('429 beyond 20 sockets of one user', async () => {
    const x = await person(server.empresa_id)
    const sockets = await Promise.all(Array.from({ length: 20 }, () => join(x)))
    expect(await statusOf({ Cookie: `prumo_session=${x.token}` })).toBe(429)
    for (const socket of sockets) socket.close()
  })

  it('what says too much, or too long a thing, is closed; what says nonsense is not', async () => {
    const x = await person(server.empresa_id)
    const socket = await join(x)
    for (const nonsense of ['', '{', 'null', '[]', '{"event":7}', { event: 'chat message', data: { text: 'x' } }])
      socket.say(nonsense)
    socket.say({ event: 'ping' })
    await socket.until('pong')
    for (let n = 0; n < 30; n++) socket.say({ event: 'ping' })
    expect(await socket.closed).toBe(1008)
    const long = await join(x)
    long.say('x'.repeat(5_000))
    expect(await long.closed).not.toBe(1000)
  })

  it('a socket ends with its session', async () => {
    const x = await person(server.empresa_id)
    const socket = await join(x)
    await x.call('POST', '/api/logout', {})
    expect(await socket.closed).toBe(4401)
  })
})
