import { randomUUID } from 'node:crypto'
import type { Server, WebSocketHandler } from 'bun'
import * as v from 'valibot'
import { PAPER_LIMIT } from '../../core/agent'
import { PICKING_HEADINGS } from '../../core/labels/csv'
import type { Door } from '../door'
import { said } from '../said'
import { notKept, safeName } from './answer'
import { isCallersId } from './jobs'
import { type PrintQueue, Refused } from './queue'

/** A page waits so long for the printer before it is told that its file is kept. */
const WAIT_MS = 2_000

const message = v.object({
  type: v.picklist(['separacao']),
  contents: v.pipe(v.string(), v.minLength(1), v.maxBytes(PAPER_LIMIT)),
  /** The caller's own number: told again, it is the same file. */
  id: v.optional(v.pipe(v.string(), v.check(isCallersId))),
})

interface Options {
  readonly door: Door
  readonly queue: PrintQueue | undefined
  /** The printer that lists of picking go to. */
  readonly separacao: string | undefined
}

interface Answer {
  readonly ok: boolean
  readonly message?: string
}

/** The columns that a CSV's first line names, whichever way it separates them. */
function missingIn(contents: string): readonly string[] {
  const [first = ''] = contents.replace(/^\uFEFF/, '').split(/\r?\n/, 1)
  const names = new Set(first.split(/[;,\t|]/).map((name) => name.trim().replaceAll('"', '').toUpperCase()))
  return PICKING_HEADINGS.filter((name) => !names.has(name))
}

/** Keeps the file that a page hands over, for the printer that its kind goes to. */
async function makeFile({ queue, separacao }: Omit<Options, 'door'>, text: string): Promise<Answer> {
  const refused = (why: string): Answer => ({ ok: false, message: why })
  const parsed = v.safeParse(message, readJson(text))
  if (!parsed.success) return refused(`Envie {"type":"separacao","contents":"…"}, com até ${PAPER_LIMIT / 2 ** 20} MB.`)
  const { contents, id = randomUUID() } = parsed.output
  const missing = missingIn(contents)
  if (missing.length > 0) return refused(`Faltam no arquivo as colunas: ${missing.join(', ')}.`)
  if (!queue || separacao === undefined) return refused('Este agente não tem impressora para separação.')
  try {
    const filename = safeName(`separacao-${id}.csv`, id)
    const bytes = new TextEncoder().encode(contents)
    const { situacao, motivo } = await queue.print({ id, printer: separacao, filename, bytes }, WAIT_MS)
    if (situacao === 'duvida') return refused(motivo ?? 'Não se sabe se o arquivo saiu: confira.')
    if (situacao === 'recusada') return refused(motivo ?? 'A impressora recusou o arquivo.')
    // It is kept, and comes out by itself: to say that it failed would have it asked for twice.
    return situacao === 'impressa' ? { ok: true } : { ok: true, ...(motivo === undefined ? {} : { message: motivo }) }
  } catch (error) {
    return refused(error instanceof Refused ? error.message : notKept(error))
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `WebSocket /makePrintFile?token=…`: a browser can send a socket no header, so the token stands in its address, which no history and no other site is told. */
export function fileSocket(options: Options): {
  readonly fetch: (request: Request, server: Server<undefined>) => Response | undefined
  readonly websocket: WebSocketHandler<undefined>
} {
  return {
    fetch: (request, server) => {
      const { pathname, searchParams } = new URL(request.url)
      const asking = options.door.ask(request, searchParams.get('token'))
      if (asking.refused) return asking.refused
      if (pathname !== '/makePrintFile') return said(404, 'Este endereço não existe.', asking.cors)
      if (server.upgrade(request, { data: undefined })) return undefined
      return said(426, 'Abra este endereço como WebSocket.', asking.cors)
    },
    websocket: {
      maxPayloadLength: 2 * PAPER_LIMIT,
      message: async (socket, text) => void socket.send(JSON.stringify(await makeFile(options, String(text)))),
    },
  }
}
