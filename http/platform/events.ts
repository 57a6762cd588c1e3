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
    let first = true
    const heardAgain = (): void => {
      // What was told while the connection was away is lost: every screen looks again.
      if (!first) this.#tellAll({ type: 'sync' })
      first = false
    }
    this.#unlisten.push(await pool.listen('prumo_changed', (payload) => this.#broadcast(payload), heardAgain))
    this.#unlisten.push(
      await pool.listen(
        'prumo_rights',
        () => sessions.forget(),
        () => sessions.forget(),
      ),
    )
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

  #tellAll(message: object): void {
    const text = JSON.stringify(message)
    for (const socket of this.#sockets) socket.send(text)
  }

  #broadcast(payload: string): void {
    try {
      const { resource, id }: { resource: unknown; id: unknown } = JSON.parse(payload)
      this.#tellAll({ type: 'changed', resource, id })
    } catch (error) {
      log.warn('Aviso de mudança ilegível: {error}', { error: String(error) })
    }
  }
}
