import { createHash, timingSafeEqual } from 'node:crypto'
import { type Headers, said } from './said'

interface DoorOptions {
  /** Pages that may ask. */
  readonly origens: readonly string[]
  /** Names of this PC beside those of the loopback. */
  readonly nomes: readonly string[]
  readonly token: string
}

/** Who asks: refused with an answer, or let in with what its page has to be told. */
type Asking =
  | { readonly refused: Response }
  | { readonly refused?: undefined; readonly cors: Headers; readonly origin: string | null }

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token))

/** What stands before everything that browsers of this PC may ask: 421 for a name that is not this PC's, 403 for a page of another site, 401 without the token. */
export class Door {
  readonly #names: ReadonlySet<string>
  readonly #options: DoorOptions

  constructor(options: DoorOptions) {
    this.#options = options
    this.#names = new Set(['127.0.0.1', 'localhost', '[::1]', ...options.nomes])
  }

  /** Looks at name and page alone: what a browser asks before it asks. */
  look(request: Request): Asking {
    if (!this.#names.has(new URL(request.url).hostname))
      return { refused: said(421, 'Este nome não é deste computador.') }
    const origin = request.headers.get('Origin')
    if (origin !== null && !this.#options.origens.includes(origin))
      return { refused: said(403, 'Esta página não pode usar o agente.') }
    return { origin, cors: origin === null ? {} : { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' } }
  }

  /** Looks at the token too: of the header, or as `shown` where a browser can send none. */
  ask(request: Request, shown: string | null = null): Asking {
    const asking = this.look(request)
    if (asking.refused) return asking
    const given = /^Bearer (.{1,300})$/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? shown ?? ''
    return isSame(given, this.#options.token)
      ? asking
      : { refused: said(401, 'O token do agente não confere.', asking.cors) }
  }
}
