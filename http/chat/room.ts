import { sql } from 'drizzle-orm'
import { SYSTEM } from '../db/pool'
import type { Services } from '../platform/app'
import { rowsOf } from '../platform/context'
import { answerStored, columnList } from '../platform/engine/columns'
import { intArray } from '../platform/engine/query'
import { log } from '../platform/log'
import type { Row } from '../platform/resource'
import type { Room, Socket } from '../platform/sockets'
import { chatMensagem } from './mensagem'
import { CHANNEL, type ChatNotice, readNotice } from './notice'
import { Presence, type PresenceTimes } from './presence'
import { Turns } from './turns'

/** A user with sockets here, and the companies that decide whom presence is told to. */
interface Member {
  readonly sockets: Set<Socket>
  empresas: readonly number[]
}

/** What other processes tell while one batch is handed out waits for the next. */
const BATCH = 200

/**
 * `/ws/chat`: tells users what is written to them and who is online, whichever server process it happens in. Messages are sent and asked
 * for by HTTP, stored before they are told; whoever was away asks for what came after the last id. Events are named as the
 * specification names them (inventory E1-079…084), as `{event, data}`.
 */
export class ChatRoom implements Room {
  readonly path = '/ws/chat'
  readonly perUser = 20
  readonly #members = new Map<number, Member>()
  readonly #presence: Presence
  readonly #turns = new Turns()
  readonly #unlisten: (() => Promise<void>)[] = []
  readonly #queue: ChatNotice[] = []
  #draining = false

  constructor(
    readonly services: Services,
    times: Partial<PresenceTimes> = {},
  ) {
    this.#presence = new Presence(services.pool, times)
  }

  async start(): Promise<void> {
    const { pool } = this.services
    let first = true
    const heardAgain = (): void => {
      // What was told while the connection was away is lost here, not in the table: everybody looks there.
      if (!first) this.#tellAll('sync', {})
      first = false
    }
    this.#unlisten.push(await pool.listen(CHANNEL, (payload) => this.#hear(payload), heardAgain))
    this.#presence.start()
  }

  async stop(): Promise<void> {
    this.#presence.stop()
    for (const unlisten of this.#unlisten.splice(0)) await unlisten()
  }

  opened(socket: Socket): void {
    const { id, empresas } = socket.data.actor
    const member = this.#members.get(id) ?? { sockets: new Set(), empresas }
    member.sockets.add(socket)
    this.#members.set(id, member)
    tell(socket, 'user register', { user_id: id })
    void this.#presence.enter(id)
  }

  closed(socket: Socket): void {
    const { id } = socket.data.actor
    const member = this.#members.get(id)
    if (!member) return
    member.sockets.delete(socket)
    if (member.sockets.size > 0) return
    this.#members.delete(id)
    this.#presence.leave(id)
  }

  received(socket: Socket, text: string): void {
    if (!this.#turns.take(socket)) return socket.close(1008, 'too many messages')
    const event = eventOf(text)
    if (event === 'ping') tell(socket, 'pong', {})
    if (event === 'user register') void this.#tellOnline(socket)
  }

  #hear(payload: string): void {
    const notice = readNotice(payload)
    if (!notice || !this.#concerns(notice)) return
    this.#queue.push(notice)
    void this.#drain()
  }

  #concerns(notice: ChatNotice): boolean {
    if (notice.kind === 'message') return this.#members.has(notice.from) || this.#members.has(notice.to)
    if (notice.kind === 'readed') return this.#members.has(notice.reader) || this.#members.has(notice.of)
    return this.#members.size > 0
  }

  /** One batch after another, so that what is told keeps its order. */
  async #drain(): Promise<void> {
    if (this.#draining) return
    this.#draining = true
    while (this.#queue.length > 0) {
      try {
        await this.#deliver(this.#queue.splice(0, BATCH))
      } catch (error) {
        log.warn('Chat: avisos não entregues: {error}', { error: error instanceof Error ? error.name : typeof error })
        this.#tellAll('sync', {})
      }
    }
    this.#draining = false
  }

  async #deliver(notices: readonly ChatNotice[]): Promise<void> {
    const messages = await this.#messages(notices.flatMap((one) => (one.kind === 'message' ? [one.id] : [])))
    const people = await this.#people(notices.flatMap((one) => (one.kind === 'presence' ? [one.user] : [])))
    for (const notice of notices) {
      if (notice.kind === 'message') {
        const message = messages.get(notice.id)
        if (message) this.#tellUsers([notice.from, notice.to], 'chat message', answerStored(chatMensagem, message))
      } else if (notice.kind === 'readed') {
        const { reader, of, last_id, left } = notice
        this.#tellUsers([reader, of], 'chat readed', { user_id: reader, user_dest_id: of, last_id, nao_lidas: left })
      } else this.#tellPresence(people.get(notice.user), notice.user)
    }
  }

