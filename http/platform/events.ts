import type { Services } from './app'
import { CHANGED, type Changed, readChanged } from './changed'
import type { Actor } from './context'
import { log } from './log'
import { allResources, type Resource } from './resource'
import { may } from './rights'
import type { Room, Socket } from './sockets'

/**
 * `/ws/events`: tells open screens which records changed, in whichever server process the change was made: those of users who may see such a record,
 * of a company of theirs. PostgreSQL's LISTEN/NOTIFY carries it between processes, after commit.
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
    this.#unlisten.push(await pool.listen(CHANGED, (payload) => this.#broadcast(payload), heardAgain))
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
    const changed = readChanged(payload)
    const resource = changed && allResources().find(({ name }) => name === changed.resource)
    if (!changed || !resource) return log.warn('Aviso de mudança ilegível')
    const text = JSON.stringify({ type: 'changed', resource: changed.resource, id: changed.id })
    for (const socket of this.#sockets) if (concerns(socket.data.actor, resource, changed)) socket.send(text)
  }
}

/** May the user see such a record, and is it of a company of theirs or of all? What does not say whose it is, is told to nobody. */
function concerns(actor: Actor, resource: Resource, { empresa_id }: Changed): boolean {
  if (!may({ actor }, resource, 'read')) return false
  if (empresa_id === null) return resource.company === 'none' || resource.company === 'optional'
  return actor.empresas.includes(empresa_id)
}
