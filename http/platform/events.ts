import type { Server, ServerWebSocket, WebSocketHandler } from 'bun'
import type { Services } from './app'
import { log } from './log'
import { COOKIE } from './session'

/** What a socket knows of its user. */
export interface Events {
  readonly userId: number
}

const MAX_SOCKETS = 2_000

/**
 * `/ws/events`: tells every open screen which records changed, in whichever server process the change was made. PostgreSQL's
 * LISTEN/NOTIFY carries it between processes, after commit.
 */
export class EventHub {
  readonly #sockets = new Set<ServerWebSocket<Events>>()
  readonly #unlisten: (() => Promise<void>)[] = []

  constructor(readonly services: Services) {}

  async start(): Promise<void> {
    const { pool, sessions } = this.services
    this.#unlisten.push(await pool.listen('prumo_changed', (payload) => this.#broadcast(payload)))
    this.#unlisten.push(await pool.listen('prumo_rights', () => sessions.forget()))
  }

  async stop(): Promise<void> {
    for (const unlisten of this.#unlisten.splice(0)) await unlisten()
    for (const socket of this.#sockets) socket.close(1001, 'server stopping')
  }

  /** Takes over a request for the socket; undefined when it is for something else. */
  async upgrade(request: Request, server: Server<Events>): Promise<Response | undefined> {
    if (new URL(request.url).pathname !== '/ws/events') return undefined
    const token = new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(request.headers.get('Cookie') ?? '')?.[1]
    if (!token || this.#sockets.size >= MAX_SOCKETS || !sameOrigin(request)) return new Response(null, { status: 401 })
    try {
      const actor = await this.services.sessions.actorOf(token)
      return server.upgrade(request, { data: { userId: actor.id } })
        ? new Response(null, { status: 101 })
        : new Response(null, { status: 400 })
    } catch {
      return new Response(null, { status: 401 })
    }
  }

  readonly handlers: WebSocketHandler<Events> = {
    maxPayloadLength: 4_096,
    open: (socket) => {
      this.#sockets.add(socket)
    },
    close: (socket) => {
      this.#sockets.delete(socket)
    },
    message: () => undefined,
  }

  #broadcast(payload: string): void {
    try {
      const { resource, id }: { resource: unknown; id: unknown } = JSON.parse(payload)
      const message = JSON.stringify({ type: 'changed', resource, id })
      for (const socket of this.#sockets) socket.send(message)
    } catch (error) {
      log.warn('Aviso de mudança ilegível: {error}', { error: String(error) })
    }
  }
}

function sameOrigin(request: Request): boolean {
  const origin = request.headers.get('Origin')
  return origin === null || new URL(origin).host === request.headers.get('Host')
}
