import type { Services } from './app'
import { log } from './log'
import type { Room, Socket } from './sockets'

/**
 * `/ws/events`: tells every open screen which records changed, in whichever server process the change was made. PostgreSQL's
 * LISTEN/NOTIFY carries it between processes, after commit.
 */
export class EventHub implements Room {
  readonly path = '/ws/events'
  readonly perUser = 100
  readonly #sockets = new Set<Socket>()
  readonly #unlisten: (() => Promise<void>)[] = []

  /** `build` names the screens that are served now: each new connection hears it. */
  constructor(
    readonly services: Services,
    readonly build: () => string = () => '',
  ) {}

  async start(): Promise<void> {
    const { pool, sessions } = this.services
    this.#unlisten.push(await pool.listen('prumo_changed', (payload) => this.#broadcast(payload)))
    this.#unlisten.push(await pool.listen('prumo_rights', () => sessions.forget()))
  }

  async stop(): Promise<void> {
    for (const unlisten of this.#unlisten.splice(0)) await unlisten()
  }

  opened(socket: Socket): void {
    this.#sockets.add(socket)
    socket.send(JSON.stringify({ type: 'hello', build: this.build() }))
  }

  closed(socket: Socket): void {
    this.#sockets.delete(socket)
  }

  received(): void {
    // Screens only listen here.
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
