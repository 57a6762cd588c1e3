import * as v from 'valibot'
import { sha256Of } from '../../platform/digest'
import { type Asked, NotSent, type Sent } from '../../platform/exchange/exchange'
import { type Answered, call, CallFailed, type Identity, objectIn } from '../../platform/outside/call'
import { type Given, type Receipt, Unwelcome } from './place'

/** A company's account at a bank's service that takes files. */
export interface ApiAccount {
  readonly url: string
  /** Where an access is asked for (OAuth 2.0, client credentials). */
  readonly tokenUrl: string
  readonly usuario: string
  readonly senha: string
  /** A certificate and its key, where the bank wants to know who calls (RFC 8705). */
  readonly identity: Identity | undefined
  readonly allowPrivate: boolean
}

const CALL_MS = 50_000
const LIMIT = 64 * 1024
const WHY_MAX = 300

const token = v.object({ access_token: v.pipe(v.string(), v.minLength(1), v.maxLength(8_000)) })
const receipt = v.object({ protocolo: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) })
const found = v.object({
  arquivos: v.array(v.object({ protocolo: v.string(), nome: v.string(), sha256: v.string() })),
})

interface Asking {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

const ask = ({ identity, allowPrivate }: ApiAccount, signal: AbortSignal, asking: Asking): Promise<Answered> =>
  call({ ...asking, timeoutMs: CALL_MS, limit: LIMIT, allowPrivate, identity, cancel: signal })

const encoded = encodeURIComponent

/** An access for one file. Throws Unwelcome where the bank does not know who asks, NotSent for what else failed: the file has not left. */
async function accessOf(account: ApiAccount, signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
  const credentials = Buffer.from(`${encoded(account.usuario)}:${encoded(account.senha)}`).toString('base64')
  const answer = await ask(account, signal, {
    url: account.tokenUrl,
    method: 'POST',
    headers: {
      Authorization: `Basic ${credentials}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      Accept: 'application/json',
    },
    body: 'grant_type=client_credentials',
  }).catch((error: unknown) => {
    throw error instanceof CallFailed ? new NotSent(error.message, { cause: error }) : error
  })
  const { status, text } = answer
  if (status === 400 || status === 401 || status === 403)
    throw new Unwelcome('O banco recusou o client ID, o client secret ou o certificado.')
  const { success, output } = v.safeParse(token, objectIn(text))
  if (status !== 200 || !success) throw new NotSent(`O banco respondeu ${status} ao pedido de acesso.`)
  return { Authorization: `Bearer ${output.access_token}`, Accept: 'application/json' }
}

const filesOf = ({ url }: ApiAccount): string => `${url.replace(/\/+$/, '')}/arquivos`

function whyOf({ status, text }: Answered): string {
  const { mensagem } = objectIn(text)
  const why = typeof mensagem === 'string' && mensagem.trim() !== '' ? mensagem.trim() : `resposta ${status}`
  return `O banco recusou o arquivo: ${why}`.slice(0, WHY_MAX)
}

const told = (protocolo: string): Receipt => ({ recibo: `Protocolo ${protocolo}` })

/** Hands a file to a bank's service under a key. A failure of its own (5xx), and what cannot be read, say nothing of what it took: throws CallFailed then. */
export async function postFile(
  account: ApiAccount,
  chave: string,
  { arquivo, bytes }: Given,
  signal: AbortSignal,
): Promise<Sent<Receipt>> {
  const access = await accessOf(account, signal)
  const digest = Buffer.from(sha256Of(bytes), 'hex').toString('base64')
  const answer = await ask(account, signal, {
    url: filesOf(account),
    method: 'POST',
    headers: {
      ...access,
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${arquivo}"`,
      'Content-Digest': `sha-256=:${digest}:`,
      'Idempotency-Key': chave,
    },
    body: bytes,
  })
  const { status, text, headers } = answer
  if (status >= 500) throw new CallFailed(`O banco respondeu ${status}.`)
  if (status === 200 || status === 201 || status === 202) {
    const { success, output } = v.safeParse(receipt, objectIn(text))
    if (!success) throw new CallFailed('O banco respondeu o que não se entende.')
    return { status, answer: told(output.protocolo) }
  }
  if (status === 429) {
    const waitS = Number(headers['retry-after'])
    return { status, again: 'O banco pede que se espere.', ...(Number.isFinite(waitS) ? { waitS } : {}) }
  }
  return { status, never: whyOf(answer) }
}

/** Asks whether the service has a file under a key. Throws CallFailed where it does not say, or says another. */
export async function findFile(
  account: ApiAccount,
  chave: string,
  { bytes }: Given,
  signal: AbortSignal,
): Promise<Asked<Receipt>> {
  const access = await accessOf(account, signal)
  const url = `${filesOf(account)}?chave=${encoded(chave)}`
  const { status, text } = await ask(account, signal, { url, method: 'GET', headers: access })
  const { success, output } = v.safeParse(found, objectIn(text))
  if (status !== 200 || !success) throw new CallFailed(`O banco respondeu ${status} à consulta.`)
  const [one] = output.arquivos
  if (one === undefined) return { status, unknown: true }
  if (one.sha256 !== sha256Of(bytes))
    throw new CallFailed('O banco tem outro arquivo sob a mesma chave: confira com ele.')
  return { status, answer: told(one.protocolo) }
}

/** Goes as far as sending would and leaves nothing: an access, and a question for a key that no file has. Throws what those throw. */
export async function knock(account: ApiAccount, signal: AbortSignal): Promise<void> {
  const access = await accessOf(account, signal)
  const { status } = await ask(account, signal, {
    url: `${filesOf(account)}?chave=prumo-teste`,
    method: 'GET',
    headers: access,
  })
  if (status !== 200) throw new CallFailed(`O banco respondeu ${status} à consulta.`)
}
