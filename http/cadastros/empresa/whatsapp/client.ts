import { internationalDigits, showPhone } from '../../../../core/br/fields'
import type { Ctx } from '../../../platform/context'
import { load } from '../../../platform/engine/write'
import { type ApiError, badRequest, invalid } from '../../../platform/errors'
import { RefusedAddress } from '../../../platform/outside/address'
import {
  type Answered,
  call,
  CallFailed,
  isObject,
  jsonIn,
  notConfigured,
  objectIn,
  unavailable,
} from '../../../platform/outside/call'
import { secretOf } from '../../../platform/secrets'
import type { RecordOf, Row } from '../../../platform/resource'
import { empresa } from '../../empresa'

/** A company's line of a WhatsApp service of Evolution API's shape (v2): where it is, which instance, and its key. */
export interface Line {
  readonly url: string
  readonly key: string
  readonly instance: string
}

/** The states that the service knows, and `absent`: no instance has been made yet. */
export type LineState = 'open' | 'connecting' | 'close' | 'absent'

const TIMEOUT_MS = 15_000
/** A QR code in base64 has some 10 kB. */
const ANSWER_LIMIT = 512 * 1024
const SERVICE = 'O serviço do WhatsApp'

/** What a line is made of, of the company's own columns. */
type Lined = Pick<RecordOf<typeof empresa>, 'id' | 'whatsapp_instancia'> & Row

/** The line of a company. Throws 503 saying what is to be set. */
export const lineOf = async (ctx: Ctx, empresa_id: number): Promise<Line> =>
  lineFrom(ctx, await load(ctx, empresa, empresa_id))

/** As `lineOf`, of a company that was read already. */
export function lineFrom(ctx: Pick<Ctx, 'outside'>, company: Lined): Line {
  const { whatsappUrl, whatsappKey } = ctx.outside
  if (!whatsappUrl)
    throw notConfigured('O WhatsApp não está configurado: o administrador do servidor precisa definir WHATSAPP_URL.')
  const key = secretOf(ctx, empresa, company, 'whatsapp_token') ?? whatsappKey
  if (!key) throw notConfigured('Informe a chave da instância do WhatsApp no cadastro da empresa.')
  return { url: whatsappUrl.replace(/\/+$/, ''), key, instance: company.whatsapp_instancia ?? `prumo-${company.id}` }
}

/** A phone as the service wants it. Throws 422 for what is none. */
export function numberOf(fone: string | null | undefined): string {
  const number = internationalDigits(fone ?? '')
  if (number === undefined) throw invalid({ fone: ['Telefone inválido.'] })
  return number
}

/** What the screen shows of a line. */
export interface LineInfo {
  readonly state: LineState
  readonly numero: string | null
  readonly nome: string | null
}

/** How a line is, whose it is, and under which name. */
export async function lineInfo(line: Line): Promise<LineInfo> {
  const answer = await ask(line, 'GET', `/instance/fetchInstances?instanceName=${encodeURIComponent(line.instance)}`)
  if (answer.status === 404) return { state: 'absent', numero: null, nome: null }
  const found = jsonIn(accepted(answer).text)
  const one = Array.isArray(found) ? found.find((each) => isObject(each) && each.name === line.instance) : undefined
  if (!isObject(one)) return { state: 'absent', numero: null, nome: null }
  const number = textOf(one.ownerJid)?.split('@')[0]
  return {
    state: stateOf(one.connectionStatus),
    numero: number ? showPhone(`+${number}`) : null,
    nome: textOf(one.profileName),
  }
}

/** The code that a phone reads to join the line, as a picture; null when a phone has joined already. The instance is made when there is none. */
export async function lineCode(line: Line): Promise<string | null> {
  const answer = await ask(line, 'GET', `/instance/connect/${encodeURIComponent(line.instance)}`)
  const made =
    answer.status === 404 ? accepted(await ask(line, 'POST', '/instance/create', newInstance(line))) : accepted(answer)
  const body = objectIn(made.text)
  if (isObject(body.instance) && stateOf(body.instance.state) === 'open') return null
  const code = textOf(isObject(body.qrcode) ? body.qrcode.base64 : body.base64)
  if (!code || !/^data:image\/png;base64,[A-Za-z0-9+/=]+$/.test(code)) throw unavailable(SERVICE)
  return code
}

const newInstance = ({ instance }: Line) => ({ instanceName: instance, integration: 'WHATSAPP-BAILEYS', qrcode: true })

/** Does a number have WhatsApp? Throws 400 `not_connected` when no phone has joined the line. */
export async function hasWhatsapp(line: Line, number: string): Promise<boolean> {
  const answer = await ask(line, 'POST', `/chat/whatsappNumbers/${encodeURIComponent(line.instance)}`, {
    numbers: [number],
  })
  const found = jsonIn(connected(answer).text)
  const one = Array.isArray(found) ? found[0] : undefined
  if (!isObject(one) || typeof one.exists !== 'boolean') throw unavailable(SERVICE)
  return one.exists
}

/** Sends a text. Throws 400 `no_whatsapp`, `not_connected`. */
export async function sendText(line: Line, number: string, text: string): Promise<void> {
  const answer = await ask(line, 'POST', `/message/sendText/${encodeURIComponent(line.instance)}`, { number, text })
  if (answer.status === 400 && /"exists":\s*false/.test(answer.text)) throw noWhatsapp(number)
  connected(answer)
}

/** The refusal of a number that the service does not know. */
export const noWhatsapp = (number: string): ApiError =>
  badRequest(`O número ${showPhone(`+${number}`)} não tem WhatsApp.`, 'no_whatsapp')

async function ask(line: Line, method: 'GET' | 'POST', path: string, body?: object): Promise<Answered> {
  try {
    return await call({
      url: line.url + path,
      method,
      headers: {
        apikey: line.key,
        Accept: 'application/json',
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeoutMs: TIMEOUT_MS,
      limit: ANSWER_LIMIT,
      // The server's own settings name it; it often stands in the same network.
      allowPrivate: true,
    })
  } catch (error) {
    if (error instanceof CallFailed || error instanceof RefusedAddress) throw unavailable(SERVICE)
    throw error
  }
}

function accepted(answer: Answered): Answered {
  if (answer.status === 401 || answer.status === 403)
    throw notConfigured('O serviço do WhatsApp recusou a chave: confira a da instância no cadastro da empresa.')
  if (answer.status < 200 || answer.status >= 300) throw unavailable(SERVICE)
  return answer
}

/** As `accepted`, for what needs a phone on the line. */
function connected(answer: Answered): Answered {
  if (answer.status === 404 || /Connection Closed/i.test(answer.text.slice(0, 1_000)))
    throw badRequest(
      'O WhatsApp da empresa não está conectado: leia o QR code no cadastro da empresa.',
      'not_connected',
    )
  return accepted(answer)
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function stateOf(value: unknown): LineState {
  return value === 'open' || value === 'connecting' ? value : 'close'
}
