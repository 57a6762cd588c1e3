import { createHash, timingSafeEqual } from 'node:crypto'
import type { Config } from './config'
import { printed } from './print/answer'
import type { PrintQueue } from './print/queue'
import { type Headers, said } from './said'
import { NoWeight, type Scale } from './scale/scale'

/** How long a weight is waited for (document 3, section 8). */
export const WEIGH_MS = 2_000

export interface Serving extends Pick<Config, 'origens' | 'nomes' | 'token'> {
  /** By name; the first is the one that is meant where none is named. */
  readonly scales: ReadonlyMap<string, Scale>
  /** None where this PC has no printers. */
  readonly queue?: PrintQueue | undefined
}

/**
 * Answers browsers of this PC: `GET /balanca`, with `?balanca=NOME` where there are several, gives `{"peso": 1.234}` in kilograms. 400 where the scale gives no weight, 503 where
 * there is no scale to ask. `POST /print` is told in `print/answer.ts`. A page of another site is refused (403), whoever does not know the token too (401), and so is a name that is not this PC's (421).
 */
export function answersOf({ origens, nomes, token, scales, queue }: Serving): (request: Request) => Promise<Response> {
  const names = new Set(['127.0.0.1', 'localhost', '[::1]', ...nomes])
  return async (request) => {
    const { hostname, pathname, searchParams } = new URL(request.url)
    if (!names.has(hostname)) return said(421, 'Este nome não é deste computador.')
    const origin = request.headers.get('Origin')
    if (origin !== null && !origens.includes(origin)) return said(403, 'Esta página não pode usar a balança.')
    const cors: Headers = origin === null ? {} : { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' }
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { ...cors, ...PREFLIGHT } })
    if (!isToken(request.headers.get('Authorization'), token)) return said(401, 'O token do agente não confere.', cors)
    const way = WAYS.get(pathname)
    if (!way) return said(404, 'Este endereço não existe.', cors)
    if (request.method !== way) return said(405, `Use ${way}.`, { ...cors, Allow: way })
    if (pathname === '/print') return printed(queue, request, cors)
    return weighed(scales, searchParams.get('balanca'), cors)
  }
}

/** What is asked for where, and how. */
const WAYS: ReadonlyMap<string, string> = new Map([
  ['/balanca', 'GET'],
  ['/print', 'POST'],
])

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Allow-Private-Network': 'true',
  'Access-Control-Max-Age': '600',
} as const

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const isToken = (given: string | null, token: string): boolean =>
  timingSafeEqual(digest(given ?? ''), digest(`Bearer ${token}`))

async function weighed(scales: Serving['scales'], name: string | null, cors: Headers): Promise<Response> {
  const scale = name === null ? [...scales.values()][0] : scales.get(name)
  if (!scale) return said(404, 'Não há balança com este nome neste computador.', cors)
  try {
    // As the scale said it: a number that is read and written again may lose a zero, and that is its precision.
    const text = `{"peso":${await scale.weigh(WEIGH_MS)}}`
    return new Response(text, { headers: { ...cors, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (!(error instanceof NoWeight)) throw error
    return said(error.status === 'away' ? 503 : 400, error.message, cors)
  }
}
