import { request as plain, type IncomingMessage } from 'node:http'
import { request as secure, type RequestOptions as SecureOptions } from 'node:https'
import { requested } from '../../db/work'
import { ApiError } from '../errors'
import { checkedUrl, publicLookup, RefusedAddress, type Resolve } from './address'

/** A call to an outside service. */
export interface Call {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** The whole call, from looking the name up to the last byte. */
  readonly timeoutMs: number
  /** Bytes of the answer that are read; a longer one fails, or with `cut` is taken so far. */
  readonly limit: number
  readonly cut?: boolean
  /** Addresses of this machine and its network may be called: the server's own settings name them. */
  readonly allowPrivate: boolean
  readonly resolve?: Resolve
  /** Who calls, where a service asks for a certificate; PEM, as the platform sends no other form. */
  readonly identity?: Identity | undefined
  /** Authorities that a service's certificate is judged by, in PEM, instead of the machine's own. */
  readonly authorities?: readonly string[] | undefined
  /** Ends the call early: it then throws the signal's reason. */
  readonly cancel?: AbortSignal | undefined
}

/** A certificate with those above it, and its key. */
export interface Identity {
  readonly key: string
  readonly cert: string
}

/** What a service answered. */
export interface Answered {
  readonly status: number
  readonly text: string
  readonly headers: IncomingMessage['headers']
}

/** Why a call brought no answer, in a word for the log of deliveries. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  /** May the service have taken what it was sent? Not when no connection came about. */
  readonly sent: boolean

  constructor(message: string, { sent = true, ...options }: ErrorOptions & { readonly sent?: boolean } = {}) {
    super(message, options)
    this.sent = sent
  }
}

/** Calls once, follows no redirect. Throws RefusedAddress, or CallFailed with what happened, in Portuguese. */
export async function call(wanted: Call): Promise<Answered> {
  const url = checkedUrl(wanted.url, wanted)
  return requested({ method: wanted.method, host: url.hostname }, () => callAt(url, wanted))
}

async function callAt(url: URL, wanted: Call): Promise<Answered> {
  const late = AbortSignal.timeout(wanted.timeoutMs)
  const signal = wanted.cancel ? AbortSignal.any([late, wanted.cancel]) : late
  try {
    return await answerOf(await send(url, wanted, signal), wanted, signal)
  } catch (error) {
    wanted.cancel?.throwIfAborted()
    if (error instanceof CallFailed) throw error
    const refused = refusalIn(error)
    if (refused) throw refused
    if (signal.aborted)
      throw new CallFailed(`Não respondeu em ${Math.ceil(wanted.timeoutMs / 1000)} s.`, { cause: error })
    throw new CallFailed(...reasonOf(error))
  }
}

function send(url: URL, wanted: Call, signal: AbortSignal): Promise<IncomingMessage> {
  const { method, headers, body, allowPrivate, resolve, identity, authorities } = wanted
  const options: SecureOptions = {
    method,
    ...identity,
    ...(authorities === undefined ? {} : { ca: [...authorities] }),
    headers: {
      ...headers,
      Connection: 'close',
      ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    },
    signal,
    agent: false, // a connection of an earlier call may be closing
    ...(allowPrivate ? {} : { lookup: publicLookup(resolve) }),
  }
  return new Promise((done, fail) => {
    const request = (url.protocol === 'https:' ? secure : plain)(url, options, done)
    request.once('error', fail)
    signal.addEventListener('abort', () => fail(new Error('timeout')), { once: true })
    request.end(body)
  })
}

function answerOf(message: IncomingMessage, { limit, cut }: Call, signal: AbortSignal): Promise<Answered> {
  const parts: Buffer[] = []
  let size = 0
  return new Promise((done, fail) => {
    const end = () => {
      const text = Buffer.concat(parts).subarray(0, limit).toString('utf8')
      done({ status: message.statusCode ?? 0, text, headers: message.headers })
    }
    message.on('data', (chunk: Buffer) => {
      parts.push(chunk)
      size += chunk.length
      if (size <= limit) return
      if (cut) end()
      else fail(new CallFailed('A resposta é longa demais.'))
      message.destroy()
    })
    message.once('end', () => (message.complete ? end() : fail(new Error('ECONNRESET'))))
    message.once('error', fail)
    message.once('aborted', () => fail(new Error('ECONNRESET')))
    signal.addEventListener('abort', () => fail(new Error('timeout')), { once: true })
  })
}

function refusalIn(error: unknown): RefusedAddress | undefined {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++)
    if (one instanceof RefusedAddress) return one
  return undefined
}

const REASONS: readonly (readonly [pattern: RegExp, message: string, sent: boolean])[] = [
  [/ENOTFOUND|EAI_AGAIN|getaddrinfo|no address|DNS/i, 'O nome do servidor não foi encontrado.', false],
  [/ECONNREFUSED|Unable to connect|ConnectionRefused|FailedToOpenSocket/i, 'O servidor recusou a conexão.', false],
  [/CERT|certificate|self.signed/i, 'O certificado do servidor não é válido.', false],
  [/SSL|TLS/i, 'O certificado do servidor não é válido.', true],
]

/** What failed, without anything of what was sent. */
function reasonOf(error: unknown): ConstructorParameters<typeof CallFailed> {
  const told = error instanceof Error ? `${'code' in error ? String(error.code) : ''} ${error.message}` : ''
  const [, message = 'A conexão foi interrompida.', sent = true] = REASONS.find(([pattern]) => pattern.test(told)) ?? []
  return [message, { cause: error, sent }]
}

/** The answer for whoever asked for something that a service did not give. `what` names the service in the sentence. */
export const unavailable = (what: string): ApiError =>
  new ApiError(503, 'integration_unavailable', `${what} não respondeu. Tente de novo daqui a pouco.`)

export const notConfigured = (message: string): ApiError => new ApiError(503, 'integration_not_configured', message)

/** The service is set up and answers, and does not know who asks. */
export const unknownCaller = (message: string): ApiError => new ApiError(503, 'integration_credentials', message)

/** JSON that came from outside, as an object; an empty one when it is none. */
export function objectIn(text: string): Readonly<Record<string, unknown>> {
  const value = jsonIn(text)
  return isObject(value) ? value : {}
}

/** JSON that came from outside; undefined when it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
