import {
  AGENT_MESSAGE_LIMIT,
  type FromAgent,
  type FromServer,
  readFromAgent,
  REPLACED,
  REVOKED,
  ROAD_PATH,
} from '../../../core/agent'
import { SYSTEM } from '../../db/pool'
import type { Services } from '../../platform/app'
import { tellAllChanged, tellChanged } from '../../platform/changed'
import type { Database } from '../../platform/locks'
import { log } from '../../platform/log'
import type { Room, Socket } from '../../platform/sockets'
import { agente } from './agente'
import { listenForAgents, passOn, tellAgent, type ToAgent } from './channel'
import { MOST_TAKEN, nextPaper, settlePaper, takenBy } from './papers'
import { arrive, depart, describe, type Device, deviceOf, isPaired, seen } from './presence'

/** One agent at this process. What it says is dealt with in its order. */
interface Line {
  readonly device: Device
  readonly conexao: string
  waiting: number
  turn: Promise<void>
  /** The number of the paper that was handed out and of which nothing was heard yet: there is no other meanwhile. */
  out?: string | undefined
}

/** Words that wait for their turn at most, beside what it is asked after at once: an agent that says more is none of ours. */
const MOST_WAITING = MOST_TAKEN + 500

/**
 * `/ws/agente`: the one way by which agents are reached. Each opens it itself, with its device key; weights are asked for and papers handed out over it, whichever process the
 * call came to (`channel.ts`). A newer connection of the same agent takes the place of the older.
 */
export class AgentRoom implements Room {
  readonly path = ROAD_PATH
  readonly perUser = 4
  readonly longest = AGENT_MESSAGE_LIMIT
  readonly #lines = new Map<Socket, Line>()
  #unlisten: (() => Promise<void>) | undefined

  constructor(readonly services: Services) {}

  /** Whose key it is; undefined for nobody's. */
  admits(token: string): Promise<Device | undefined> {
    return this.services.pool.read(SYSTEM, (db) => deviceOf(db, token))
  }

  async start(): Promise<void> {
    this.#unlisten = await listenForAgents(this.services.pool, (told) => this.#hear(told))
  }

  async stop(): Promise<void> {
    await this.#unlisten?.()
    await this.#left([...this.#lines.values()])
    this.#lines.clear()
  }

  opened(socket: Socket): void {
    const { device } = socket.data
    if (!device) return socket.close(REVOKED, 'no device')
    const line: Line = { device, conexao: crypto.randomUUID(), waiting: 0, turn: Promise.resolve() }
    this.#lines.set(socket, line)
    this.#inTurn(socket, line, () => this.#welcome(socket, line))
  }

  closed(socket: Socket): void {
    const line = this.#lines.get(socket)
    this.#lines.delete(socket)
    if (line) void line.turn.then(() => this.#left([line]))
  }

  received(socket: Socket, text: string): void {
    const line = this.#lines.get(socket)
    const told = readFromAgent(text)
    // What is not understood comes from another version of the program: it goes on without it.
    if (!line || !told) return
    if (line.waiting >= MOST_WAITING) return socket.close(1008, 'too many messages')
    this.#inTurn(socket, line, () => this.#deal(socket, line, told))
  }

  #inTurn(socket: Socket, line: Line, work: () => Promise<void>): void {
    line.waiting++
    line.turn = line.turn
      .then(work)
      .catch((error: unknown) => {
        log.warn('Agente: conexão refeita: {error}', { error: error instanceof Error ? error.name : typeof error })
        socket.close(1013, 'try again')
      })
      .finally(() => line.waiting--)
  }

  #run<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return this.services.pool.transaction(SYSTEM, work)
  }

  async #welcome(socket: Socket, { device: { id }, conexao }: Line): Promise<void> {
    const told = await this.#run(async (db) => {
      const nome = await arrive(db, id, conexao)
      if (nome === undefined) return undefined
      await tellAgent(db, { agente: id, tipo: 'substitui', conexao })
      await tellChanged(db, agente, id)
      return { nome, abertas: await takenBy(db, id) }
    })
    if (told) say(socket, { tipo: 'bem_vindo', agente: id, ...told })
    else socket.close(REVOKED, 'revoked')
  }

  async #deal(socket: Socket, line: Line, told: FromAgent): Promise<void> {
    const { conexao } = line
    const { id } = line.device
    switch (told.tipo) {
      case 'sinal':
        if (await this.#run((db) => seen(db, id, conexao))) say(socket, { tipo: 'sinal' })
        else socket.close((await this.#run((db) => isPaired(db, id))) ? REPLACED : REVOKED, 'not this one')
        return
      case 'ola':
        return this.#run(async (db) => {
          await describe(db, id, told)
          await tellChanged(db, agente, id)
        })
      case 'peso':
        return this.#run((db) => passOn(db, told))
      case 'situacao':
        await this.#settle(socket, id, told)
        if (line.out === told.trabalho) line.out = undefined
        return
      case 'pronto':
        return this.#handOut(socket, line)
    }
  }

  async #handOut(socket: Socket, line: Line): Promise<void> {
    if (line.out !== undefined) return
    const paper = await this.#run((db) => nextPaper(db, line.device.id))
    if (!paper) return
    line.out = paper.trabalho
    say(socket, paper)
  }

  async #settle(socket: Socket, id: number, told: FromAgent & { readonly tipo: 'situacao' }): Promise<void> {
    const { pergunta, trabalho, situacao, motivo } = told
    const isWanted = await this.#run(async (db) => {
      const stands = await settlePaper(db, id, told)
      if (pergunta !== undefined) await passOn(db, { pergunta, situacao, motivo })
      return stands
    })
    // It was cancelled here while it was on its way there.
    if (!isWanted && situacao === 'na_fila') say(socket, { tipo: 'cancela', pergunta: '', trabalho })
  }

  #hear(told: ToAgent): void {
    for (const [socket, { device, conexao }] of this.#lines) {
      if (device.id !== told.agente) continue
      if (told.tipo === 'revogado') socket.close(REVOKED, 'revoked')
      else if (told.tipo === 'substitui') {
        if (conexao !== told.conexao) socket.close(REPLACED, 'replaced')
      } else {
        const { agente: _, ...message } = told
        say(socket, message)
      }
    }
  }

  async #left(lines: readonly Line[]): Promise<void> {
    if (lines.length === 0) return
    try {
      await this.#run(async (db) => {
        const left = await depart(
          db,
          lines.map(({ conexao }) => conexao),
        )
        await tellAllChanged(db, agente, left)
      })
    } catch {
      // The database is away: what is not seen any more is taken for gone.
    }
  }
}

const say = (socket: Socket, message: FromServer): void => void socket.send(JSON.stringify(message))
