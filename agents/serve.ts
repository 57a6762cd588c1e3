import type { Door } from './door'
import { printed } from './print/answer'
import type { PrintQueue } from './print/queue'
import { type Headers, said } from './said'
import type { Scale } from './scale/scale'
import { weighOn } from './scale/weigh'

/** How long a weight is waited for (document 3, section 8). */
export const WEIGH_MS = 2_000

interface Serving {
  readonly door: Door
  /** By name; the first is the one that is meant where none is named. */
  readonly scales: ReadonlyMap<string, Scale>
  /** None where this PC has no printers. */
  readonly queue?: PrintQueue | undefined
}

/**
 * Answers browsers of this PC: `GET /balanca`, with `?balanca=NOME` where there are several, gives `{"peso": 1.234}` in kilograms. 400 where the scale gives no weight, 503 where
 * there is no scale to ask. `POST /print` is told in `print/answer.ts`, who is refused in `door.ts`.
 */
export function answersOf({ door, scales, queue }: Serving): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const asking = request.method === 'OPTIONS' ? door.look(request) : door.ask(request)
    if (asking.refused) return asking.refused
    const { cors } = asking
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { ...cors, ...PREFLIGHT } })
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

async function weighed(scales: Serving['scales'], name: string | null, cors: Headers): Promise<Response> {
  const told = await weighOn(scales, name, WEIGH_MS)
  if (told.status !== undefined) return said(told.status, told.motivo, cors)
  // As the scale said it: a number that is read and written again may lose a zero, and that is its precision.
  const headers = { ...cors, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
  return new Response(`{"peso":${told.peso}}`, { headers })
}
