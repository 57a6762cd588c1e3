import {
  type FromAgent,
  type FromServer,
  GONE_S,
  type Hello,
  readFromServer,
  REPLACED,
  REVOKED,
  ROAD_PATH,
  SIGN_S,
} from '../../core/agent'
import type { PrintQueue, Told } from '../print/queue'
import type { Scale } from '../scale/scale'
import { weighOn } from '../scale/weigh'
import { cancelPaper, isServers, standingOf, takePaper, toldOf } from './papers'

/** Pauses before the road is opened again, in milliseconds; each is shortened by chance, so that not all agents of a server that was away come at once. */
const AGAIN_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000] as const
/** How often it is looked whether scales and printers stand otherwise than was told. */
const LOOK_MS = 2_000

interface RoadOptions {
  readonly servidor: string
  readonly chave: string
  readonly scales: ReadonlyMap<string, Scale>
  readonly queue: PrintQueue | undefined
  /** What the agent says of itself, as it stands now. */
  readonly hello: () => Hello
  readonly tell: (line: string) => void
  /** The road stands: the server knows the agent by this name. */
  readonly joined?: (nome: string) => void
  /** It fell, and is opened again. */
  readonly left?: () => void
  /** The key is good no more: the road is not opened again. */
  readonly revoked: () => void
}

/** The one socket to the server, opened by the agent and kept open: weights are asked over it, papers come over it. */
export class Road {
  readonly #options: RoadOptions
  #socket: Bun.WebSocket | undefined
  #isOver = false
  #isJoined = false
  #tries = 0
  #heardAt = 0
  #said = ''
  #again: ReturnType<typeof setTimeout> | undefined
  #signing: ReturnType<typeof setInterval> | undefined
  #looking: ReturnType<typeof setInterval> | undefined

  constructor(options: RoadOptions) {
    this.#options = options
  }

  /** Is the server at the other end? */
  get isOpen(): boolean {
    return this.#isJoined
  }

  start(): void {
    const { servidor, chave } = this.#options
    const address = `${servidor.replace(/^http/, 'ws')}${ROAD_PATH}`
    // The global type knows no headers; Bun's WebSocket takes them.
    const socket: Bun.WebSocket = Reflect.construct(WebSocket, [
      address,
      { headers: { Authorization: `Bearer ${chave}` } },
    ])
    this.#socket = socket
    this.#heardAt = performance.now()
    this.#signing = setInterval(() => this.#sign(), SIGN_S * 1_000)
    socket.addEventListener('message', ({ data }) => {
      this.#heardAt = performance.now()
      const told = readFromServer(String(data))
      // What is not understood comes from a newer server.
      if (told) void this.#deal(told).catch((error: unknown) => this.#options.tell(`Falha: ${String(error)}`))
    })
    socket.addEventListener('close', ({ code }) => this.#lost(socket, code))
    // The close that follows says all that there is to know.
    socket.addEventListener('error', () => undefined)
  }

  stop(): void {
    this.#isOver = true
    clearTimeout(this.#again)
    this.#rest()
    this.#socket?.close()
  }

  /** A paper of the server's came to stand otherwise. */
  paperChanged(told: Told): void {
    if (this.#isJoined && isServers(told.id)) this.#say(toldOf(told))
  }

  #say(message: FromAgent): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** A line that was cut without a word is silent for ever: who hears nothing ends it, without a word that is waited for. */
  #sign(): void {
    if (performance.now() - this.#heardAt > GONE_S * 1_000) this.#socket?.terminate()
    else this.#say({ tipo: 'sinal' })
  }

  /** Says how scales and printers stand, where that is not what was said last. */
  #describe(): void {
    const hello = this.#options.hello()
    const text = JSON.stringify(hello)
    if (text === this.#said) return
    this.#said = text
    this.#say(hello)
  }

  async #deal(told: FromServer): Promise<void> {
    const { queue } = this.#options
    switch (told.tipo) {
      case 'bem_vindo':
        return this.#join(told)
      case 'ha':
        return this.#say({ tipo: 'pronto' })
      case 'imprime':
        this.#say(takePaper(queue, told))
        return this.#say({ tipo: 'pronto' })
      case 'cancela': {
        const { pergunta, trabalho } = told
        return this.#say({ ...cancelPaper(queue, trabalho), ...(pergunta === '' ? {} : { pergunta }) })
      }
      case 'pesa': {
        const { pergunta, balanca, limiteMs } = told
        const weighed = await weighOn(this.#options.scales, balanca, limiteMs)
        return this.#say({ tipo: 'peso', pergunta, ...weighed })
      }
      case 'sinal':
    }
  }

  #join({ nome, abertas }: FromServer & { readonly tipo: 'bem_vindo' }): void {
    const { queue, tell, joined } = this.#options
    this.#isJoined = true
    this.#tries = 0
    this.#said = ''
    this.#describe()
    for (const trabalho of abertas) this.#say(standingOf(queue, trabalho))
    this.#say({ tipo: 'pronto' })
    this.#looking = setInterval(() => this.#describe(), LOOK_MS)
    tell(`Conectado ao servidor como “${nome}”.`)
    joined?.(nome)
  }

  #rest(): void {
    clearInterval(this.#signing)
    clearInterval(this.#looking)
  }

  #lost(socket: Bun.WebSocket, code: number): void {
    if (socket !== this.#socket) return
    this.#rest()
    const { tell, revoked } = this.#options
    const wasJoined = this.#isJoined
    this.#isJoined = false
    if (this.#isOver) return
    if (code === REVOKED) return revoked()
    if (wasJoined) this.#options.left?.()
    if (code === REPLACED) this.#tries = AGAIN_MS.length
    if (wasJoined)
      tell(
        code === REPLACED
          ? 'Outro programa entrou com a mesma chave.'
          : 'A conexão com o servidor caiu: tentando de novo.',
      )
    else if (this.#tries === 0) tell(`O servidor não atende em ${this.#options.servidor}: tentando de novo.`)
    this.#wait()
  }

  #wait(): void {
    const pause = AGAIN_MS[Math.min(this.#tries++, AGAIN_MS.length - 1)] ?? 0
    this.#again = setTimeout(() => void this.#retry(), pause * (0.5 + Math.random() / 2))
  }

  /** A socket that is refused says nothing of why: asked by HTTP, the server says whether the key is good. */
  async #retry(): Promise<void> {
    if (this.#isOver) return
    const { servidor, chave, revoked } = this.#options
    const standing = await keyStanding(servidor, chave)
    if (this.#isOver) return
    if (standing === 'refused') return revoked()
    if (standing === 'away') return this.#wait()
    this.start()
  }
}

const ASK_MS = 5_000

/** Is the key good? Only the server's own word counts: whatever stands before it may say 401 for reasons of its own, and the key would be lost. */
export async function keyStanding(servidor: string, chave: string): Promise<'good' | 'refused' | 'away'> {
  const init = { headers: { Authorization: `Bearer ${chave}` }, signal: AbortSignal.timeout(ASK_MS) }
  try {
    const answer = await fetch(`${servidor}/api/agente/programa`, { ...init, redirect: 'error' })
    const body: unknown = await answer.json()
    const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
    if (answer.status === 401) return code === 'unauthenticated' ? 'refused' : 'away'
    return answer.status >= 500 ? 'away' : 'good'
  } catch {
    return 'away'
  }
}