  async #messages(ids: readonly number[]): Promise<ReadonlyMap<number, Row>> {
    if (ids.length === 0) return new Map()
    const query = sql`select ${columnList(chatMensagem, 't')} from chat_mensagem t where t.id = any (${intArray(ids)}::int[])`
    const rows = await this.services.pool.read(SYSTEM, (db) => rowsOf({ db }, query))
    return new Map(rows.map((row) => [Number(row.id), row]))
  }

  /** Of these users: online, and of which companies. */
  async #people(ids: readonly number[]): Promise<ReadonlyMap<number, Row>> {
    if (ids.length === 0) return new Map()
    const query = sql`select u.id, ${ONLINE} as online,
        (select json_agg(x.empresa_id) from user_empresa x where x.user_id = u.id) as empresas
      from "user" u where u.id = any (${intArray(ids)}::int[])`
    const rows = await this.services.pool.read(SYSTEM, (db) => rowsOf({ db }, query))
    return new Map(rows.map((row) => [Number(row.id), row]))
  }

  #tellPresence(person: Row | undefined, userId: number): void {
    const theirs = new Set<unknown>(Array.isArray(person?.empresas) ? person.empresas : [])
    const event = person?.online === true ? 'set online user' : 'user disconnected'
    for (const [id, member] of this.#members)
      if (id !== userId && member.empresas.some((one) => theirs.has(one)))
        for (const socket of member.sockets) tell(socket, event, { user_id: userId })
  }

  async #tellOnline(socket: Socket): Promise<void> {
    const { id } = socket.data.actor
    const mine = intArray(this.#members.get(id)?.empresas ?? [])
    const query = sql`select u.id from "user" u where u.id <> ${id} and ${ONLINE}
      and exists (select 1 from user_empresa x where x.user_id = u.id and x.empresa_id = any (${mine}::int[]))`
    try {
      const rows = await this.services.pool.read(SYSTEM, (db) => rowsOf({ db }, query))
      tell(socket, 'set online users', { user_ids: rows.map((row) => Number(row.id)) })
    } catch {
      socket.close(1013, 'try again')
    }
  }

  /** Who was given or lost a company is told of others accordingly. */
  renewed({ data: { actor } }: Socket): void {
    const member = this.#members.get(actor.id)
    if (member) member.empresas = actor.empresas
  }

  #tellUsers(ids: readonly number[], event: string, data: object): void {
    for (const id of new Set(ids)) for (const socket of this.#members.get(id)?.sockets ?? []) tell(socket, event, data)
  }

  #tellAll(event: string, data: object): void {
    this.#tellUsers([...this.#members.keys()], event, data)
  }
}

const ONLINE = sql`exists (select 1 from chat_presenca p where p.user_id = u.id and p.expira_em > now())`

const tell = (socket: Socket, event: string, data: object) => socket.send(JSON.stringify({ event, data }))

function eventOf(text: string): unknown {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null && 'event' in message ? message.event : undefined
  } catch {
    return undefined
  }
}
