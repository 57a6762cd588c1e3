import type { Hello } from '../../core/agent'
import type { PrintQueue, Told } from '../print/queue'
import type { Scale } from '../scale/scale'
import { type DeviceKey, forgetKey, readKey, writeKey } from './key-file'
import { askForCode, NoAnswer, type Pairing } from './pairing'
import { Road } from './road'

const LOOK_MS = 2_000
/** Pauses while the server gives no code. */
const AGAIN_MS = [2_000, 5_000, 15_000, 60_000] as const

/** How the agent stands with its server. */
export type Standing =
  | { readonly situacao: 'pareando'; readonly codigo: string }
  | { readonly situacao: 'procurando'; readonly motivo: string }
  | { readonly situacao: 'conectado' | 'desconectado'; readonly nome: string }

interface LinkOptions {
  readonly servidor: string
  /** Where the key is kept. */
  readonly dados: string
  readonly scales: ReadonlyMap<string, Scale>
  readonly queue: PrintQueue | undefined
  readonly hello: () => Hello
  readonly tell: (line: string) => void
  /** How it stands from now on. */
  readonly stands: (standing: Standing) => void
}

/** The agent's tie to its server: pairs by a code where it has no key, then keeps the road open; begins anew where its key was revoked. */
export class Link {
  readonly #options: LinkOptions
  #road: Road | undefined
  #key: DeviceKey | undefined
  #isOver = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #wake: (() => void) | undefined

  constructor(options: LinkOptions) {
    this.#options = options
  }

  /** The key that the server let it in with; undefined while it is not paired. */
  get key(): DeviceKey | undefined {
    return this.#key
  }

  start(): void {
    const { dados, servidor } = this.#options
    const key = readKey(dados, servidor)
    if (key) this.#open(key)
    else void this.#pair()
  }

  stop(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#wake?.()
    this.#road?.stop()
  }

  paperChanged(told: Told): void {
    this.#road?.paperChanged(told)
  }

  #open(key: DeviceKey): void {
    const { dados, tell, stands, servidor, scales, queue, hello } = this.#options
    this.#key = key
    stands({ situacao: 'desconectado', nome: key.nome })
    this.#road = new Road({
      servidor,
      scales,
      queue,
      hello,
      tell,
      chave: key.chave,
      joined: (nome) => stands({ situacao: 'conectado', nome }),
      left: () => stands({ situacao: 'desconectado', nome: key.nome }),
      revoked: () => {
        tell('Este agente foi revogado no servidor.')
        this.#key = undefined
        this.#keep(() => forgetKey(dados))
        void this.#pair()
      },
    })
    this.#road.start()
  }

  /** Does it to the key's file. A disk that does not let it is told, and the agent goes on with what it knows. */
  #keep(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#options.tell(`A chave não pôde ser gravada: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async #pair(): Promise<void> {
    const { servidor, dados, tell, stands } = this.#options
    for (let tries = 0; !this.#isOver;)
      try {
        const pairing = await askForCode(servidor)
        tries = 0
        tell(`Código de pareamento: ${pairing.codigo}. Digite-o em ${servidor}/ui/sis/agentes (vale 10 minutos).`)
        stands({ situacao: 'pareando', codigo: pairing.codigo })
        const key = await this.#typed(pairing)
        if (!key) continue
        this.#keep(() => writeKey(dados, key))
        tell(`Pareado como “${key.nome}”.`)
        if (!this.#isOver) this.#open(key)
        return
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        if (tries === 0) tell(error.message)
        stands({ situacao: 'procurando', motivo: error.message })
        await this.#pause(Math.max(AGAIN_MS[Math.min(tries++, AGAIN_MS.length - 1)] ?? 0, error.againS * 1_000))
      }
  }

  /** The key, once the code was typed; undefined where its time is over. */
  async #typed(pairing: Pairing): Promise<DeviceKey | undefined> {
    while (!this.#isOver && performance.now() < pairing.until) {
      await this.#pause(LOOK_MS)
      // A server that is away for a moment knows the code when it is back.
      const found = this.#isOver ? null : await pairing.look().catch(() => undefined)
      if (found === null) return undefined
      if (found) return found
    }
    return undefined
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      this.#timer = setTimeout(resolve, ms)
    })
  }
}
