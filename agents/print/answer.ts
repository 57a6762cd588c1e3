import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { PAPER_BASE64_LIMIT, PAPER_LIMIT, PAPER_TOO_LARGE } from '../../core/agent'
import { type Headers, said } from '../said'
import { isCallersId } from './jobs'
import { type PrintQueue, Refused } from './queue'

/** How long a browser waits for its paper (document 3, section 8). */
const PRINT_MS = 20_000
/** Of a whole call: a paper in base64, and what is said of it. */
const MOST_BYTES = PAPER_BASE64_LIMIT + 2 ** 16
/** Of a paper that was refused in an earlier run. */
const REFUSED = 'A impressora recusou esta impressão.'

const text = (most: number) => v.pipe(v.string(), v.maxLength(most))
const body = v.object({
  printer: v.pipe(text(60), v.minLength(1, 'Escolha a impressora.')),
  filename: v.optional(text(200), ''),
  bartender_filename: v.optional(text(500), ''),
  contents: text(PAPER_BASE64_LIMIT),
  /** Its contents are bytes in base64: what a printer takes is not always UTF-8. */
  base64: v.optional(v.boolean(), false),
  /** The caller's own number of this paper: told again, it is the same paper. */
  id: v.optional(v.pipe(v.string(), v.check(isCallersId, 'Número de impressão inválido.'))),
  /** It was printed, or nobody knows: print it once more. */
  reimprime: v.optional(v.boolean(), false),
})

/**
 * `POST /print` (document 3, section 8): 200 where the paper came out, 202 where it waits for its printer, with the reason; 409 where nobody knows whether it came out, 400 where the printer refuses it. Throws nothing.
 */
export async function printed(queue: PrintQueue | undefined, request: Request, cors: Headers): Promise<Response> {
  if (Number(request.headers.get('Content-Length') ?? 0) > MOST_BYTES) return said(413, PAPER_TOO_LARGE, cors)
  const given: unknown = await request.json().catch(() => undefined)
  const { success, output, issues } = v.safeParse(body, given, { message: 'Valor inválido ou faltando.' })
  if (!success)
    return said(422, issues.map((one) => `${v.getDotPath(one) ?? 'corpo'}: ${one.message}`).join('; '), cors)
  if (!queue) return said(404, 'Este agente não tem impressoras.', cors)
  const { printer, filename, bartender_filename, contents, base64, id = randomUUID(), reimprime } = output
  try {
    const bytes = base64 ? Uint8Array.from(Buffer.from(contents, 'base64')) : new TextEncoder().encode(contents)
    if (bytes.length > PAPER_LIMIT) return said(413, PAPER_TOO_LARGE, cors)
    const told = reimprime
      ? await queue.again(id, PRINT_MS)
      : await queue.print(
          { id, printer, filename: safeName(filename, id), bytes, bartender: bartender_filename },
          PRINT_MS,
        )
    if (told.situacao === 'recusada') return said(400, told.motivo ?? REFUSED, cors)
    const status = told.situacao === 'impressa' ? 200 : told.situacao === 'duvida' ? 409 : 202
    return Response.json(told, { status, headers: { ...cors, 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (error instanceof Refused) return said(error.status, error.message, cors)
    return said(500, notKept(error), cors)
  }
}

/** The disk did not take a paper: why. */
export const notKept = (error: unknown): string =>
  `O agente não pôde guardar esta impressão: ${error instanceof Error ? error.message : String(error)}`

/** A name of a file and of no path; the number's, where it has none. */
export const safeName = (filename: string, id: string): string =>
  filename
    .replaceAll(/[^\w.-]/g, '_')
    .replace(/^\.+/, '')
    .slice(-100) || `${id}.txt`
