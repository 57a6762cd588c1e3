import { ApiError } from '../../platform/errors'

/** Asking an outside service for a small JSON document, with a time-out, a size limit and a memory. */

const TIMEOUT_MS = 6_000
const SIZE_LIMIT = 64 * 1024
const MEMORY = 2_000
const KEPT_MS = 24 * 3_600_000

/** An address without the slashes at its end. */
export const base = (url: string): string => url.replace(/\/+$/, '')

export const notConfigured = (what: string, setting: string) =>
  new ApiError(503, 'integration_not_configured', `A consulta de ${what} não está configurada (${setting}).`)

const unavailable = (what: string) =>
  new ApiError(503, 'integration_unavailable', `A consulta de ${what} não respondeu. Tente de novo daqui a pouco.`)

/** What a service says of one key: a record, or that there is none. */
export type Found = Readonly<Record<string, unknown>> | null

/**
 * Gets JSON. 404 and 400 are the service's way to say that there is none (null); anything else that is no JSON object in time is a 503.
 * `what` names the look-up in messages.
 */
export async function fetchJson(url: string, what: string, timeoutMs = TIMEOUT_MS): Promise<Found> {
  try {
    const response = await fetch(url, {
      headers: { Accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await limitedText(response)
    if (response.status === 404 || response.status === 400) return null
    const body: unknown = response.ok ? JSON.parse(text) : undefined
    if (isObject(body)) return body
  } catch {
    // A time-out, a refused connection, a page in place of JSON: for who asks they are the same.
  }
  throw unavailable(what)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function limitedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > SIZE_LIMIT) throw new Error('The answer is too long.')
  }
  return text + decoder.decode()
}

/** Remembers what was found for a day, the 2,000 last asked for. Calls for one key at once are one call; failures and absences are not remembered. */
export class Remembered {
  readonly #known = new Map<string, { readonly at: number; readonly answer: Promise<Found> }>()

  constructor(
    private readonly ask: (key: string) => Promise<Found>,
    private readonly now: () => number = Date.now,
  ) {}

  get(key: string): Promise<Found> {
    const known = this.#known.get(key)
    this.#known.delete(key)
    const fresh = known && this.now() - known.at < KEPT_MS ? known : { at: this.now(), answer: this.ask(key) }
    this.#known.set(key, fresh)
    const forget = () => {
      if (this.#known.get(key) === fresh) this.#known.delete(key)
    }
    fresh.answer.then((found) => (found ? undefined : forget()), forget)
    const oldest = this.#known.size > MEMORY ? this.#known.keys().next().value : undefined
    if (oldest !== undefined) this.#known.delete(oldest)
    return fresh.answer
  }
}

/** A text of the answer, trimmed and limited; '' when it is none. */
export function textAt(found: Found, name: string): string {
  const value = found?.[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 200) : ''
}
