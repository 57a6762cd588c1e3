import type { Server, ServerWebSocket, WebSocketHandler } from 'bun'
import type { Services } from './app'
import { outageOf } from './outage'
import type { Actor } from './context'
import { tokensOf } from './token'

/** What a socket carries: the room it stands in, and who it belongs to as they stand now. */
export interface SocketData {
  readonly room: Room
  actor: Actor
  /** What came with a key of its own, in a room that lets such in: `actor` is nobody then. */
  readonly device?: { readonly id: number; readonly empresa_id: number }
}

export type Socket = ServerWebSocket<SocketData>

/** What lives at one socket address. */
export interface Room {
  /** `/ws/…` */
  readonly path: string
  /** Sockets of one user, or of one device, that may be open at once in this process. */
  readonly perUser: number
  start(): Promise<void>
  stop(): Promise<void>
  opened(socket: Socket): void
  closed(socket: Socket): void
  received(socket: Socket, text: string): void
  /** Characters of one message at most, where those of screens are too few. */
  readonly longest?: number
  /** For what is no person: whose the bearer token is, in place of a session's. Undefined for nobody's. */
  admits?(token: string): Promise<SocketData['device'] | undefined>
  /** Its user was looked at again: rights or companies may be others. */
  renewed?(socket: Socket): void
}

/** The session behind a socket has ended. */
export const SESSION_ENDED = 4401
/** A server that stops: whoever stood there comes again, to another. */
const SERVICE_RESTART = 1012
const CHECK_MS = 60_000

const MAX_SOCKETS = 4_000
const MESSAGE_LIMIT = 4_096
/** Of the room that takes the longest messages. */
const LONGEST_LIMIT = 32_768 * 4

/** Behind a socket that is no person's. */
const NOBODY: Actor = {
  id: 0,
  name: '',
  email: '',
  roles: [],
  permissions: [],
  empresas: [],
  empresa_id: 0,
  session_id: 0,
}

/** Takes over the requests for sockets: a session by cookie or bearer token, our own origin, a limit; then the room has them. */
export class Sockets {
  readonly #open = new Map<Socket, string>()
  #timer: ReturnType<typeof setInterval> | undefined
  #unlisten: (() => Promise<void>) | undefined
  #leaving = false

  constructor(
    readonly services: Services,
    readonly rooms: readonly Room[],
  ) {}

  /** Answers a request for a socket; undefined when it is for something else. */
  async upgrade(request: Request, server: Server<SocketData>): Promise<Response | undefined> {
    const { pathname } = new URL(request.url)
    const room = this.rooms.find(({ path }) => path === pathname)
    if (!room) return undefined
    if (this.#leaving) return refusal(503)
    const { bearer, cookie } = tokensOf(request.headers)
    const token = room.admits ? bearer : (bearer ?? cookie)
    if (!token) return refusal(401)
    if (!ownOrigin(request, this.services.publicUrl)) return refusal(403)
    try {
      if (room.admits) {
        const device = await room.admits(token)
        if (!device) return refusal(401)
        return this.#take(request, server, { room, actor: NOBODY, device })
      }
      const actor = await this.services.sessions.actorOf(token)
      // Programs that come with a key ask; they are told nothing by themselves.
      if (actor.session_id <= 0 || actor.lacks_factor) return refusal(403)
      return this.#take(request, server, { room, actor })
    } catch (error) {
      // A database that is away says nothing of the session: the screen asks again, and nobody is signed out.
      return refusal(outageOf(error) ? 503 : 401)
    }
  }

  #take(request: Request, server: Server<SocketData>, data: SocketData): Response {
    if (this.#isFull(data)) return refusal(429)
    return server.upgrade(request, { data }) ? refusal(101) : refusal(400)
  }

  readonly handlers: WebSocketHandler<SocketData> = {
    maxPayloadLength: LONGEST_LIMIT,
    open: (socket) => {
      this.#open.set(socket, keyOf(socket.data))
      socket.data.room.opened(socket)
    },
    close: (socket) => {
      this.#open.delete(socket)
      socket.data.room.closed(socket)
    },
    message: (socket, message) => {
      const { room } = socket.data
      const text = String(message)
      if (text.length > (room.longest ?? MESSAGE_LIMIT)) return socket.close(1009, 'message too long')
      room.received(socket, text)
    },
  }

  async start(): Promise<void> {
    for (const room of this.rooms) await room.start()
    const look = () => void this.#look()
    this.#unlisten = await this.services.pool.listen('prumo_rights', look, look)
    this.#timer = setInterval(look, CHECK_MS)
  }

  /** Sends its sockets elsewhere, one after another so that they do not all arrive there at once, and takes no more. */
  async handOver(ms: number): Promise<void> {
    this.#leaving = true
    const sockets = [...this.#open.keys()]
    for (const socket of ms > 0 ? sockets : []) {
      socket.close(SERVICE_RESTART, 'server stopping')
      await Bun.sleep(ms / sockets.length)
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#unlisten?.()
    for (const room of this.rooms) await room.stop()
    for (const socket of this.#open.keys()) socket.close(1001, 'server stopping')
  }

  /** Sockets end with their sessions; the others are their users' as they stand now. */
  async #look(): Promise<void> {
    const sockets = [...this.#open.keys()].filter(({ data }) => !data.device)
    try {
      const alive = await this.services.sessions.alive(sockets.map((socket) => socket.data.actor.session_id))
      for (const socket of sockets) {
        const actor = alive.get(socket.data.actor.session_id)
        if (!actor) {
          socket.close(SESSION_ENDED, 'session ended')
          continue
        }
        socket.data.actor = actor
        socket.data.room.renewed?.(socket)
      }
    } catch {
      // Looked at again in a minute; every call by HTTP asks for itself.
    }
  }

  #isFull(data: SocketData): boolean {
    if (this.#open.size >= MAX_SOCKETS) return true
    const key = keyOf(data)
    return [...this.#open.values()].filter((one) => one === key).length >= data.room.perUser
  }
}

const keyOf = ({ room, actor, device }: SocketData) => `${room.path} ${device?.id ?? actor.id}`
const refusal = (status: number) => new Response(null, { status })

/** A browser always tells which page opens a socket: only our own may, or another site could listen with its visitor's cookie. */
function ownOrigin(request: Request, publicUrl: string | undefined): boolean {
  const origin = request.headers.get('Origin')
  if (origin === null) return true
  const host = URL.parse(origin)?.host
  if (!host) return false
  return host === request.headers.get('Host') || host === URL.parse(publicUrl ?? '')?.host
}
