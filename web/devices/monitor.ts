import { ApiError, get, post, type RequestOptions } from '../app/api'
import { isRecord, numberOf, textOf, type Values } from '../ui/row'
import { agentOf, devices, isHere, LOCAL, type Printer, type Scale } from './config'
import { namesOf } from './told'

/** The way to scales and printers: a monitor beside the workstation, asked by the browser itself, or a paired agent, asked by our server. */

/** Where monitors are asked (spec C3-039). */
const PORT = 8828
const WEIGH_MS = 2_000
const PRINT_MS = 20_000
/** A monitor that waits as long as we do says at the end of it why there is nothing: so much longer its answer may take. */
const GRACE_MS = 500

/** A monitor that gave no answer at all. */
const NO_ANSWER = -1

/** Why there is no weight or no paper, as it is shown. */
export class DeviceFault extends Error {
  constructor(
    readonly title: string,
    message: string,
  ) {
    super(message)
  }
}

interface Answer {
  readonly status: number
  readonly body: Values
}

/** A monitor's address: a host of a private network that brings https has no port (spec C3-046). */
export function addressOf(serverIP: string): string {
  if (serverIP.endsWith('.ts.net')) return `https://${serverIP}`
  return serverIP.includes(':') ? `http://${serverIP}` : `http://${serverIP}:${PORT}`
}

/** What asks a page that came by https for a PC of its own network by http (Local Network Access); others take no notice of it. */
export const space = (serverIP: string): object =>
  isHere(serverIP) || serverIP.endsWith('.ts.net') ? {} : { targetAddressSpace: 'local' }

async function asked(serverIP: string, path: string, init: RequestInit, limitMs: number): Promise<Answer> {
  const token = devices.peek().servers.find((one) => one.serverIP === serverIP)?.token ?? ''
  const headers = {
    ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
    ...(init.body === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
  try {
    const signal = AbortSignal.timeout(limitMs + GRACE_MS)
    const how = { ...init, ...space(serverIP), headers, signal, cache: 'no-store' as const }
    const answer = await fetch(addressOf(serverIP) + path, how)
    const body: unknown = await answer.json().catch(() => undefined)
    return { status: answer.status, body: isRecord(body) ? body : {} }
  } catch {
    return { status: NO_ANSWER, body: {} }
  }
}

/** The same of a paired agent. */
async function askedThrough(limitMs: number, call: (options: RequestOptions) => Promise<unknown>): Promise<Answer> {
  try {
    const body = await call({ signal: AbortSignal.timeout(limitMs + GRACE_MS), quiet: true })
    return { status: 200, body: isRecord(body) ? body : {} }
  } catch (error) {
    if (!(error instanceof ApiError)) return { status: NO_ANSWER, body: {} }
    const body = isRecord(error.body) ? error.body : {}
    return { status: error.status === 0 ? NO_ANSWER : error.status, body: { ...body, message: error.message } }
  }
}

/** Something answers there, and does not let this page ask: a monitor tells its pages apart by their address. */
async function isShut(serverIP: string): Promise<boolean> {
  if (agentOf(serverIP) !== undefined) return false
  try {
    await fetch(addressOf(serverIP), { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(WEIGH_MS) })
    return true
  } catch {
    return false
  }
}

const REFUSED = 'O monitor não aceita esta página: acrescente'
const refusal = (): string => `${REFUSED} ${location.origin} às origens dele.`

/** Where a scale is, and what it is called there. */
export type ScalePlace = Pick<Scale, 'serverIP' | 'nome'>

/** A weight that stands still, in kilograms as decimal text. Throws DeviceFault with what is shown (spec M1, section 8; M3-091, M3-092). */
export async function readWeight({ serverIP, nome }: ScalePlace): Promise<string> {
  const agent = agentOf(serverIP)
  const { status, body } =
    agent === undefined
      ? await asked(serverIP, nome === '' ? '/balanca' : `/balanca?balanca=${encodeURIComponent(nome)}`, {}, WEIGH_MS)
      : await askedThrough(WEIGH_MS, (options) => get(`sis/agente/${agent}/balanca`, { ...options, query: { nome } }))
  const peso = numberOf(body.peso)
  if (status === 200 && peso !== null) return String(peso)
  const message = textOf(body.message)
  if (status === 400)
    throw new DeviceFault('Balança', `Não foi possível recuperar o peso: ${message || 'a balança não o informou.'}`)
  const why =
    status !== NO_ANSWER
      ? message || 'O monitor da balança não foi inicializado.'
      : (await isShut(serverIP))
        ? refusal()
        : 'O monitor da balança não foi encontrado.'
  throw new DeviceFault('Balança', `Não foi possível conectar-se com a balança: ${why}`)
}

/** A paper as a monitor takes it. `contents` are text, or bytes in base64. */
export interface Paper {
  /** Ours: told again, it is the same paper. */
  readonly id: string
  readonly filename: string
  readonly bartender_filename: string
  readonly contents: string
  readonly base64: boolean
}

/** What became of a paper: it came out, it waits for its printer, or nobody knows. */
export interface Printed {
  /** `enviada`: its agent takes it, and tells what comes of it on its own screen. */
  readonly situacao: 'impressa' | 'enviada' | 'na_fila' | 'duvida'
  readonly motivo: string
}

const IN_DOUBT = 409

/** Brings a paper to a printer; `again` prints what was printed, or what nobody knows of. Throws DeviceFault where the monitor did not take it. */
export async function sendPaper({ serverIP, nome }: Printer, paper: Paper, again = false): Promise<Printed> {
  const agent = agentOf(serverIP)
  const body = { ...paper, printer: nome, ...(again ? { reimprime: true } : {}) }
  const init = { method: 'POST', body: JSON.stringify(body) }
  const { status, body: told } =
    agent === undefined
      ? await asked(serverIP, '/print', init, PRINT_MS)
      : await askedThrough(PRINT_MS, (options) => post(`sis/agente/${agent}/print`, body, options))
  const [situacao, motivo] = [textOf(told.situacao), textOf(told.motivo) || textOf(told.message)]
  if (agent !== undefined && status >= 200 && status < 300) return { situacao: throughAgent(told), motivo }
  if (status === IN_DOUBT) return { situacao: 'duvida', motivo }
  if (status >= 200 && status < 300)
    return { situacao: situacao === 'na_fila' || situacao === 'enviando' ? 'na_fila' : 'impressa', motivo }
  if (status !== NO_ANSWER)
    throw new DeviceFault('Não foi possível imprimir', motivo || 'O monitor de etiquetas não imprimiu.')
  if (await isShut(serverIP)) throw new DeviceFault('Não foi possível imprimir', refusal())
  throw serverIP === LOCAL
    ? new DeviceFault(
        'O monitor de impressão local não foi inicializado',
        'Não foi possível imprimir, verifique se o monitor local está aberto.',
      )
    : new DeviceFault(
        'O monitor de etiquetas não foi encontrado',
        'Não foi possível imprimir, verifique se o Prumo Monitor está aberto.',
      )
}

/** What became of a paper that the server stored for an agent. */
function throughAgent({ situacao, conectado }: Values): Printed['situacao'] {
  if (situacao === 'impressa' || situacao === 'duvida') return situacao
  return conectado === true ? 'enviada' : 'na_fila'
}

/** An agent that is paired with the server: what it has. */
export interface PairedAgent {
  readonly id: string
  readonly nome: string
  readonly conectado: boolean
  readonly balancas: readonly string[]
  readonly impressoras: readonly string[]
}

/** All that were not revoked. */
const IN_USE = { where: JSON.stringify({ dhRevogacao: null }), orderBy: 'nome', sortedBy: 'asc', perPage: 1_000 }

/** The paired agents that this person may use; none where the server has none. */
export async function pairedAgents(): Promise<readonly PairedAgent[]> {
  try {
    const answer = await get('sis/agente', { query: IN_USE, quiet: true })
    const all = isRecord(answer) && Array.isArray(answer.data) ? answer.data : answer
    return Array.isArray(all)
      ? all.filter(isRecord).map((one) => ({
          id: textOf(one.id),
          nome: textOf(one.nome),
          conectado: one.conectado === true,
          balancas: namesOf(one.balancas),
          impressoras: namesOf(one.impressoras),
        }))
      : []
  } catch {
    // Whoever may not see agents, and a server without them, have none to choose from.
    return []
  }
}
